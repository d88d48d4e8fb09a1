import { ALL_SOLD, ELSEWHERE, LOCATION, partsOf } from "../goods.ts";
import type { Evidence } from "./evidence.ts";

/**
 * What the shop shows is what may be sold: of each of the goods what lies in the warehouse, less what the merchant keeps
 * back, as many as can be put together of it, never below nothing. Elsewhere nothing has moved.
 */
export function judgeStock({ side, variants, products }: Evidence): string[] {
  const stock = new Map(products.map((product) => [product.sku, product.stock]));
  return ALL_SOLD.flatMap((sold) => {
    const sellable = partsOf(sold).map(([sku, each]) =>
      Math.floor(((stock.get(sku) ?? 0) - (side.kept.get(sku) ?? 0)) / each),
    );
    const due = Math.max(0, Math.min(...sellable));
    const levels = variants.find(({ sku }) => sku === sold)?.levels;
    const [shown, elsewhere] = [levels?.[LOCATION]?.on_hand, levels?.[ELSEWHERE]?.on_hand];
    return [
      ...(shown === due ? [] : [`${sold} shows ${shown} and should show ${due}`]),
      ...(elsewhere === 5 ? [] : [`${sold} was moved at a location that is not the app's: ${elsewhere}`]),
    ];
  });
}
