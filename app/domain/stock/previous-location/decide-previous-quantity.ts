import type { PreviousLocationPhase, PreviousQuantity } from "@prisma/client";
import type { ShopReading } from "../mirror/read-shop-stock.ts";
import type { SettledAnswer } from "../mirror/settled-answer.ts";

/** A quantity at a previous location. All units are units of the variant that are available there. */
export type Row = Omit<PreviousQuantity, "shop" | "locationId">;

/** One that a call sets, from `writeFrom` to `writeTo`. */
export type Write = Row & CallStamp & { writeFrom: number; writeTo: number };

/** What all quantities of a call share. */
interface CallStamp {
  writeKey: string;
  writeAt: Date;
}

/** What became of a call; `unanswered`: Shopify has not said it for minutes, and is not asked any more. */
export type CallAnswer = SettledAnswer | { answer: "unanswered" };

export const isWrite = <Some extends Row>(row: Some): row is Some & Write => row.writeKey !== null;
/** Whether a call puts units back. */
export const isRaise = ({ writeFrom, writeTo }: Write): boolean => writeTo > writeFrom;

interface Reading {
  phase: PreviousLocationPhase;
  /** As Shopify shows it; undefined where it is gone, `failed` where it could not be read. */
  reading: ShopReading | "failed" | undefined;
  isMapped: boolean;
  call: CallStamp;
}

/** A quantity with what the next call sets it to, or with nothing left to be done. A negative one is never raised to 0. */
export function decideWrite(row: Row, { phase, reading, isMapped, call }: Reading): Row {
  if (reading === "failed") return { ...row, isDone: true };
  // Of what is not tracked, no quantity limits what customers can buy. What was taken is put back also where it is not mapped now.
  const isOurs = reading?.tracked && (phase === "restoring" || isMapped);
  const stocked = isOurs ? reading.figures : null;
  if (!stocked) return { ...row, available: 0, isDone: true };
  const { available } = stocked;
  const writeTo = phase === "clearing" ? Math.min(available, 0) : available + row.taken;
  if (writeTo === available) return { ...row, available, isDone: true };
  return { ...row, ...call, available, writeFrom: available, writeTo };
}

/** The quantities of a call after it. They are not done with where the merchant asks for the opposite of what it did by then. */
export function rowsAfter(
  writes: readonly Write[],
  { phase, answer }: { phase: PreviousLocationPhase; answer: CallAnswer },
): Row[] {
  const isWanted = writes.some(isRaise) === (phase === "restoring");
  return writes.map((write, at) => {
    const row = rowAfter(write, { at, answer });
    return { ...row, isDone: row.isDone && isWanted };
  });
}

function rowAfter(write: Write, { at, answer }: { at: number; answer: CallAnswer }): Row {
  switch (answer.answer) {
    case "done":
      return {
        ...ended(write),
        available: write.writeTo,
        taken: write.taken + write.writeFrom - write.writeTo,
      };
    case "entries-refused": {
      const stale = answer.refused.get(at)?.stale;
      return { ...ended(write), isDone: stale === false, isAlone: write.isAlone || stale === true };
    }
    case "key-spent":
      return { ...ended(write), isDone: false };
    case "unanswered":
      return afterNoAnswer(write);
  }
}

/** What was to be put back may have been, so it is not put back again. What was to be set to 0 is tried once more, alone. */
function afterNoAnswer(write: Write): Row {
  const { taken, unsure, isAlone, writeFrom, writeTo } = write;
  if (!isRaise(write)) return { ...ended(write), isDone: isAlone, isAlone: true };
  const units = writeTo - writeFrom;
  return { ...ended(write), taken: taken - units, unsure: unsure + units };
}

const ended = (write: Write): Row => ({
  ...{ ...write, isDone: true },
  ...{ writeKey: null, writeFrom: null, writeTo: null, writeAt: null },
});
