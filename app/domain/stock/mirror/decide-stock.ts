import type { StockMode } from "@prisma/client";

/** What a variant is made of, with what the warehouse has of each; `undefined` where that could not be read. */
export interface ComponentStock {
  quantity: number;
  stock: number | null | undefined;
}

/** How a variant stands to others that are mapped to the same goods. */
export type Sharing =
  /** Alone, or the merchant said that each shows the whole count. */
  | "whole"
  /** The merchant chose another variant to show the stock. */
  | "nothing"
  /** Others share it and nobody has said how. */
  | "undecided";

/**
 * How many pieces of a variant the warehouse has: of a kit, as many as can be put together.
 * @returns `null` when it knows none of one component; `undefined` when that cannot be said, which is not zero.
 */
export function stockOfVariant(
  components: readonly ComponentStock[],
  sharing: Sharing,
): number | null | undefined {
  if (sharing === "undecided" || components.length === 0) return undefined;
  if (sharing === "nothing") return 0;
  if (components.some(({ stock }) => stock === undefined)) return undefined;
  if (components.some(({ stock }) => stock === null)) return null;
  return Math.min(...components.map(({ stock, quantity }) => Math.floor((stock ?? 0) / quantity)));
}

/** The shop's figures at the connected location. */
export interface ShopFigures {
  onHand: number;
  available: number;
  committed: number;
}

/** One mapped variant as both worlds show it now, and as they were when it was last looked at. */
export interface StockReadings {
  /** Pieces of the variant lying in the warehouse; `null` when it answered that it does not know the goods. */
  warehouseStock: number | null;
  /** The same, without what the merchant keeps back. */
  sellable: number | null;
  /** The shop's side; `null` when the shop answered that the item is gone. */
  shop: {
    /** Whether the shop counts stock for it at all. */
    tracked: boolean;
    /** `null` when it is not stocked at the location. */
    figures: ShopFigures | null;
  } | null;
  /** `null` at the first look. */
  before: {
    warehouseStock: number | null;
    /** As last read, or as we last wrote them. */
    figures: ShopFigures | null;
    held: number;
    heldSince: Date | null;
  } | null;
  /** Pieces that Shopify may be about to put up by itself: a disposition that was sent and not answered yet. */
  underWay?: number;
}

/** The merchant's rules as they stand at `now`. */
export interface StockRules {
  mode: StockMode;
  /** How long what left the shop's figure by itself is held back, in milliseconds. */
  settleMs: number;
  /** Items that are not stocked at the location are stocked there. */
  activate: boolean;
  /** During a sale. */
  decreasesOnly: boolean;
  now: Date;
}

export interface StockDecision {
  verdict: "equal" | "write" | "activate" | "sale" | "untracked" | "not_stocked" | "absurd" | "gone";
  /** What the shop should show; `null` where that is not ours to say. */
  target: number | null;
  /** Pieces that left the shop's figure by themselves and, as far as we know, not the warehouse yet. */
  held: number;
  /** Since when both readings have stood still while something is held. */
  heldSince: Date | null;
  /** By how much somebody other than us and the shop's own orders has moved the figure since the last look. */
  movedByOther: number;
}

/** Shopify takes no figure beyond. */
const MOST = 1_000_000_000;

/**
 * What the shop's figure should be.
 *
 * The warehouse's figure is what physically lies there, orders not yet packed included; Shopify's `on_hand` is the
 * same thing, from which it subtracts its own `committed`. So the one is mirrored into the other: an unpacked order is
 * not sold twice. (A warehouse that reports what may be sold is mirrored into `available`.) It is compared with the
 * shop's actual figure, not with what was last written: a fulfilment or a restock moves it behind our back while the
 * warehouse's figure stands still.
 *
 * It is lowered at once and raised with a reason: pieces that left the shop's figure by themselves (an order marked as
 * fulfilled) are taken to lie in the warehouse still, waiting to be packed, and are held back until the warehouse's
 * figure falls too, or until nothing has moved for the settling time.
 */
export function decideStock(readings: StockReadings, rules: StockRules): StockDecision {
  const { warehouseStock, sellable, shop, before } = readings;
  const none = { target: null, held: 0, heldSince: null, movedByOther: 0 };
  if (!shop) return { ...none, verdict: "gone" };
  // Setting a quantity on an untracked item shows nothing and limits no sale; tracking is the merchant's decision.
  if (!shop.tracked) return { ...none, verdict: "untracked" };
  if (Math.abs(warehouseStock ?? 0) > MOST) return { ...none, verdict: "absurd" };
  // What the warehouse does not have cannot be sold, and Shopify takes no negative `on_hand`.
  const most = Math.max(0, sellable ?? 0);
  if (!shop.figures) return { ...none, verdict: rules.activate ? "activate" : "not_stocked", target: most };

  const now = figureOf(shop.figures, rules.mode);
  const hold = decideHold({ readings, rules, figures: shop.figures });
  const target = Math.max(0, most - hold.held - (readings.underWay ?? 0));
  const movedByOther = before?.figures ? otherMove(before.figures, shop.figures) : 0;
  const rest = { ...hold, target, movedByOther };
  if (target < now) return { ...rest, verdict: "write" };
  if (target === now) return { ...rest, verdict: "equal" };
  return { ...rest, verdict: rules.decreasesOnly ? "sale" : "write" };
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

function decideHold(about: {
  readings: StockReadings;
  rules: StockRules;
  figures: ShopFigures;
}): Pick<StockDecision, "held" | "heldSince"> {
  const { readings, rules, figures } = about;
  const { warehouseStock, before } = readings;
  const { mode, settleMs, now: at } = rules;
  if (!before?.figures) return { held: 0, heldSince: null };
  // What somebody puts up beside it (a return restocked, a figure typed in) sends nothing that is sold already.
  const putUp = Math.max(0, figures.onHand - before.figures.onHand);
  const fell = figureOf(before.figures, mode) - figureOf(figures, mode) + putUp;
  const left = (before.warehouseStock ?? 0) - (warehouseStock ?? 0);
  // Goods that came in explain nothing that left: what is held stays held beside them.
  const held = Math.min(
    Math.max(0, before.held + fell - Math.max(0, left)),
    Math.max(0, warehouseStock ?? 0),
  );
  if (held === 0) return { held, heldSince: null };
  const still = fell === 0 && putUp === 0 && left === 0;
  const heldSince = still && before.heldSince ? before.heldSince : at;
  const settled = at.getTime() - heldSince.getTime() >= settleMs;
  return settled ? { held: 0, heldSince: null } : { held, heldSince };
}

/**
 * An order moves `available` and `committed` against each other, its fulfilment only `committed`. Where `committed`
 * stood still or `on_hand` rose, somebody else was at work: a person, a till, another app, a restocked return.
 */
function otherMove(before: ShopFigures, now: ShopFigures): number {
  const moved = now.onHand - before.onHand;
  return now.committed === before.committed ? moved : Math.max(0, moved);
}
