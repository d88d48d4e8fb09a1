import { ALL_SOLD, FILLING, LOCATION, partsOf, type Sku, type Sold } from "../goods.ts";
import { isLive, type KnownOrder, type Side } from "../side.ts";
import type { Evidence } from "./evidence.ts";

/**
 * What the store shows is what may be sold: of each SKU what is in the warehouse, less what all variants that use it have
 * promised to customers and what the merchant keeps unsold, as many as can be put together of it, and on top of that what the
 * variant itself has promised. A warehouse whose stock says what may be sold has subtracted the promises that it knows (`findFree`).
 * What is not live, and what is elsewhere, the app has not moved.
 */
export function judgeStock(evidence: Evidence): string[] {
  const { side, variants, movements } = evidence;
  const levelsOf = new Map(variants.map(({ sku, levels }) => [sku, levels[LOCATION]]));
  const filling = variants.flatMap(({ sku }) => {
    const [shown, due] = [levelsOf.get(sku)?.on_hand, side.live === "all" ? FILLING.units : 0];
    const isWrong = sku !== null && FILLING.skus.includes(sku) && shown !== due;
    return isWrong ? [`${sku} shows ${shown} and should show ${due}`] : [];
  });
  const { least, most } = findFree(evidence);
  const sold = ALL_SOLD.filter((sold) => isLive(side, sold)).flatMap((sold) => {
    const dueOf = (free: ReadonlyMap<string, number>) => {
      const offered = Math.min(...partsOf(sold).map(([sku, each]) => offeredOf(side, { sku, each, free })));
      return Math.max(0, offered + committedOf(evidence, sold));
    };
    const [from, to] = [dueOf(least), dueOf(most)];
    const shown = levelsOf.get(sold)?.on_hand;
    if (shown !== undefined && shown >= from && shown <= to) return [];
    return [`${sold} shows ${shown} and should show ${from === to ? to : `${from} to ${to}`}`];
  });
  const skuOf = new Map(variants.map(({ inventoryItemId, sku }) => [inventoryItemId, sku]));
  const moved = movements.flatMap(({ inventoryItemId, by, location, to }) => {
    const sku = skuOf.get(inventoryItemId);
    // Orders move stock at their own location.
    if (location !== LOCATION && by !== "shop")
      return [`${sku} was moved at a location that is not the app's: ${to}`];
    return by === "app" && !isLive(side, sku as Sold) ? [`${sku} was written and is not live: ${to}`] : [];
  });
  return [...sold, ...filling, ...moved];
}

/**
 * The units of each SKU that may be sold. A warehouse whose stock says so has subtracted the orders that it knows. Which open orders
 * those are, the app sees only where its stock falls, so it may hold back all of them, and at least those that the warehouse
 * does not know: unless other reasons for a fall or a rise were there.
 */
function findFree({ side, variants, products }: Evidence): Record<"least" | "most", Map<string, number>> {
  const stock = new Map(products.map((product) => [product.sku, product.stock]));
  const promised = ALL_SOLD.map((sold) => ({ sold, units: committedOf({ variants }, sold) }));
  const least = less(stock, promised);
  if (side.mode === "on_hand") return { least, most: least };
  const isOpen = (one: KnownOrder) => !one.sent && !one.shipped && !one.cancelled && !one.isElsewhere;
  const most = less(
    stock,
    side.orders.filter(isOpen).map(({ sold, pieces }) => ({ sold, units: pieces })),
  );
  for (const sku of side.doubtful) most.set(sku, stock.get(sku) ?? 0);
  return { least, most };
}

/** `stock` less the SKUs of what is sold, each so many units. */
function less(stock: ReadonlyMap<string, number>, sales: readonly { sold: Sold; units: number }[]) {
  const free = new Map(stock);
  for (const { sold, units } of sales)
    for (const [sku, each] of partsOf(sold)) free.set(sku, (free.get(sku) ?? 0) - units * each);
  return free;
}

function offeredOf(
  { kept }: Side,
  { sku, each, free }: { sku: Sku; each: number; free: ReadonlyMap<string, number> },
): number {
  const [units, unsold] = [free.get(sku) ?? 0, kept.get(sku) ?? 0];
  return Math.floor((units > unsold ? units - unsold : Math.min(0, units)) / each);
}

function committedOf({ variants }: Pick<Evidence, "variants">, sold: Sold): number {
  return variants.find(({ sku }) => sku === sold)?.levels[LOCATION]?.committed ?? 0;
}
