import { beforeEach, describe, expect, test } from "vitest";
import { forgetTheOld } from "../../app/domain/privacy/forget-the-old.ts";
import { cancelWork } from "../../app/domain/work/cancel-work.ts";
import { putAway } from "../../app/domain/work/put-away.ts";
import { readTasks } from "../../app/domain/work/read-tasks.ts";
import { runTask } from "../../app/domain/work/run-task.ts";
import { openCatalogue } from "../catalog/bench.ts";
import { cutAt, throughAll } from "../support/cut-off.ts";
import { cancelAt, counts, lastTask, MANY, say, work } from "./bench.ts";
import { asOwner } from "../support/database.ts";

const bench = await openCatalogue();
const { ctx } = bench;
const { db, pool } = ctx;

async function suggestions(count = MANY): Promise<void> {
  await bench.fill(count);
  await bench.matched();
}
beforeEach(() => suggestions());

/** Every other call of some twenty is disturbed. */
const SOME = 2;

const shown = () => readTasks(ctx);
/** The queues in which the task asked for last waits. */
const queues = async () => {
  const { rows } = await pool.query<{ queue_name: string }>(
    `SELECT queue_name FROM graphile_worker.jobs WHERE key = $1`,
    [`run-task:${ctx.shop}:${(await lastTask(ctx)).id}`],
  );
  return rows.map(({ queue_name }) => queue_name);
};

describe("a change of many variants", () => {
  test("is asked for and done by a worker, and what came of it stays until it is put away", async () => {
    expect(await say(ctx, "confirm")).toEqual({ outcome: "started" });
    expect(await counts(ctx)).toEqual({ suggested: MANY });
    expect(await shown()).toMatchObject([
      {
        kind: "words",
        state: "waiting",
        count: MANY,
        percent: 0,
        input: { action: "confirm" },
        result: null,
      },
    ]);
    expect(await queues()).toEqual([`tasks:${ctx.shop}`]);
    await work(ctx);
    expect(await counts(ctx)).toEqual({ mapped: MANY });
    const result = { outcome: "done", changed: MANY };
    expect(await shown()).toMatchObject([{ state: "done", result }]);
    await putAway(ctx, { work: "task", taskId: (await lastTask(ctx)).id });
    expect(await shown()).toEqual([]);
  });

  test("of few is done at once", async () => {
    await bench.empty();
    await suggestions(5);
    expect(await say(ctx, "confirm")).toMatchObject({ outcome: "done", changed: 5 });
    expect(await db.task.count()).toBe(0);
  });

  test("asked for again before it is done is one", async () => {
    await Promise.all([say(ctx, "confirm"), say(ctx, "confirm"), say(ctx, "confirm")]);
    expect(await db.task.count()).toBe(1);
  });

  test("that would no longer do what was shown does nothing, and says so", async () => {
    await say(ctx, "confirm");
    await bench.decide("v7", "ignored");
    await work(ctx);
    expect(await shown()).toMatchObject([{ state: "done", result: { outcome: "changed-meanwhile" } }]);
    expect(await counts(ctx)).toEqual({ suggested: MANY });
  });

  test("and another one come one after the other, the second as things stand then", async () => {
    await say(ctx, "confirm");
    const { id: first } = await lastTask(ctx);
    await say(ctx, "ignore");
    await runTask(ctx, { taskId: first });
    await work(ctx);
    expect((await shown()).map(({ result }) => result?.outcome)).toEqual(["done", "changed-meanwhile"]);
    expect(await counts(ctx)).toEqual({ mapped: MANY });
  });

  test("puts away what came of the one before it", async () => {
    await say(ctx, "confirm");
    await work(ctx);
    await say(ctx, "unmap");
    expect(await shown()).toMatchObject([{ input: { action: "unmap" }, state: "waiting" }]);
  });
});

