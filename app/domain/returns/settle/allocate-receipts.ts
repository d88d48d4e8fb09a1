import type { Inbound } from "../../../fulfilment/answers.ts";
import type { ShopReturn } from "../../../shopify/returns.ts";
import type { Sku } from "../../ids.ts";
import { hasCome, receivedOn, totalOf, type ReceivedUnits } from "../../inbounds/inbound-receipts.ts";
import {
  backOf,
  disposedSince,
  dueOf,
  isSettled,
  NONE_DISPOSED,
  outstandingOf,
  receivedOf,
  settledWithoutReceipt,
  turnedUpOf,
  type LoadedLine,
  type ReturnLine,
} from "../return-lines.ts";
import type { Need } from "../return-needs.ts";
import type { ReturnSettings } from "../return-settings.ts";
import { sumOf, withInbound, type Reading, type ReturnReceipts } from "./return-receipts.ts";

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
 * piece that was disposed of under one line must not come up again under another because a line was added. What was settled before
 * the warehouse was asked for the rest is other units, as long as no more come than were asked for. Lines that are not sent to
 * the warehouse come last. Of their dispositions, only units that the warehouse had received count: another location took back the
 * rest.
 */
export function allocateReceipts(about: {
  lines: readonly LoadedLine[];
  /** The one it has now; null when the warehouse has none. */
  inbound: Pick<Inbound, "ref" | "status" | "lines" | "receipts"> | null;
  /** What the inbounds of the return showed when they were last read. */
  stored: readonly Reading[];
  status: ShopReturn["status"];
  policy: Pick<ReturnSettings, "restock" | "defectiveAs">;
}): { lines: ReturnLine[]; needs: Need[] } {
  const { inbound, status, policy } = about;
  const received = sumOf(withInbound(about.stored, inbound));
  const left = new Map([...received.units].map(([sku, pieces]) => [sku, { ...pieces }]));
  const units = new Map<string, Pieces>();
  // Of what is not asked for yet, and without an inbound nothing is, anything that was settled may be what has come in.
  const isAsked = ({ settledBefore }: LoadedLine) => inbound !== null && settledBefore !== null;
  const all = about.lines.map((line): ReturnLine => ({
    ...line,
    settledBefore: (isAsked(line) && line.settledBefore) || NONE_DISPOSED,
  }));
  const mapped = all.filter(({ goods }) => goods === "mapped").sort(sentFirst);
  const filled = mapped.map((line) => ({ line, filling: new Filling(line, left) }));
  for (const { line, filling } of filled) {
    const since = disposedSince(line);
    const most = line.isSent ? line.quantity : Math.min(line.quantity, receivedOf(line));
    const back = Math.min(most, backOf({ disposed: since }));
    const restocked = filling.take(Math.min(back, since.RESTOCKED), ["good", "unclear", "defective"]);
    filling.take(back - restocked, ["defective", "unclear", "good"]);
  }
  // What somebody has disposed of, somebody has looked at.
  const unclear = new Map([...left].map(([sku, pieces]) => [sku, pieces.unclear]));
  // Of the lines that are sent first the units that are still to come, then those that are settled otherwise.
  for (const isSent of [true, false])
    for (const unitsOf of [dueOf, ({ quantity }: ReturnLine) => quantity])
      for (const { line, filling } of filled.filter((one) => one.line.isSent === isSent))
        for (const conditions of FILLED_WITH) filling.take(unitsOf(line) - filling.units, conditions);
  for (const { line, filling } of filled) units.set(line.id, filling.count());
  const lines = about.lines.map((loaded, index): ReturnLine => {
    const line = { ...all[index]!, ...units.get(loaded.id) };
    if (isAsked(loaded)) return line;
    return { ...line, settledBefore: settledWithoutReceipt(line, correctedOf(line, received)) };
  });
  const isMissing = inbound !== null && isDoneAndCounted(inbound);
  const needs =
    status === "OPEN"
      ? [...openNeeds({ lines, received, left, isMissing }), ...unclearNeeds({ lines, received, unclear })]
      : lateNeeds({ lines, received, status, policy });
  return { lines, needs: [...needs, ...afterwardsNeeds({ lines, received })] };
}

