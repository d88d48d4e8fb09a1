/*
 * What the store sells, and the rule of stock in words of its own. Nothing here asks the app how it decides.
 */

export const SKUS = ["MUG", "TEE", "LID", "JAR", "PEN"] as const;
export type SkuName = (typeof SKUS)[number];
export type Units = Record<SkuName, number>;

/**
 * A single, one SKU under two listings, and a kit that needs two units of one part. Both of its parts are sold singly too. The
 * pen is only dispatched to show that the warehouse ships: nothing odd happens to it.
 */
export const SOLD = {
  MUG: { MUG: 1 },
  "TEE-ONE": { TEE: 1 },
  "TEE-TWO": { TEE: 1 },
  LID: { LID: 1 },
  JAR: { JAR: 1 },
  KIT: { LID: 1, JAR: 2 },
  PEN: { PEN: 1 },
} as const satisfies Record<string, Partial<Units>>;
export type Sold = keyof typeof SOLD;
export const ALL_SOLD = Object.keys(SOLD) as Sold[];

export const AT_FIRST: Units = { MUG: 6, TEE: 6, LID: 5, JAR: 9, PEN: 100 };

/** What makes a store large: nobody orders any of it, and all of it is there. */
export const FILLING = { units: 50, skus: Array.from({ length: 200 }, (_, at) => `FILL-${at + 1}`) };

/** The app's default, in minutes. */
export const GRACE = 48 * 60;

export type Mode = "on_hand" | "available";

/** What the merchant keeps unsold. */
export interface Kept {
  safetyStock: number;
  own: Partial<Units>;
  /** At least so much of each SKU while a sale is on. */
  sale: number | null;
}

export const NOTHING_KEPT: Kept = { safetyStock: 0, own: {}, sale: null };

/** The SKUs of one unit of a variant. */
export function partsOf(sold: Sold): [SkuName, number][] {
  return Object.entries(SOLD[sold]) as [SkuName, number][];
}

/** The SKUs of so many units of a variant. */
export const unitsOf = (sold: Sold, quantity: number): Partial<Units> =>
  Object.fromEntries(partsOf(sold).map(([sku, each]) => [sku, each * quantity]));

/** What a variant may offer when so much of each SKU is free: its scarcest part decides. */
export function offeredOf(
  sold: Sold,
  { freeOf, kept }: { freeOf(sku: SkuName): number; kept: Kept },
): number {
  return Math.min(
    ...partsOf(sold).map(([sku, each]) => {
      const free = freeOf(sku);
      const safetyStock = Math.max(kept.own[sku] ?? kept.safetyStock, kept.sale ?? 0);
      if (free > safetyStock) return Math.floor((free - safetyStock) / each);
      return Math.min(0, Math.floor(free / each));
    }),
  );
}

/**
 * The quantities that show this offer. Shopify takes none below 0: in `available` mode, one that is below 0 already stays as
 * long as the variant is short.
 */
export function quantitiesFor(
  mode: Mode,
  { offered, committed }: { offered: number; committed: number },
): { least: number; most: number } {
  const quantity = Math.max(0, mode === "on_hand" ? offered + committed : offered);
  return { least: mode === "available" && offered < 0 ? -Infinity : quantity, most: quantity };
}
