import { FulfilmentError, type FulfilmentErrorCode } from "../../fulfilment/errors.ts";
import { ShopifyError, type ShopifyErrorCode } from "../../shopify/errors.ts";
import { missingIn } from "../../shopify/scopes.ts";
import type { ShopContext } from "../shop-context.ts";
import type { ProblemKind } from "./problem-kinds.ts";
import { clearProblems, openProblem } from "./problems.ts";

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
  "shop-closed": "shop-frozen",
};

/**
 * Runs work that talks to the two worlds. If one of them fails in a way the merchant should know of, a problem is
 * opened; the first run in which it answers again clears it. The failure is thrown on, so that the job is tried again.
 */
export async function withProblems<T>(
  ctx: ShopContext,
  { job }: { job: string },
  work: () => Promise<T>,
): Promise<T> {
  ctx.reached.clear();
  try {
    const result = await work();
    await clearProblems(ctx, { kinds: ["warehouse-forbidden"], subjects: [job] });
    return result;
  } catch (error) {
    const kind = problemOf(error);
    if (error instanceof FulfilmentError) ctx.reached.delete("warehouse");
    if (error instanceof ShopifyError) ctx.reached.delete("shop");
    if (kind) await openProblem(ctx, { kind });
    if (isForbidden(error))
      await openProblem(ctx, {
        kind: "warehouse-forbidden",
        subject: job,
        details: { sentence: error.sentence },
      });
    throw error;
  } finally {
    const kinds = [
      ...(ctx.reached.has("warehouse") ? Object.values(FROM_WAREHOUSE) : []),
      ...(ctx.reached.has("shop") ? await overInShop(ctx) : []),
    ];
    if (kinds.length > 0) await clearProblems(ctx, { kinds });
  }
}

/** What one job may not read others may: only the same job's success shows that it may now. */
function isForbidden(error: unknown): error is FulfilmentError {
  return error instanceof FulfilmentError && error.code === "forbidden" && !error.ofRecord;
}

/** That something could be done in the shop does not mean that nothing else is forbidden. */
async function overInShop({ pool, shop }: ShopContext): Promise<ProblemKind[]> {
  const kinds = Object.values(FROM_SHOP);
  const { rows } = await pool.query<{ scope: string | null }>(
    `SELECT s."scope" FROM "Problem" p JOIN "Session" s ON s."shop" = p."shop" AND NOT s."isOnline"
     WHERE p."shop" = $1 AND p."kind" = 'shop-scope-missing'`,
    [shop],
  );
  const isMissing = rows.some(({ scope }) => scope !== null && missingIn(scope).length > 0);
  return isMissing ? kinds.filter((kind) => kind !== "shop-scope-missing") : kinds;
}

function problemOf(error: unknown): ProblemKind | undefined {
  // A record that fails says nothing about the connection.
  if (error instanceof FulfilmentError) return error.ofRecord ? undefined : FROM_WAREHOUSE[error.code];
  if (error instanceof ShopifyError) return FROM_SHOP[error.code];
  return undefined;
}
