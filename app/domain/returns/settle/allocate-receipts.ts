import type { Inbound } from "../../../fulfilment/answers.ts";
import type { ShopReturn } from "../../../shopify/returns.ts";
import type { Sku } from "../../ids.ts";
import {
  hasCome,
  receivedOn,
  totalOf,
  type Received,
  type ReceivedUnits,
} from "../../inbounds/inbound-receipts.ts";
import { backOf, isSettled, outstandingOf, receivedOf, type ReturnLine } from "../return-lines.ts";
import type { Need } from "../return-needs.ts";
import type { ReturnSettings } from "../return-settings.ts";

type Pieces = ReceivedUnits;
type Condition = keyof Pieces;

/** The warehouse expects nothing more on it: what has not come so far is not coming. */
function isDone(inbound: Pick<Inbound, "ref" | "status" | "lines" | "receipts">): boolean {
  // One that is cancelled before anything came is none: it may be announced again.
  return inbound.status === "fully_received" || (inbound.status === "cancelled" && hasCome(inbound));
}

/** The same, and the inbound shows all that came: what it does not show is missing. */
function isDoneAndCounted(inbound: Pick<Inbound, "ref" | "status" | "lines" | "receipts">): boolean {
  return isDone(inbound) && receivedOn(inbound).isComplete;
}

/**
 * Which of a return's lines the pieces stand for that the warehouse has received so far, in units of what was sold, and
 * what of them a person has to look at.
 *
 * A kit has come when all its components have; it is good when all of them are, and unclear when it takes one of unknown
 * condition. Lines that share an SKU are filled in the order of their ids, but first each with what was disposed of it already: a
 * piece that was disposed of under one line must not come up again under another because a line was added. Lines that are not sent to
 * the warehouse come last. Of their dispositions, only units that the warehouse had received count: another location took back the
 * rest.
 */
export function allocateReceipts(about: {
  lines: readonly ReturnLine[];
  inbound: Pick<Inbound, "ref" | "status" | "lines" | "receipts"> | null;
  status: ShopReturn["status"];
  policy: Pick<ReturnSettings, "restock" | "defectiveAs">;
}): { lines: ReturnLine[]; needs: Need[] } {
  const { inbound, status, policy } = about;
  if (!inbound) return { lines: [...about.lines], needs: [] };
  const received = receivedOn(inbound);
  const left = new Map([...received.units].map(([sku, pieces]) => [sku, { ...pieces }]));
  const units = new Map<string, Pieces>();
  const mapped = about.lines.filter(({ goods }) => goods === "mapped").sort(sentFirst);
  const filled = mapped.map((line) => ({ line, filling: new Filling(line, left) }));
  for (const { line, filling } of filled) {
    const back = Math.min(line.quantity, backOf(line), line.isSent ? Infinity : receivedOf(line));
    const restocked = filling.take(Math.min(back, line.disposed.RESTOCKED), ["good", "unclear", "defective"]);
    filling.take(back - restocked, ["defective", "unclear", "good"]);
  }
  // What somebody has disposed of, somebody has looked at.
  const unclear = new Map([...left].map(([sku, pieces]) => [sku, pieces.unclear]));
  for (const { line, filling } of filled) {
    filling.take(line.quantity - filling.units, ["good"]);
    filling.take(line.quantity - filling.units, ["defective", "good"]);
    filling.take(line.quantity - filling.units, ["unclear", "defective", "good"]);
    units.set(line.id, filling.count());
  }
  const lines = about.lines.map((line) => ({ ...line, ...units.get(line.id) }));
  const needs =
    status === "OPEN"
      ? [
          ...openNeeds({ lines, received, left, isMissing: isDoneAndCounted(inbound) }),
          ...unclearNeeds({ lines, received, unclear }),
        ]
      : lateNeeds({ lines, received, status, policy });
  return { lines, needs };
}

