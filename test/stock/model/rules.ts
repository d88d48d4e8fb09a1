/*
 * The rules of stock in words of their own, for the model-based test. Nothing here asks the app how it decides.
 */

export const SKUS = ["MUG", "LID", "JAR", "TEE"] as const;
export type Goods = (typeof SKUS)[number];

/** What the shop sells: a mug, a kit of two SKUs, and one SKU under two names, each of which shows all of it. */
export const SOLD = {
  MUG: { MUG: 1 },
  KIT: { LID: 1, JAR: 2 },
  "TEE-ONE": { TEE: 1 },
  "TEE-TWO": { TEE: 1 },
} as const satisfies Record<string, Partial<Record<Goods, number>>>;
export type Sold = keyof typeof SOLD;
export const ALL_SOLD = Object.keys(SOLD) as Sold[];

export const AT_FIRST: Record<Goods, number> = { MUG: 6, LID: 5, JAR: 9, TEE: 6 };

/** The app's default, in minutes. */
export const SETTLE = 15;

/** The merchant's word on what is kept back. */
export interface Kept {
  buffer: number;
  own: Partial<Record<Goods, number>>;
  /** Kept back at least, while a sale is on. */
  sale: number | null;
}

export type Stock = Record<Goods, number>;

/** The goods one piece of a variant is made of. */
export function partsOf(sold: Sold): [Goods, number][] {
  return Object.entries(SOLD[sold]) as [Goods, number][];
}

/** How many pieces of a variant lie in the warehouse. */
export function wholeOf(sold: Sold, stock: Stock): number {
  return Math.min(...partsOf(sold).map(([sku, each]) => Math.floor(stock[sku] / each)));
}

/** How many of them may be sold: each SKU's buffer stays back. May be below nothing. */
export function sellableOf(sold: Sold, stock: Stock, kept: Kept): number {
  const buffer = (sku: Goods) => Math.max(kept.own[sku] ?? kept.buffer, kept.sale ?? 0);
  return Math.min(...partsOf(sold).map(([sku, each]) => Math.floor((stock[sku] - buffer(sku)) / each)));
}

/** What the shop has to show once nothing moves any more: `on_hand`, from which it subtracts its open orders. */
export function shownOf(sold: Sold, stock: Stock, kept: Kept): number {
  return Math.max(0, sellableOf(sold, stock, kept));
}

/**
 * What is sold and not sent: the least number of pieces of one variant that the app must know of as marked fulfilled and still lying in the
 * warehouse. Between two looks it sees only by how much the shop's figure and the warehouse's have moved in all, so what
 * rises meanwhile hides what fell, and what left the warehouse counts as what fell in the shop.
 */
export class Unsent {
  #lots: { pieces: number; at: number }[] = [];
  #fell = 0;
  #rose = 0;
  #left = 0;
  #least: number;
  /** All that fell since the app last held nothing back. */
  #fellInAll = 0;
  #cutOff = false;
  #unsure = false;

  constructor(whole: number) {
    this.#least = whole;
  }

  fulfilled(pieces: number, at: number): void {
    this.#lots.push({ pieces, at });
    this.#fell += pieces;
    this.fell(pieces);
  }

  /** The shop's figure fell, whoever did it. */
  fell(pieces: number): void {
    this.#fellInAll += pieces;
    this.#unsure ||= this.#cutOff;
  }

  /** A run was cut off: until the next look the app cannot tell its own write from what others do. */
  wasCut(): void {
    this.#cutOff = true;
  }

  /** An order that was fulfilled is cancelled: what it held may be sold again. */
  cancelled(pieces: number): void {
    this.#drop(pieces);
    this.rose(pieces);
  }

  rose(pieces: number): void {
    this.#rose += pieces;
    this.#unsure ||= this.#cutOff;
  }

  /** How many pieces of the variant lie in the warehouse now, and before. */
  moved({ from, to }: { from: number; to: number }): void {
    this.#left += Math.max(0, from - to);
    this.#least = Math.min(this.#least, to);
  }

  /** The app has looked: from here on it knows what it saw. */
  looked(whole: number, { now, held }: { now: number; held: number }): void {
    this.#cutOff = false;
    if (held === 0) [this.#fellInAll, this.#unsure] = [0, false];
    const known = this.atLeast(now);
    this.#drop(this.#lots.reduce((sum, { pieces }) => sum + pieces, 0) - known);
    [this.#fell, this.#rose, this.#left, this.#least] = [0, 0, 0, whole];
  }

  atLeast(now: number): number {
    this.#lots = this.#lots.filter(({ at }) => now - at < SETTLE * 60_000);
    const held = this.#lots.reduce((sum, { pieces }) => sum + pieces, 0);
    const hidden = Math.min(this.#rose, this.#fell) + this.#left;
    return Math.max(0, Math.min(held - hidden, this.#least));
  }

  /** No more than this may be held back: without a reason nothing is kept from being sold. */
  atMost(): number {
    return this.#unsure ? Infinity : this.#fellInAll;
  }

  /** The oldest first. */
  #drop(pieces: number): void {
    let rest = pieces;
    for (const lot of this.#lots) {
      const now = Math.min(lot.pieces, Math.max(0, rest));
      lot.pieces -= now;
      rest -= now;
    }
    this.#lots = this.#lots.filter((lot) => lot.pieces > 0);
  }
}
