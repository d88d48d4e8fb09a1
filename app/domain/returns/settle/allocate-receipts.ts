import type { Inbound } from "../../../fulfilment/answers.ts";
import type { ShopReturn } from "../../../shopify/returns.ts";
import { backOf, outstandingOf, type ReturnLine } from "../return-lines.ts";
import type { Need } from "../return-needs.ts";
import type { ReturnSettings } from "../return-settings.ts";

/** Pieces of one SKU. */
interface Pieces {
  good: number;
  defective: number;
}

/** Pieces received so far, by SKU. Receipts have no id, so they are counted, all of them, each time. */
export function receivedOn({ receipts }: Pick<Inbound, "receipts">): Map<string, Pieces> {
  const received = new Map<string, Pieces>();
  for (const { sku, quantity, defective } of receipts.flatMap(({ lines }) => lines)) {
    const pieces = received.get(sku) ?? { good: 0, defective: 0 };
    pieces[defective ? "defective" : "good"] += quantity;
    received.set(sku, pieces);
  }
  // A receipt may be corrected downwards by another, never below nothing.
  for (const [sku, { good, defective }] of received)
    received.set(sku, { good: Math.max(0, good), defective: Math.max(0, defective) });
  return received;
}

/** The warehouse expects nothing more on it: what has not come so far is not coming. */
export function isDone({ status, receipts }: Pick<Inbound, "status" | "receipts">): boolean {
  // One that is cancelled before anything came is none: it may be announced again.
  return status === "fully_received" || (status === "cancelled" && receipts.length > 0);
}

/**
 * Which of a return's lines the pieces stand for that the warehouse has received so far, in units of what was sold, and
 * what of them a person has to look at.
 *
 * A kit has come when all its components have; it is good when all of them are. Lines that share an SKU are filled in
 * the order of their ids, but first each with what was disposed of it already: a piece that was disposed of under one
 * line must not come up again under another because a line was added.
 */
export function allocateReceipts(about: {
  lines: readonly ReturnLine[];
  inbound: Pick<Inbound, "status" | "receipts"> | null;
  status: ShopReturn["status"];
  policy: Pick<ReturnSettings, "restock" | "defectiveAs">;
}): { lines: ReturnLine[]; needs: Need[] } {
  const { inbound, status, policy } = about;
  if (!inbound) return { lines: [...about.lines], needs: [] };
  const received = receivedOn(inbound);
  const left = new Map([...received].map(([sku, pieces]) => [sku, { ...pieces }]));
  const units = new Map<string, Pieces>();
  const mapped = about.lines.filter(({ goods }) => goods === "mapped").sort(byId);
  const filled = mapped.map((line) => ({ line, filling: new Filling(line, left) }));
  for (const { line, filling } of filled) {
    const back = Math.min(line.quantity, backOf(line));
    const restocked = filling.take(Math.min(back, line.disposed.RESTOCKED), "good");
    filling.take(back - restocked, "defective");
  }
  for (const { line, filling } of filled) {
    filling.takeWholly(line.quantity - filling.units);
    filling.take(line.quantity - filling.units, "defective");
    units.set(line.id, filling.count());
  }
  const lines = about.lines.map((line) => ({ ...line, ...units.get(line.id) }));
  const needs =
    status === "OPEN"
      ? openNeeds({ lines, received, left, isDone: isDone(inbound) })
      : lateNeeds({ lines, received, status, policy });
  return { lines, needs };
}

/** No two lines of a return have the same. */
const byId = (one: ReturnLine, other: ReturnLine) => (one.id < other.id ? -1 : 1);

/** The pieces taken for one line, whole units at a time. */
class Filling {
  units = 0;
  readonly #line: ReturnLine;
  readonly #left: ReadonlyMap<string, Pieces>;
  readonly #held: Pieces[];

  constructor(line: ReturnLine, left: ReadonlyMap<string, Pieces>) {
    this.#line = line;
    this.#left = left;
    this.#held = line.components.map(() => ({ good: 0, defective: 0 }));
  }

  /** Takes as many units as there are, up to `wanted`; of each SKU the pieces of one condition first. */
  take(wanted: number, first: keyof Pieces): number {
    const most = this.#most((pieces) => pieces.good + pieces.defective);
    return this.#move(Math.min(wanted, most), first);
  }

  /** The same of units all pieces of which are good. */
  takeWholly(wanted: number): number {
    return this.#move(
      Math.min(
        wanted,
        this.#most(({ good }) => good),
      ),
      "good",
    );
  }

  count(): Pieces {
    const { components } = this.#line;
    const whole = components.map(({ quantity }, index) => Math.floor(this.#held[index]!.good / quantity));
    const good = Math.min(this.units, ...whole);
    return { good, defective: this.units - good };
  }

  #most(count: (pieces: Pieces) => number): number {
    return Math.min(
      ...this.#line.components.map(({ sku, quantity }) => {
        const pieces = this.#left.get(sku);
        return pieces ? Math.floor(count(pieces) / quantity) : 0;
      }),
    );
  }

  #move(units: number, first: keyof Pieces): number {
    if (units <= 0) return 0;
    const second = first === "good" ? "defective" : "good";
    for (const [index, { sku, quantity }] of this.#line.components.entries()) {
      const [from, to] = [this.#left.get(sku)!, this.#held[index]!];
      const ofFirst = Math.min(from[first], units * quantity);
      const ofSecond = units * quantity - ofFirst;
      from[first] -= ofFirst;
      from[second] -= ofSecond;
      to[first] += ofFirst;
      to[second] += ofSecond;
    }
    this.units += units;
    return units;
  }
}

function openNeeds(about: {
  lines: readonly ReturnLine[];
  received: ReadonlyMap<string, Pieces>;
  left: ReadonlyMap<string, Pieces>;
  isDone: boolean;
}): Need[] {
  const { lines, received, left } = about;
  const wanted = piecesOf(lines, ({ quantity }) => quantity);
  const needs: Need[] = [];
  for (const [sku, pieces] of received) {
    const more = total(pieces) - (wanted.get(sku) ?? 0);
    if (more > 0) needs.push({ kind: wanted.has(sku) ? "over" : "unknown", sku, quantity: more });
  }
  if (!about.isDone) return needs;
  for (const [sku, pieces] of piecesOf(lines, outstandingOf)) {
    // Of a kit that is not complete some components may have come.
    const fewer = pieces - total(left.get(sku));
    if (fewer > 0) needs.push({ kind: "short", sku, quantity: fewer });
  }
  return needs;
}

/**
 * What came in for a return that is over, and that nobody has disposed of. Of one that was closed only what would be
 * ours to dispose of: who closes a return has seen the rest.
 */
function lateNeeds(about: {
  lines: readonly ReturnLine[];
  received: ReadonlyMap<string, Pieces>;
  status: ShopReturn["status"];
  policy: Pick<ReturnSettings, "restock" | "defectiveAs">;
}): Need[] {
  const { lines, received, policy } = about;
  const isClosed = about.status === "CLOSED";
  const wanted = piecesOf(lines, ({ quantity }) => quantity);
  const disposed = piecesOf(lines, backOf);
  return [...received].flatMap(([sku, { good, defective }]): Need[] => {
    const ours = (policy.restock ? good : 0) + (policy.defectiveAs === "left" ? 0 : defective);
    const came = isClosed ? Math.min(ours, wanted.get(sku) ?? 0) : good + defective;
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

const total = (pieces: Pieces | undefined) => (pieces ? pieces.good + pieces.defective : 0);
