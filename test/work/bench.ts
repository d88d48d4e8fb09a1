import { askForWords, type AskForWordsOutcome } from "../../app/domain/catalog/mapping/ask-for-words.ts";
import { previewWords } from "../../app/domain/catalog/mapping/change-words.ts";
import type { WordsAction } from "../../app/domain/catalog/mapping/plan-words.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { cancelWork } from "../../app/domain/work/cancel-work.ts";
import { runTask } from "../../app/domain/work/run-task.ts";
import type { Around } from "../support/cut-off.ts";
import { untilBlocked } from "../support/until-blocked.ts";

/** More than are changed while a page waits. */
export const MANY = 250;

/** The merchant says this of every variant in the shop, and agrees to whatever is asked. */
export async function say(ctx: ShopContext, action: WordsAction): Promise<AskForWordsOutcome> {
  const { fingerprint } = await previewWords(ctx, { action, selection: {} });
  return askForWords(ctx, { action, selection: {}, expected: fingerprint, confirmed: true });
}

/** The task asked for last. */
export const lastTask = ({ db, shop }: ShopContext) =>
  db.task.findFirstOrThrow({ where: { shop }, orderBy: { askedAt: "desc" } });

/** Has the worker do it, in a world that may be disturbed. */
export const work = async (ctx: ShopContext, disturbed = ctx) =>
  runTask(disturbed, { taskId: (await lastTask(ctx)).id });

/** Variants by their state. */
export async function counts({ db, shop }: ShopContext): Promise<Record<string, number>> {
  const groups = await db.variant.groupBy({ by: ["state"], where: { shop }, _count: true });
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count]));
}

/**
 * Before the n-th call, counted from 1, the merchant cancels the task asked for last. Where that has to wait for the task's
 * own transaction, the call does not wait for it: a merchant's request would not hold it up either.
 */
export function cancelAt(ctx: ShopContext, call: number) {
  let calls = 0;
  let cancelling: ReturnType<typeof cancelWork> | undefined;
  const around: Around = async (carryOut) => {
    if (++calls === call) {
      const { id: taskId } = await lastTask(ctx);
      cancelling = cancelWork(ctx, { work: "task", taskId });
      await untilBlocked(ctx.pool, cancelling);
    }
    return carryOut();
  };
  return { around, outcome: async () => (await cancelling)?.outcome };
}
