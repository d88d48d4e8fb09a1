import { FulfilmentError, type FulfilmentErrorCode } from "../../fulfilment/errors.ts";
import { queueJob, type JobName } from "../../jobs/catalog.ts";
import { ShopifyError, type ShopifyErrorCode } from "../../shopify/errors.ts";
import { missingIn } from "../../shopify/scopes.ts";
import type { ShopContext } from "../shop-context.ts";
import { checkSystemOf } from "./check-system.ts";
import type { ProblemKind } from "./problem-kinds.ts";
import { openJobProblem } from "./job-problem.ts";
import { clearProblems, openProblem } from "./problems.ts";

/** Which failures of a whole system a merchant is told of. Those left out pass by themselves or are mistakes of ours. */
const FROM_WAREHOUSE: Partial<Record<FulfilmentErrorCode, ProblemKind>> = {
  unreachable: "warehouse-unreachable",
  unavailable: "warehouse-unreachable",
  "token-refused": "warehouse-token-refused",
  "not-understood": "warehouse-not-understood",
  redirected: "warehouse-not-understood",
  // It does not even list products: the address is wrong, or something stands in front of it.
  refused: "warehouse-not-understood",
};
const FROM_SHOP: Partial<Record<ShopifyErrorCode, ProblemKind>> = {
  "access-lost": "shop-access-lost",
  "scope-missing": "shop-scope-missing",
  "shop-closed": "shop-frozen",
};

/** What of returns is made up for at once when a system answers again. Events and stock have jobs that wait for that. */
const AFTER_OUTAGE = ["find-returns", "check-returns"] as const;

/** A job that failed so often in a row, in a way that may pass, is told of: about two minutes after the first time. */
const TRIES_UNTIL_TOLD = 5;

export interface RunningJob {
  name: JobName;
  /** How often it has been tried, this time included. */
  attempt: number;
}

/** A run that returns this has not failed, and its job is not done either: another run goes on, or begins again some day. */
export type Unfinished = "unfinished";

/**
 * Runs a job that talks to the two systems. Where one of them fails as a whole, a problem is opened that the first run clears
 * in which it answers again. Where it answers everything else, a problem names the job, and only the job's own success clears
 * it. The failure is thrown on, so that the job is tried again.
 */
export async function withProblems(
  ctx: ShopContext,
  job: RunningJob,
  work: () => Promise<void | Unfinished>,
): Promise<void> {
  ctx.reached.clear();
  ctx.inboundsSeen.clear();
  try {
    if ((await work()) === "unfinished") return;
    await clearProblems(ctx, { kinds: ["warehouse-forbidden", "job-failing"], subjects: [job.name] });
  } catch (error) {
    throw await tell(ctx, job, error);
  } finally {
    const kinds = [
      ...(ctx.reached.has("warehouse") ? Object.values(FROM_WAREHOUSE) : []),
      ...(ctx.reached.has("shop") ? await overInShop(ctx) : []),
    ];
    const isBack = kinds.length > 0 && (await clearProblems(ctx, { kinds: [...new Set(kinds)] }));
    // What has become due while a system was away, and what failed.
    if (isBack) for (const name of AFTER_OUTAGE) await queueJob(ctx.db, { name, shop: ctx.shop });
    await tellOfInbounds(ctx);
  }
}

/** @returns the failure, with what it concerns */
async function tell(ctx: ShopContext, job: RunningJob, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof FulfilmentError || thrown instanceof ShopifyError)) return thrown;
  if (thrown.scope === "record") return thrown;
  const system = await systemFailureOf(ctx, thrown);
  if (system) await tellOfSystem(ctx, job, system);
  else await tellOfJob(ctx, job, thrown);
  return system ?? thrown;
}

/** @returns the failure of the whole system; null when it answers something else */
async function systemFailureOf(
  ctx: ShopContext,
  error: FulfilmentError | ShopifyError,
): Promise<FulfilmentError | ShopifyError | null> {
  try {
    await checkSystemOf(ctx, error);
    return null;
  } catch (checked) {
    if (checked instanceof FulfilmentError || checked instanceof ShopifyError) return checked;
    throw checked;
  }
}

async function tellOfSystem(
  ctx: ShopContext,
  { name }: RunningJob,
  error: FulfilmentError | ShopifyError,
): Promise<void> {
  ctx.reached.delete(error instanceof FulfilmentError ? "warehouse" : "shop");
  if (await tellForbidden(ctx, name, error)) return;
  const kind = error instanceof FulfilmentError ? FROM_WAREHOUSE[error.code] : FROM_SHOP[error.code];
  const isRedirected = error instanceof FulfilmentError && error.code === "redirected";
  if (kind) await openProblem(ctx, { kind, ...(isRedirected && { details: { sentence: error.sentence } }) });
}

async function tellOfJob(
  ctx: ShopContext,
  { name, attempt }: RunningJob,
  error: FulfilmentError | ShopifyError,
): Promise<void> {
  if (await tellForbidden(ctx, name, error)) return;
  if (!error.permanent && attempt < TRIES_UNTIL_TOLD) return;
  await openJobProblem(ctx, { name, error });
}

/** @returns whether it was the warehouse's 403: what one job may not read others may */
async function tellForbidden(
  ctx: ShopContext,
  subject: JobName,
  error: FulfilmentError | ShopifyError,
): Promise<boolean> {
  if (!(error instanceof FulfilmentError) || error.code !== "forbidden") return false;
  const { sentence } = error;
  await openProblem(ctx, { kind: "warehouse-forbidden", subject, details: { sentence } });
  return true;
}

/** What was asked for and left out is a problem until an inbound comes whole. */
async function tellOfInbounds(ctx: ShopContext): Promise<void> {
  const kind = "inbound-parts-missing";
  if (ctx.inboundsSeen.has("partial")) await openProblem(ctx, { kind });
  else if (ctx.inboundsSeen.has("whole")) await clearProblems(ctx, { kinds: [kind] });
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
