import { z } from "zod";
import type { MerchantSentence as WarehouseSentence } from "../fulfilment/errors.ts";
import type { ShopifyErrorCode } from "../shopify/errors.ts";

/** Why a system did not do what was asked, for the merchant. Its texts are in the locale files. */
export interface MerchantSentence {
  key: WarehouseSentence["key"] | `shop-${ShopifyErrorCode}`;
  values: WarehouseSentence["values"];
}

/** A sentence as it is kept until the merchant has read it. */
export const sentenceSchema = z.object({
  key: z.custom<MerchantSentence["key"]>((key) => typeof key === "string"),
  values: z.object({ field: z.string(), limit: z.number(), length: z.number(), reason: z.string() }),
});
