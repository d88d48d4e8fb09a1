import { z } from "zod";
import { sentenceSchema, type MerchantSentence } from "../../merchant-sentence.ts";
import { SKIP_REASONS } from "./product-to-send.ts";

/** What kept a product that was to be created from being created. Each has its sentence in `i18n`. */
export type PushReason =
  | { because: (typeof BECAUSE)[number] }
  /** The warehouse's, or its interface's, objection. */
  | { sentence: MerchantSentence };

const BECAUSE = [
  ...SKIP_REASONS,
  /** Its SKU was changed in the shop after it was queued. */
  "sku_changed",
  /** The warehouse said that it took it, and does not show it. */
  "unseen",
] as const;

const storedSchema = z.union([
  z.object({ because: z.enum(BECAUSE) }),
  z.object({ sentence: sentenceSchema }),
]);

/** As it is kept in `PushedProduct.reason`. */
export function writePushReason(reason: PushReason): string {
  return JSON.stringify(reason);
}

export function readPushReason(stored: string): PushReason {
  return storedSchema.parse(JSON.parse(stored));
}
