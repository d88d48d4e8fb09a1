import { FulfilmentError } from "../../fulfilment/errors.ts";
import { ShopifyError } from "../../shopify/errors.ts";
import type { MerchantSentence } from "../merchant-sentence.ts";
import type { ShopContext } from "../shop-context.ts";
import { checkSystemOf } from "./check-system.ts";

/** The failure of a call about one record, where the system that has the record works otherwise. */
export interface RecordFailure {
  system: "warehouse" | "shop";
  /** It fails again until somebody changes the record; otherwise it may pass. */
  permanent: boolean;
  /** A code and, where there was an answer, its status: for the operator. */
  failure: string;
  /** Why, in words for the merchant. */
  sentence: MerchantSentence;
}

/** @returns the failure of a call that is known to concern one record; `null` when it concerns more, or is a bug */
export function recordFailureOf(error: unknown): RecordFailure | null {
  if (error instanceof FulfilmentError && error.scope === "record") {
    const { permanent, code, status, sentence } = error;
    return { system: "warehouse", permanent, sentence, failure: [code, status].filter(Boolean).join(" ") };
  }
  if (error instanceof ShopifyError && error.scope === "record") {
    const { permanent, code } = error;
    const values = { field: "", limit: 0, length: 0, reason: "" };
    return {
      system: "shop",
      permanent,
      failure: `shopify ${code}`,
      sentence: { key: `shop-${code}`, values },
    };
  }
  return null;
}

/** The key of the merchant's sentence for a `failure` as it is kept. */
export function sentenceKeyOf(failure: string): MerchantSentence["key"] {
  const [code, codeOfShop] = failure.split(" ");
  return (code === "shopify" ? `shop-${codeOfShop}` : code) as MerchantSentence["key"];
}

/**
 * Finds out whether a failed call about one record concerns that record alone: the system that has it is asked something else.
 * @returns the failure, marked as the record's
 * @throws FulfilmentError, ShopifyError of the whole system when that does not answer; whatever is no failure of a system
 */
export async function findRecordError(
  ctx: ShopContext,
  error: unknown,
): Promise<FulfilmentError | ShopifyError> {
  if (!(error instanceof FulfilmentError || error instanceof ShopifyError)) throw error;
  await checkSystemOf(ctx, error);
  return error.with({ scope: "record" });
}

/**
 * What became of one record.
 * @returns the failure of this record; `null` when it did not fail
 * @throws whatever concerns more than this record
 */
export async function failureOf(
  ctx: ShopContext,
  work: () => Promise<unknown>,
): Promise<RecordFailure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return recordFailureOf(await findRecordError(ctx, error));
  }
}
