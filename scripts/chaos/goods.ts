import type { SideName } from "./story.ts";

/** Where the app keeps stock, and where it has no business. */
export const LOCATION = "Warehouse";
export const ELSEWHERE = "Shop floor";

/** What lies in the warehouse under these SKUs. The two shops sell under the same ones, and have not a figure in common. */
export const SKUS = ["MUG", "LID", "JAR", "TEE", "BOX"] as const;
export type Sku = (typeof SKUS)[number];

const AT_FIRST: Record<SideName, Record<Sku, number>> = {
  a: { MUG: 12, LID: 9, JAR: 16, TEE: 7, BOX: 20 },
  b: { MUG: 31, LID: 24, JAR: 53, TEE: 28, BOX: 40 },
};

/** What the shops sell: each SKU alone, and a kit the merchant has put together. */
export const SOLD = {
  MUG: { MUG: 1 },
  LID: { LID: 1 },
  JAR: { JAR: 1 },
  TEE: { TEE: 1 },
  KIT: { LID: 1, JAR: 2 },
  BOX: { BOX: 1 },
} as const;
export type Sold = keyof typeof SOLD;
export const ALL_SOLD = Object.keys(SOLD) as Sold[];
/** What is ordered once a story is over, and in no story: nothing of it has ever waited. */
export const ORDERED_AFTERWARDS: Sold = "BOX";
/** What the people of a story order. */
export const ORDERED = ALL_SOLD.filter((sold) => sold !== ORDERED_AFTERWARDS);
/** The SKUs of these. */
export const MOVED = SKUS.filter((sku) => sku !== ORDERED_AFTERWARDS);

/** The goods one piece of what is sold is made of. */
export function partsOf(sold: Sold): [Sku, number][] {
  return Object.entries(SOLD[sold]) as [Sku, number][];
}

/** What makes a store large: nobody orders any of it. */
export const FILLING = { units: 5, skus: Array.from({ length: 210 }, (_, at) => `FILL-${at + 1}`) };
const FILLING_PER_PRODUCT = 30;

export function warehouseGoods(side: SideName, isLarge = false) {
  const sold = SKUS.map((sku) => ({ sku, description: `${sku} of ${side}`, stock: AT_FIRST[side][sku] }));
  const filling = FILLING.skus.map((sku) => ({ sku, description: sku, stock: FILLING.units }));
  return isLarge ? [...sold, ...filling] : sold;
}

export function shopGoods(side: SideName, isLarge = false) {
  const sold = ALL_SOLD.map((sku) => ({
    title: `${sku} of ${side}`,
    variants: [{ sku, onHand: { [LOCATION]: 0, [ELSEWHERE]: 5 } }],
  }));
  const filling = Array.from({ length: FILLING.skus.length / FILLING_PER_PRODUCT }, (_, at) => ({
    title: `Filling ${at + 1}`,
    variants: FILLING.skus
      .slice(at * FILLING_PER_PRODUCT, (at + 1) * FILLING_PER_PRODUCT)
      .map((sku) => ({ sku, onHand: { [LOCATION]: 0 } })),
  }));
  return { locations: [LOCATION, ELSEWHERE], products: isLarge ? [...sold, ...filling] : sold };
}