/** No two lines of a return have the same id. */
function sentFirst(one: ReturnLine, other: ReturnLine): number {
  if (one.isSent !== other.isSent) return one.isSent ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

/** The pieces taken for one line, whole units at a time. */
class Filling {
  units = 0;
  readonly #line: ReturnLine;
  readonly #left: ReadonlyMap<string, Pieces>;
  readonly #held: Pieces[];

  constructor(line: ReturnLine, left: ReadonlyMap<string, Pieces>) {
    this.#line = line;
    this.#left = left;
    this.#held = line.components.map(() => ({ good: 0, defective: 0, unclear: 0 }));
  }

  /** Takes as many units as there are, up to `wanted`, of pieces in these conditions; of each SKU the first of them first. */
  take(wanted: number, conditions: readonly Condition[]): number {
    const units = Math.min(wanted, this.#most(conditions));
    if (units <= 0) return 0;
    for (const [index, { sku, quantity }] of this.#line.components.entries()) {
      const [from, to] = [this.#left.get(sku)!, this.#held[index]!];
      let rest = units * quantity;
      for (const condition of conditions) {
        const taken = Math.min(from[condition], rest);
        from[condition] -= taken;
        to[condition] += taken;
        rest -= taken;
      }
    }
    this.units += units;
    return units;
  }

  count(): Pieces {
    const good = this.#whole(["good"]);
    const known = this.#whole(["good", "defective"]);
    return { good, defective: known - good, unclear: this.units - known };
  }

  /** Units all pieces of which are held in these conditions. */
  #whole(conditions: readonly Condition[]): number {
    const { components } = this.#line;
    const whole = components.map(({ quantity }, index) =>
      Math.floor(piecesIn(this.#held[index]!, conditions) / quantity),
    );
    return Math.min(this.units, ...whole);
  }

  #most(conditions: readonly Condition[]): number {
    return Math.min(
      ...this.#line.components.map(({ sku, quantity }) => {
        const pieces = this.#left.get(sku);
        return pieces ? Math.floor(piecesIn(pieces, conditions) / quantity) : 0;
      }),
    );
  }
}

const piecesIn = (pieces: Pieces, conditions: readonly Condition[]) =>
  conditions.reduce((sum, condition) => sum + pieces[condition], 0);

function openNeeds(about: {
  lines: readonly ReturnLine[];
  received: Received;
  left: ReadonlyMap<string, Pieces>;
  /** What has not come is not coming. */
  isMissing: boolean;
}): Need[] {
  const { lines, received, left } = about;
  const wanted = piecesOf(lines, ({ quantity }) => quantity);
  const needs: Need[] = [];
  for (const [sku, pieces] of received.units) {
    const more = totalOf(pieces) - (wanted.get(sku) ?? 0);
    if (more > 0) needs.push({ kind: wanted.has(sku) ? "over" : "unknown", sku, quantity: more });
  }
  if (!about.isMissing) return needs;
  for (const [sku, pieces] of piecesOf(lines, outstandingOf)) {
    // Of a kit that is not complete some components may have come.
    const fewer = pieces - totalOf(left.get(sku));
    if (fewer > 0) needs.push({ kind: "short", sku, quantity: fewer });
  }
  return needs;
}

/** What came in a condition that nobody knows, or cannot be read at all, until it is disposed of. */
function unclearNeeds(about: {
  lines: readonly ReturnLine[];
  received: Received;
  /** Units of unknown condition that nobody has disposed of, by SKU. */
  unclear: ReadonlyMap<Sku, number>;
}): Need[] {
  const { lines, received, unclear } = about;
  if (isSettled(lines)) return [];
  const open = piecesOf(lines, (line) => Math.max(0, line.quantity - backOf(line)));
  const needs = [...unclear].flatMap(([sku, units]): Need[] => {
    const quantity = Math.min(units, open.get(sku) ?? 0);
    return quantity > 0 ? [{ kind: "unclear", sku, quantity }] : [];
  });
  return [...needs, ...received.unread.map((line): Need => ({ kind: "unclear", ...line }))];
}

/**
 * What came in for a return that is over, and that nobody has disposed of. Of one that was closed only what would be
 * ours to dispose of: who closes a return has seen the rest.
 */
function lateNeeds(about: {
  lines: readonly ReturnLine[];
  received: Received;
  status: ShopReturn["status"];
  policy: Pick<ReturnSettings, "restock" | "defectiveAs">;
}): Need[] {
  const { lines, received, policy } = about;
  const isClosed = about.status === "CLOSED";
  const wanted = piecesOf(lines, ({ quantity }) => quantity);
  const disposed = piecesOf(lines, backOf);
  return [...received.units].flatMap(([sku, pieces]): Need[] => {
    const { good, defective, unclear } = pieces;
    const ours = (policy.restock ? good : 0) + (policy.defectiveAs === "left" ? 0 : defective) + unclear;
    const came = isClosed ? Math.min(ours, wanted.get(sku) ?? 0) : totalOf(pieces);
    const quantity = came - (disposed.get(sku) ?? 0);
    return quantity > 0 ? [{ kind: "late", sku, quantity }] : [];
  });
}

/** Units of lines as pieces of the goods they are made of. */
function piecesOf(lines: readonly ReturnLine[], units: (line: ReturnLine) => number): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const line of lines)
    for (const { sku, quantity } of line.goods === "mapped" ? line.components : [])
      pieces.set(sku, (pieces.get(sku) ?? 0) + units(line) * quantity);
  return pieces;
}
