import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";
import { startTask } from "../../work/start-task.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { decideAsk } from "../mapping/decide-ask.ts";
import { startPush, type StartPush, type StartPushOutcome } from "./start-push.ts";
import { FEW } from "../mapping/write-mappings.ts";

export interface AskForPush extends StartPush {
  /** How many the merchant was shown that would be created. */
  seen: number;
}

export type AskForPushOutcome =
  | StartPushOutcome
  /** They are many to choose from: a worker does it (`readTasks`), and creating them comes next. */
  | { outcome: "choosing" };

/**
 * Queues what `previewPush` shows (`startPush`), or has a worker do it when going through the selection takes longer than a
 * page may. The merchant is asked by what they were shown; should it have become more, the worker stops and asks again.
 */
export async function askForPush(
  ctx: ShopContext,
  { selection, seen, confirmed = 0 }: AskForPush,
): Promise<AskForPushOutcome> {
  const { shop } = ctx;
  if (selection !== "missing" || (await isFew(ctx))) return startPush(ctx, { selection, confirmed });
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const known = await ctx.db.warehouseProduct.count({ where: { shop } });
  const { askBeyond } = await loadCatalogueSettings(ctx);
  if (seen > confirmed && decideAsk({ changes: seen, of: known, askBeyond }).asks)
    return { outcome: "ask", create: seen, known, askBeyond };
  await startTask(ctx, { kind: "push", input: { selection, confirmed }, count: seen });
  return { outcome: "choosing" };
}

async function isFew({ db, shop }: ShopContext): Promise<boolean> {
  const beyond = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Variant" WHERE "shop" = ${shop} AND "state" = 'not_at_warehouse' AND "goneAt" IS NULL
    LIMIT 1 OFFSET ${FEW}`;
  return beyond.length === 0;
}
