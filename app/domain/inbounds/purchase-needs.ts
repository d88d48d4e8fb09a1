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
]);

export type PurchaseNeed = z.infer<typeof needSchema>;

/** The needs kept with a purchase. @throws ZodError when they are none, which only a mistake of ours can cause. */
export function readPurchaseNeeds(json: unknown): PurchaseNeed[] {
  return z.array(needSchema).parse(json);
}
