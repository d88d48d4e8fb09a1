import { loadConnection } from "../connection/load-connection.ts";
import type { ProblemKind } from "../problems/problem-kinds.ts";
import { problemOf } from "../problems/problems.ts";
import { readLines } from "../returns/return-lines.ts";
import { readNeeds } from "../returns/return-needs.ts";
import type { ShopContext } from "../shop-context.ts";
import { fireTrigger } from "./fire-trigger.ts";
import { problemPayload, returnPayload, type ReturnTrigger } from "./flow-triggers.ts";

/** Tells Shopify Flow of a return's moment, as the return is now; not when it has passed or the shop has left meanwhile. */
export async function tellFlowOfReturn(
  ctx: ShopContext,
  { returnId, trigger }: { returnId: string; trigger: ReturnTrigger },
): Promise<void> {
  const { shop } = ctx;
  const [connection, row] = await Promise.all([
    loadConnection(ctx),
    ctx.db.return.findUnique({
      where: { shop_returnId: { shop, returnId } },
      select: { orderId: true, name: true, lines: true, needs: true },
    }),
  ]);
  if (!connection || !row) return;
  const needs = readNeeds(row.needs);
  if (trigger === "return-needs-attention" && needs.length === 0) return;
  const told = { returnId, orderId: row.orderId, name: row.name, lines: readLines(row.lines), needs };
  const payload = returnPayload(trigger, { told, panelUrl: ctx.panelUrl });
  await fireTrigger(ctx, { trigger, payload, job: { name: "tell-flow-of-return", shop, returnId, trigger } });
}

/** Tells Shopify Flow of a kind of problem, by the one that has been open longest; not when none is open any more. */
export async function tellFlowOfProblem(ctx: ShopContext, { kind }: { kind: ProblemKind }): Promise<void> {
  const { shop } = ctx;
  // The way to Flow is what is lost.
  if (kind === "shop-access-lost") return;
  const [connection, row] = await Promise.all([
    loadConnection(ctx),
    ctx.db.problem.findFirst({
      where: { shop, kind },
      orderBy: [{ openedAt: "asc" }, { subject: "asc" }],
    }),
  ]);
  if (!connection || !row) return;
  const goods = problemOf(row).details.sku;
  const payload = problemPayload({ kind, goods, panelUrl: ctx.panelUrl });
  await fireTrigger(ctx, {
    ...{ trigger: "problem-opened", payload },
    job: { name: "tell-flow-of-problem", shop, kind },
  });
}
