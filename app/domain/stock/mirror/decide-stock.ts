import type { StockMode } from "@prisma/client";
import type { StoreQuantities } from "../balance/balance.ts";

/** What a variant is made of, with what the warehouse has of each; `undefined` where that could not be read. */
export interface ComponentStock {
  quantity: number;
  stock: number | null | undefined;
}

/**
 * How many pieces of a variant the warehouse has: of a kit, as many as can be put together.
 * @returns `null` when it knows none of one component; `undefined` when that cannot be said, which is not zero.
 */
export function stockOfVariant(components: readonly ComponentStock[]): number | null | undefined {
  if (components.length === 0) return undefined;
  if (components.some(({ stock }) => stock === undefined)) return undefined;
  if (components.some(({ stock }) => stock === null)) return null;
  return Math.min(...components.map(({ stock, quantity }) => Math.floor((stock ?? 0) / quantity)));
}

/** The shop's figures at the connected location. */
export type ShopFigures = StoreQuantities;

/** One mapped variant as both systems show it now. */
export interface StockReadings {
  /** Units of the variant in the warehouse; `null` when it answered that it does not know one of its SKUs. */
  warehouseStock: number | null;
  /** What the store should show by the balances of its SKUs (`decideTargets`). */
  offered: number;
  /** The store's side; `null` when the store answered that the item is gone. */
  shop: {
    /** Whether the store counts stock for it at all. */
    tracked: boolean;
    /** `null` when it is not stocked at the location. */
    figures: ShopFigures | null;
  } | null;
  /** The store's quantities as observed last, or as a write of ours has left them; `null` when there are none. */
  before: ShopFigures | null;
  /** Units that Shopify may be about to add: a disposition that was sent and not answered yet. */
  underWay?: number;
}

/** The merchant's rules at `now`. */
export interface StockRules {
  mode: StockMode;
  /** How long units that moved on one side wait for the other, in milliseconds. */
  graceMs: number;
  /** Items that are not stocked at the location are stocked there. */
  activate: boolean;
  /** During a sale. */
  decreasesOnly: boolean;
  now: Date;
}

export interface StockDecision {
  verdict: "equal" | "write" | "activate" | "sale" | "untracked" | "not_stocked" | "absurd" | "gone";
  /** What the store should show; `null` where that is not ours to say. */
  target: number | null;
  /** By how much somebody other than us and the store's own orders has moved the quantity since it was observed last. */
  movedByOther: number;
}

/** Shopify takes no quantity beyond. */
export const QUANTITY_MAX = 1_000_000_000;

/** Whether this is no number of units that a store can show. */
export const isAbsurd = (stock: number | null): boolean => Math.abs(stock ?? 0) > QUANTITY_MAX;

/**
 * What follows for a variant from what it should show. It is compared with the store's actual quantity, not with what was last
 * written: a fulfillment or a restock moves that without us. During a sale nothing is raised.
 */
export function decideStock(
  { warehouseStock, offered, shop, before, underWay = 0 }: StockReadings,
  { mode, activate, decreasesOnly }: StockRules,
): StockDecision {
  const none = { target: null, movedByOther: 0 };
  if (!shop) return { ...none, verdict: "gone" };
  // Setting a quantity on an untracked item shows nothing and limits no sale; tracking is the merchant's decision.
  if (!shop.tracked) return { ...none, verdict: "untracked" };
  if (isAbsurd(warehouseStock)) return { ...none, verdict: "absurd" };
  if (!shop.figures)
    return { ...none, verdict: activate ? "activate" : "not_stocked", target: Math.max(0, offered) };
  const now = figureOf(shop.figures, mode);
  const target = underWay > 0 ? Math.max(Math.min(0, offered), offered - underWay) : offered;
  const rest = { target, movedByOther: before ? otherMove(before, shop.figures) : 0 };
  if (target === now) return { ...rest, verdict: "equal" };
  return { ...rest, verdict: target > now && decreasesOnly ? "sale" : "write" };
}

/** What the figure that is mirrored is called, in what we keep and by Shopify. */
export const MIRRORED = { on_hand: "onHand", available: "available" } as const satisfies Record<
  StockMode,
  keyof ShopFigures
>;

/** The figure that is mirrored. */
export function figureOf(figures: ShopFigures, mode: StockMode): number {
  return figures[MIRRORED[mode]];
}

/** The shop's figures after ours was set: the two move together, and orders stay as they are. */
export function afterWriting(
  figures: ShopFigures,
  { mode, target }: { mode: StockMode; target: number },
): ShopFigures {
  const by = target - figureOf(figures, mode);
  return { ...figures, onHand: figures.onHand + by, available: figures.available + by };
}

/**
 * The shop's figures as they were before others moved them, when a run was cut off that meant to set `meant`: what it
 * had read, or that with its write, if that arrived. Orders and cancellations leave `on_hand` as it is, fulfilments
 * `available`; so mostly one of the two tells. Where none does, or both do, it is the one from which more fell: rather
 * something is held for a while than sold twice.
 */
export function figuresBefore(about: {
  read: ShopFigures;
  meant: ShopFigures;
  now: ShopFigures;
}): ShopFigures {
  const { read, meant, now } = about;
  const fits = (one: ShopFigures) => one.onHand === now.onHand || one.available === now.available;
  if (fits(read) !== fits(meant)) return fits(read) ? read : meant;
  return meant.onHand > read.onHand ? meant : read;
}

/**
 * By how much somebody other than us and the store's own orders has moved the quantity between two looks. An order moves
 * `available` and `committed` against each other, its fulfilment only `committed`. Where `committed`
 * stood still or `on_hand` rose, somebody else was at work: a person, a till, another app, a restocked return.
 */
export function otherMove(before: ShopFigures, now: ShopFigures): number {
  const moved = now.onHand - before.onHand;
  return now.committed === before.committed ? moved : Math.max(0, moved);
}
