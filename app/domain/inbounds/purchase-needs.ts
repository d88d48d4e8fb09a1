import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { sentenceSchema } from "../merchant-sentence.ts";

/*
 * What only a person can mend about a purchase. Worked out anew from each reading: a need is gone when its cause is.
 */

export const purchaseNeedSchema = z.discriminatedUnion("kind", [
  /** The warehouse would not take the inbound, or a change of it. */
  z.object({ kind: z.literal("refused"), sentence: sentenceSchema }),
  /**
   * What was asked came when the warehouse had moved on: it has the inbound as `status` now, or not any more (null).
   * Stands until the merchant says that it may stay so.
   */
  z.object({ kind: z.literal("too-late"), asked: z.enum(["edit", "delete"]), status: z.string().nullable() }),
  /**
   * So many units came in a condition that the warehouse does not say, and so many lines of receipts do not say what came or how
   * many. `isSeen`: the merchant has said that it may stay so, until there are others.
   */
  z.object({ kind: z.literal("unclear"), units: z.int(), unread: z.int(), isSeen: z.boolean() }),
  /** The warehouse leaves out what is needed to change the inbound, or to say what has not come. `isSeen` is of the latter. */
  z.object({
    kind: z.literal("parts-missing"),
    of: z.enum(["change", "receipts"]).default("receipts"),
    isSeen: z.boolean().default(false),
  }),
]);

export type PurchaseNeed = z.infer<typeof purchaseNeedSchema>;

/** The needs kept with a purchase. @throws ZodError when they are none, which only a mistake of ours can cause. */
export function readPurchaseNeeds(json: unknown): PurchaseNeed[] {
  return z.array(purchaseNeedSchema).parse(json);
}

/** Those that still need a person. */
export function openNeeds(needs: readonly PurchaseNeed[]): PurchaseNeed[] {
  return needs.filter((need) => !("isSeen" in need) || !need.isSeen);
}

/** What becomes of a purchase whose inbound may stay as it is. */
interface Left {
  needs: PurchaseNeed[];
  /** What they wanted of the warehouse is not wanted any more. */
  isDropped: boolean;
}

/**
 * The needs after the merchant has said of `asked`, as their page shows them, that the warehouse may leave it so.
 * @returns null when the page is out of date: none of them is there
 */
export function leaveAsItIs(needs: readonly PurchaseNeed[], asked: readonly PurchaseNeed[]): Left | null {
  const left = needs.filter((need) => asked.some((one) => isDeepStrictEqual(one, need)));
  if (left.length === 0) return null;
  return {
    needs: needs.flatMap((need) => {
      if (!left.includes(need)) return need;
      return isOfReceipts(need) ? { ...need, isSeen: true } : [];
    }),
    isDropped: left.some((need) => !isOfReceipts(need)),
  };
}

/** The needs once the merchant wants something else of the warehouse: what it would not do before matters no more. */
export function needsOfReceipts(needs: readonly PurchaseNeed[]): PurchaseNeed[] {
  return needs.filter(isOfReceipts);
}

/** It is about what has come in, and stays true; the others are about what the merchant wanted. */
function isOfReceipts(need: PurchaseNeed): boolean {
  return need.kind === "unclear" || (need.kind === "parts-missing" && need.of === "receipts");
}
