import { FulfilmentError } from "../../fulfilment/errors.ts";
import { ShopifyError } from "../../shopify/errors.ts";
import { GrantedScopesDocument } from "../../shopify/generated/operations.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { MerchantSentence } from "../merchant-sentence.ts";
import type { ShopContext } from "../shop-context.ts";

/** The failure of a call that names one record, where the system that has the record works otherwise. */
export interface RecordFailure {
  /** It fails again until somebody changes the record; otherwise it may pass. */
  permanent: boolean;
  /** A code and, where there was an answer, its status: for the operator. */
  failure: string;
  /** What the warehouse objected to, for the merchant. */
  sentence: MerchantSentence | null;
}

/** @returns the failure of a call that names one record; `null` when it concerns the whole connection, or is a bug */
export function recordFailureOf(error: unknown): RecordFailure | null {
  if (error instanceof FulfilmentError) {
    if (!error.ofRecord) return null;
    const { permanent, code, status, sentence } = error;
    return { permanent, sentence, failure: [code, status].filter(Boolean).join(" ") };
  }
  if (!(error instanceof ShopifyError)) return null;
  if (error.code !== "refused" && error.code !== "unavailable") return null;
  return { permanent: error.code === "refused", failure: `shopify ${error.code}`, sentence: null };
}

/**
 * Asks the system whose record failed for something else. A record is to blame only where that answers.
 * @throws FulfilmentError, ShopifyError when the system as a whole does not answer
 */
export async function checkSystemOf(ctx: ShopContext, error: unknown): Promise<void> {
  if (error instanceof ShopifyError) await ctx.admin.request(GrantedScopesDocument, {});
  else {
    const connection = await loadConnection(ctx);
    if (connection) await ctx.warehouse(connection.accessToken).check();
  }
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
    const failure = recordFailureOf(error);
    if (!failure) throw error;
    if (!failure.permanent) await checkSystemOf(ctx, error);
    return failure;
  }
}