const FILLED_WITH: readonly Condition[][] = [
  ["good"],
  ["defective", "good"],
  ["unclear", "defective", "good"],
];

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
  received: ReturnReceipts;
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
  received: ReturnReceipts;
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
  const same = Map.groupBy(received.unread, (line) => JSON.stringify(line));
  const unread = [...same.values()].map((lines): Need => {
    return { kind: "unclear", ...lines[0]!, ...(lines.length > 1 && { lines: lines.length }) };
  });
  return [...needs, ...unread];
}

/**
 * What came in for a return that is over, and that nobody has disposed of. Of one that was closed only what would be
 * ours to dispose of: who closes a return has seen the rest.
 */
function lateNeeds(about: {
  lines: readonly ReturnLine[];
  received: ReturnReceipts;
  status: ShopReturn["status"];
  policy: Pick<ReturnSettings, "restock" | "defectiveAs">;
}): Need[] {
  const { lines, received, policy } = about;
  const isClosed = about.status === "CLOSED";
  const wanted = piecesOf(lines, ({ quantity }) => quantity);
  const disposed = piecesOf(lines, (line) => backOf(line) - unmatchedOf(line) + turnedUpOf(line));
  return [...received.units].flatMap(([sku, pieces]): Need[] => {
    const { good, defective, unclear } = pieces;
    const ours = (policy.restock ? good : 0) + (policy.defectiveAs === "left" ? 0 : defective) + unclear;
    const came = isClosed ? Math.min(ours, wanted.get(sku) ?? 0) : totalOf(pieces);
    const quantity = came - (disposed.get(sku) ?? 0);
    return quantity > 0 ? [{ kind: "late", sku, quantity }] : [];
  });
}

/** Units of a line that were settled before it was sent, and that no received unit stands for. */
function unmatchedOf(line: ReturnLine): number {
  const before = backOf({ disposed: line.settledBefore });
  return Math.max(0, before - Math.max(0, receivedOf(line) - (line.quantity - before)));
}

/** Units of a line that had come in, as far as its parts tell, before receipts were corrected. */
function correctedOf({ components }: ReturnLine, { fewer }: ReturnReceipts): number {
  const units = components.map(({ sku, quantity }) => Math.ceil((fewer.get(sku as Sku) ?? 0) / quantity));
  return Math.max(0, ...units);
}

/** What the warehouse says now of units that were disposed of already, or count as missing: a return cannot take that back. */
function afterwardsNeeds(about: { lines: readonly ReturnLine[]; received: ReturnReceipts }): Need[] {
  const { lines, received } = about;
  const needs = lines.flatMap((line): Need[] => {
    const { id, title, components, good, unclear } = line;
    const of = { id, title };
    const since = disposedSince(line);
    const [settled, came] = [backOf({ disposed: since }), receivedOf(line)];
    const needs: Need[] = [];
    if (settled > came && correctedOf(line, received) > 0)
      needs.push({ kind: "corrected", as: "settled", ...of, settled, came });
    else if (
      since.RESTOCKED > good + unclear &&
      components.some(({ sku }) => received.fewerGood.has(sku as Sku))
    )
      needs.push({
        kind: "corrected",
        as: "restocked",
        ...of,
        settled: since.RESTOCKED,
        came: good + unclear,
      });
    const turnedUp = turnedUpOf(line);
    if (turnedUp > 0)
      needs.push({ kind: "turned-up", ...of, missing: line.disposed.MISSING, came: turnedUp });
    return needs;
  });
  // What cannot be read may be what is not shown any more.
  return received.unread.length > 0 ? needs.filter(({ kind }) => kind !== "corrected") : needs;
}

/** Units of lines as pieces of the goods they are made of. */
function piecesOf(lines: readonly ReturnLine[], units: (line: ReturnLine) => number): Map<string, number> {
  const pieces = new Map<string, number>();
  for (const line of lines)
    for (const { sku, quantity } of line.goods === "mapped" ? line.components : [])
      pieces.set(sku, (pieces.get(sku) ?? 0) + units(line) * quantity);
  return pieces;
}
