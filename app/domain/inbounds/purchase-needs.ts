import { z } from "zod";
import { sentenceSchema } from "../merchant-sentence.ts";

/*
 * What only a person can mend about a purchase. Worked out anew from each reading: a need is gone when its cause is.
 */

const needSchema = z.discriminatedUnion("kind", [
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
  /** The warehouse leaves out what is needed to change the inbound, or to say what has not come. */
  z.object({ kind: z.literal("parts-missing") }),
]);

export type PurchaseNeed = z.infer<typeof needSchema>;

/** The needs kept with a purchase. @throws ZodError when they are none, which only a mistake of ours can cause. */
export function readPurchaseNeeds(json: unknown): PurchaseNeed[] {
  return z.array(needSchema).parse(json);
}

/** Those that still need a person. */
export function openNeeds(needs: readonly PurchaseNeed[]): PurchaseNeed[] {
  return needs.filter((need) => need.kind !== "unclear" || !need.isSeen);
}

/** The same needs, after the merchant has said that what is unclear may stay so. */
export function withUnclearSeen(needs: readonly PurchaseNeed[]): PurchaseNeed[] {
  return needs.map((need) => (need.kind === "unclear" ? { ...need, isSeen: true } : need));
}