describe("a change that is cancelled", () => {
  test("before its turn changes nothing", async () => {
    await say(ctx, "confirm");
    const { id: taskId } = await lastTask(ctx);
    expect(await cancelWork(ctx, { work: "task", taskId })).toEqual({ outcome: "cancelled" });
    expect(await shown()).toEqual([]);
    await work(ctx);
    expect(await counts(ctx)).toEqual({ suggested: MANY });
    expect(await cancelWork(ctx, { work: "task", taskId })).toEqual({ outcome: "over" });
  });

  test("once it is done stays done", async () => {
    await say(ctx, "confirm");
    await work(ctx);
    const { id: taskId } = await lastTask(ctx);
    expect(await cancelWork(ctx, { work: "task", taskId })).toEqual({ outcome: "over" });
    expect(await shown()).toMatchObject([{ state: "done" }]);
  });

  test("anywhere in the middle has changed nothing, or was done already", async () => {
    const outcomes: (string | undefined)[] = [];
    for (let call = 1; ; call += SOME) {
      await bench.empty();
      await suggestions();
      await say(ctx, "confirm");
      const cancelling = cancelAt(ctx, call);
      await work(ctx, throughAll(ctx, cancelling.around));
      const outcome = await cancelling.outcome();
      outcomes.push(outcome);
      if (!outcome) break;
      const nothing = outcome === "cancelled";
      expect(await counts(ctx), `call ${call}`).toEqual(nothing ? { suggested: MANY } : { mapped: MANY });
      expect(await db.mapping.count(), `call ${call}`).toBe(nothing ? 0 : MANY);
      expect(await shown(), `call ${call}`).toMatchObject(nothing ? [] : [{ state: "done" }]);
    }
    expect(outcomes.filter((outcome) => outcome === "cancelled").length).toBeGreaterThan(4);
    expect(outcomes).toContain("over");
  });
});

describe.each(["before", "after"] as const)("a worker killed %s any of its calls", (when) => {
  test("leaves the change undone or done, and the next one tells which truly", async () => {
    let cuts = 0;
    for (let call = 1; ; call += SOME) {
      await bench.empty();
      await suggestions();
      await say(ctx, "confirm");
      const { around, wasCut } = cutAt({ call, when });
      await work(ctx, throughAll(ctx, around)).catch(() => undefined);
      await work(ctx);
      expect(await counts(ctx), `call ${call}`).toEqual({ mapped: MANY });
      expect(await shown(), `call ${call}`).toMatchObject([{ state: "done", result: { changed: MANY } }]);
      if (!wasCut()) break;
      cuts++;
    }
    expect(cuts).toBeGreaterThan(4);
  });
});

test("two workers at the same task do it once", async () => {
  await say(ctx, "confirm");
  await Promise.all([work(ctx), work(ctx), work(ctx)]);
  expect(await counts(ctx)).toEqual({ mapped: MANY });
  expect(await shown()).toMatchObject([{ state: "done", result: { changed: MANY } }]);
});

test("a change that fails again and again is given up, has changed nothing, and the merchant learns it", async () => {
  await say(ctx, "confirm");
  await asOwner(pool, `ALTER TABLE "MappingComponent" RENAME TO "Away"`);
  await expect(work(ctx)).rejects.toThrow();
  await expect(work(ctx)).rejects.toThrow();
  await work(ctx);
  await asOwner(pool, `ALTER TABLE "Away" RENAME TO "MappingComponent"`);
  expect(await shown()).toMatchObject([{ state: "failed", result: null }]);
  expect(await counts(ctx)).toEqual({ suggested: MANY });
});

test("a change that takes its workers with it is not begun for ever", async () => {
  await say(ctx, "confirm");
  for (let times = 1; times <= 3; times++) {
    const { around } = cutAt({ call: 4, when: "before" });
    await work(ctx, throughAll(ctx, around)).catch(() => undefined);
  }
  await work(ctx);
  expect(await shown()).toMatchObject([{ state: "failed" }]);
});

test("another shop's tasks are neither seen, nor run, nor cancelled, nor put away", async () => {
  await bench.elsewhere(async (other) => {
    await other.fill(MANY);
    await other.matched();
    await say(other.ctx, "confirm");
    const { id: taskId } = await lastTask(other.ctx);
    expect(await shown()).toEqual([]);
    await runTask(ctx, { taskId });
    expect(await cancelWork(ctx, { work: "task", taskId })).toEqual({ outcome: "over" });
    await putAway(ctx, { work: "task", taskId });
    expect(await readTasks(other.ctx)).toMatchObject([{ state: "waiting" }]);
    await work(other.ctx);
    expect(await counts(other.ctx)).toEqual({ mapped: MANY });
    expect(await counts(ctx)).toEqual({ suggested: MANY });
  });
});

test("tasks are forgotten two weeks after they are over, and not before", async () => {
  await say(ctx, "confirm");
  const inDays = (days: number) => ({ db, clock: () => new Date(Date.now() + days * 86_400_000) });
  await forgetTheOld(inDays(400));
  expect(await db.task.count()).toBe(1);
  await work(ctx);
  await forgetTheOld(inDays(13));
  expect(await db.task.count()).toBe(1);
  await forgetTheOld(inDays(15));
  expect(await db.task.count()).toBe(0);
});
