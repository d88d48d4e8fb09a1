import type { Tx } from "../../db.server.ts";
import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { kindOf } from "./task-kinds.ts";
import { CalledOff, type Watcher } from "./watcher.ts";

/** A task that has failed so often, or has taken its worker with it, is given up. */
const MOST_RUNS = 3;

/** How far a task is whose work is done elsewhere is looked at so often, in milliseconds, unless that work asks for it sooner. */
const LOOK_AGAIN_MS = 60_000;

/** A task as a run finds it. */
interface Begun {
  shop: string;
  id: string;
  kind: string;
  input: unknown;
  state: "running" | "cancelled";
  /** This one counted. */
  runs: number;
  staffId: string | null;
}

/**
 * Does a task. What it changes and what came of it are one transaction: a run that is cut off has changed nothing and is
 * done again, and what is done is not. Called off while it runs, it stops at its next step, at the latest at its end. Of
 * two runs at once the second is taken back.
 */
export async function runTask(ctx: ShopContext, { taskId }: { taskId: string }): Promise<void> {
  const task = await begin(ctx, taskId);
  if (!task) return;
  try {
    if (task.state === "cancelled") throw new CalledOff();
    if (task.runs > MOST_RUNS) throw new Error("whoever began this task was lost each time");
    await run(ctx, task);
  } catch (error) {
    if (!(error instanceof CalledOff)) {
      if (task.runs < MOST_RUNS) throw error;
      ctx.log.error({ err: error, kind: task.kind }, "a task was given up");
      await end(ctx, task, { state: "failed" });
    }
    await kindOf(task.kind)?.forget?.(ctx, task.input as never);
  }
}

/** @returns `null` when it is over, or forgotten with its shop. */
async function begin({ db, shop }: ShopContext, taskId: string): Promise<Begun | null> {
  const [task] = await db.$queryRaw<Begun[]>`
    UPDATE "Task" SET "runs" = "runs" + 1, "percent" = CASE "runs" WHEN 0 THEN "percent" ELSE 0 END,
      "state" = CASE "state" WHEN 'waiting' THEN 'running' ELSE "state" END
    WHERE "shop" = ${shop} AND "id" = ${taskId}::uuid AND "state" IN ('waiting', 'running', 'cancelled')
    RETURNING "shop", "id", "kind", "input", "state"::text AS "state", "runs", "staffId"`;
  return task ?? null;
}

async function run(ctx: ShopContext, task: Begun): Promise<void> {
  const kind = kindOf(task.kind);
  if (!kind) throw new Error(`no task is of the kind ${task.kind}`);
  const input = kind.input.parse(task.input) as never;
  const ended = (outcome: object) => {
    const result = kind.result.parse(outcome);
    return { state: "done", result, seen: result.outcome === kind.silent } as const;
  };
  const watcher: Watcher = {
    async reached(percent) {
      const { rowCount } = await ctx.pool.query(
        `UPDATE "Task" SET "percent" = $3 WHERE "shop" = $1 AND "id" = $2 AND "state" = 'running'`,
        [task.shop, task.id, percent],
      );
      if (rowCount !== 1) throw new CalledOff();
    },
    async finish(tx, outcome) {
      if (!(await end({ db: tx, clock: ctx.clock }, task, ended(outcome)))) throw new CalledOff();
    },
  };
  // What it changes is noted as done by the staff member who asked for it.
  const outcome = await kind.run({ ...ctx, staffId: task.staffId }, input, watcher);
  if (outcome === "unfinished") return lookAgain(ctx, task);
  // What changed something has been noted along with that; this is what changed nothing.
  await end(ctx, task, ended(outcome));
}

/** Has the next run look how far it is by then. This one did not fail, and counts as none. */
async function lookAgain({ db }: ShopContext, { shop, id: taskId }: Begun): Promise<void> {
  await db.task.updateMany({ where: { shop, id: taskId, state: "running" }, data: { runs: 0 } });
  await queueJob(db, { name: "run-task", shop, taskId, inMs: LOOK_AGAIN_MS });
}

interface Ended {
  state: "done" | "failed";
  result?: object;
  seen?: boolean;
}

/** @returns false when it was over already. */
async function end(
  { db, clock }: { db: Tx; clock: ShopContext["clock"] },
  { shop, id }: Begun,
  ended: Ended,
): Promise<boolean> {
  const data = { ...ended, endedAt: clock() };
  const { count } = await db.task.updateMany({ where: { shop, id, state: "running" }, data });
  return count === 1;
}
