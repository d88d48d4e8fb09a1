import type { Return } from "@prisma/client";
import { FulfilmentError } from "../../../fulfilment/errors.ts";
import { queueJob, queueUnlessQueued } from "../../../jobs/catalog.ts";
import { JobGivenBackError } from "../../../jobs/give-back.ts";
import { ShopifyError } from "../../../shopify/errors.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import { clearProblems } from "../../problems/problems.ts";
import { failureOf } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { followReturn } from "../follow-return.ts";
import { updateWatched } from "./check-stages.ts";
import { UNREADABLE_EVERY_MS } from "./next-check.ts";

/** How long one run goes on, in milliseconds, before returns that events name have their turn. */
const SLICE_MS = 2_000;

/** Rows read at once. A slice seldom gets through more. */
const PAGE_SIZE = 50;

/** Behind the returns that events name, and those that are new. */
const BEHIND = 6;

/**
 * Reads the returns whose check is due in both systems, those read longest ago first, and does what is to be done about each.
 * Runs in slices until none is left. One that fails goes on in a job of its own, and the others do not wait for it.
 * @throws FulfilmentError, ShopifyError of a whole system. What is not checked stays due.
 */
export async function checkReturns(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const endsAt = performance.now() + SLICE_MS;
  const read: string[] = [];
  try {
    for (;;) {
      // Read each time: the merchant may have disconnected meanwhile.
      if (!(await loadConnection(ctx))) return;
      const due = await loadDue(ctx);
      if (due.length === 0) return;
      for (const row of due) {
        if (await check(ctx, row)) read.push(row.returnId);
        if (performance.now() < endsAt) continue;
        await queueJob(ctx.db, { name: "check-returns", shop, priority: BEHIND });
        return;
      }
    }
  } finally {
    if (read.length > 0) await clearProblems(ctx, { kinds: ["return-unreadable"], subjects: read });
    await updateWatched(ctx);
  }
}

type Due = Pick<Return, "returnId" | "checkAt">;

function loadDue({ db, shop, clock }: ShopContext): Promise<Due[]> {
  return db.return.findMany({
    where: { shop, checkAt: { lte: clock() } },
    orderBy: [{ readAt: "asc" }, { returnId: "asc" }],
    take: PAGE_SIZE,
    select: { returnId: true, checkAt: true },
  });
}

/** @returns whether it could be checked */
async function check(ctx: ShopContext, { returnId, checkAt }: Due): Promise<boolean> {
  const { shop } = ctx;
  try {
    if (!(await failureOf(ctx, () => followReturn(ctx, { returnId })))) return true;
  } catch (error) {
    if (error instanceof FulfilmentError || error instanceof ShopifyError) throw error;
    if (error instanceof JobGivenBackError) throw error;
    ctx.log.error({ err: error, returnId }, "a return could not be checked");
  }
  const later = new Date(ctx.clock().getTime() + UNREADABLE_EVERY_MS);
  await ctx.db.return.updateMany({ where: { shop, returnId, checkAt }, data: { checkAt: later } });
  await queueUnlessQueued(ctx.db, [{ name: "follow-return", shop, returnId }]);
  return false;
}
