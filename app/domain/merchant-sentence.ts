import { z } from "zod";
import type { MerchantSentence } from "../fulfilment/errors.ts";

export type { MerchantSentence };

/** A sentence of the warehouse's, or about its answer, as it is kept until the merchant has read it. */
export const sentenceSchema = z.object({
  key: z.custom<MerchantSentence["key"]>((key) => typeof key === "string"),
  values: z.object({ field: z.string(), limit: z.number(), length: z.number(), reason: z.string() }),
});
