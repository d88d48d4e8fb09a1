import fc from "../../support/fast-check.ts";
import type { Known } from "./known.ts";
import { unitsOf, type SkuName, type Sold, type Units } from "./rules.ts";
import type { TrueOrder } from "./truth.ts";

/** Something that happens in one of the systems, or that the app does. */
export interface Step {
  /** For the list of what led to a failure. */
  said: string;
  isPossible?(known: Known): boolean;
  happen(known: Known): Promise<void>;
}

/** Mostly the kit and its parts, so that much happens to them. */
export const sold = fc.constantFrom<Sold>("MUG", "TEE-ONE", "TEE-TWO", "LID", "JAR", "JAR", "KIT", "KIT");
export const sku = fc.constantFrom<SkuName>("MUG", "TEE", "LID", "JAR", "JAR");
export const few = fc.integer({ min: 1, max: 3 });
export const nth = fc.nat({ max: 9 });

/** The n-th order that fits, counted around. */
function pick(known: Known, index: number, fits: (order: TrueOrder) => boolean): TrueOrder | undefined {
  const fitting = known.truth.orders.filter((order) => order.sold !== "PEN" && fits(order));
  return fitting[index % Math.max(1, fitting.length)];
}

/** A step that happens to the n-th order that fits. */
export function toOrder(about: {
  said: string;
  index: number;
  fits(order: TrueOrder, known: Known): boolean;
  happen(known: Known, order: TrueOrder): Promise<void>;
}): Step {
  const chosen = (known: Known) => pick(known, about.index, (order) => about.fits(order, known));
  return {
    said: about.said,
    isPossible: (known) => chosen(known) !== undefined,
    happen: (known) => about.happen(known, chosen(known)!),
  };
}

export const isOpen = ({ cancelled, ordered, fulfilled }: TrueOrder): boolean =>
  !cancelled && ordered > fulfilled;

/** Units that a move takes out of the warehouse. */
export const taken = (of: Sold, quantity: number): Partial<Units> => unitsOf(of, -quantity);
