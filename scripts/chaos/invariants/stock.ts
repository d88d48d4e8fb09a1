import { ALL_SOLD, ELSEWHERE, FILLING, LOCATION, partsOf } from "../goods.ts";
import type { Evidence } from "./evidence.ts";

/**
 * What the store shows is what may be sold: of each SKU what is in the warehouse, less what all variants that use it have
 * promised to customers and what the merchant keeps unsold, as many as can be put together of it, and on top of that what the
 * variant itself has promised. Elsewhere nothing has moved.
 */
export function judgeStock({ side, variants, products }: Evidence): string[] {
  const levelsOf = new Map(variants.map(({ sku, levels }) => [sku, levels]));
  const committed = (sold: string) => levelsOf.get(sold)?.[LOCATION]?.committed ?? 0;
  const free = new Map(products.map(({ sku, stock }) => [sku, stock]));
  for (const sold of ALL_SOLD)
    for (const [sku, each] of partsOf(sold)) free.set(sku, (free.get(sku) ?? 0) - committed(sold) * each);
  const filling = variants.flatMap(({ sku, levels }) => {
    const shown = levels[LOCATION]?.on_hand;
    const isWrong = sku !== null && FILLING.skus.includes(sku) && shown !== FILLING.units;
    return isWrong ? [`${sku} shows ${shown} and should show ${FILLING.units}`] : [];
  });
  const sold = ALL_SOLD.flatMap((sold) => {
    const offered = partsOf(sold).map(([sku, each]) => {
      const [units, kept] = [free.get(sku) ?? 0, side.kept.get(sku) ?? 0];
      return Math.floor((units > kept ? units - kept : Math.min(0, units)) / each);
    });
    const due = Math.max(0, Math.min(...offered) + committed(sold));
    const levels = levelsOf.get(sold);
    const [shown, elsewhere] = [levels?.[LOCATION]?.on_hand, levels?.[ELSEWHERE]?.on_hand];
    return [
      ...(shown === due ? [] : [`${sold} shows ${shown} and should show ${due}`]),
      ...(elsewhere === 5 ? [] : [`${sold} was moved at a location that is not the app's: ${elsewhere}`]),
    ];
  });
  return [...sold, ...filling];
}
