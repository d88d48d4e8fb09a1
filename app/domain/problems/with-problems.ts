import { FulfilmentError, type FulfilmentErrorCode } from "../../fulfilment/errors.ts";
import { ShopifyError, type ShopifyErrorCode } from "../../shopify/errors.ts";
import type { ShopContext } from "../shop-context.ts";
import { clearProblems, openProblem, type ProblemKind } from "./problems.ts";

/** Which failures of the two worlds a merchant is told of. Those left out pass by themselves or are mistakes of ours. */
const FROM_WAREHOUSE: Partial<Record<FulfilmentErrorCode, ProblemKind>> = {
  unreachable: "warehouse-unreachable",
  unavailable: "warehouse-unreachable",
  "token-refused": "warehouse-token-refused",
  "not-understood": "warehouse-not-understood",
  // Of one record it would be an answer; thrown, it is of a list: the address is wrong.
  "not-found": "warehouse-not-understood",
};
const FROM_SHOP: Partial<Record<ShopifyErrorCode, ProblemKind>> = {
  "access-lost": "shop-access-lost",
  "scope-missing": "shop-scope-missing",
};

/**
 * Runs work that talks to the two worlds. If one of them fails in a way the merchant should know of, a problem is
 * opened; the first run in which it answers again clears it. The failure is thrown on, so that the job is tried again.
 */
export async function withProblems<T>(ctx: ShopContext, work: () => Promise<T>): Promise<T> {
  ctx.reached.clear();
  try {
    return await work();
  } catch (error) {
    const kind = problemOf(error);
    if (error instanceof FulfilmentError) ctx.reached.delete("warehouse");
    if (error instanceof ShopifyError) ctx.reached.delete("shop");
    if (kind) await openProblem(ctx, { kind });
    throw error;
  } finally {
    const kinds = [
      ...(ctx.reached.has("warehouse") ? Object.values(FROM_WAREHOUSE) : []),
      ...(ctx.reached.has("shop") ? Object.values(FROM_SHOP) : []),
    ];
    if (kinds.length > 0) await clearProblems(ctx, { kinds });
  }
}

function problemOf(error: unknown): ProblemKind | undefined {
  if (error instanceof FulfilmentError) return FROM_WAREHOUSE[error.code];
  if (error instanceof ShopifyError) return FROM_SHOP[error.code];
  return undefined;
}
