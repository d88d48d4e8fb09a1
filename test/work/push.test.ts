import { describe, expect, test } from "vitest";
import { askForPush } from "../../app/domain/catalog/push/ask-for-push.ts";
import { previewPush } from "../../app/domain/catalog/push/preview-push.ts";
import { readPushProgress } from "../../app/domain/catalog/push/read-push.ts";
import { readTasks } from "../../app/domain/work/read-tasks.ts";
import { manyVariants, openPush } from "../catalog/push-bench.ts";
import { throughAll } from "../support/cut-off.ts";
import { cancelAt, MANY, work } from "./bench.ts";

const selection = "missing" as const;
const stock = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`OLD-${index}`, 1]));

describe("choosing many products to create", () => {
  test("asks by what was shown, and then goes on without the page", async () => {
    const { ctx, db } = await openPush({ variants: manyVariants(MANY), stock });
    const ask = { outcome: "ask", create: MANY, known: 10, askBeyond: 20 };
    expect(await askForPush(ctx, { selection, seen: MANY })).toEqual(ask);
    expect(await askForPush(ctx, { selection, seen: MANY, confirmed: MANY })).toEqual({
      outcome: "choosing",
    });
    expect(await readTasks(ctx)).toMatchObject([{ kind: "push", state: "waiting", count: MANY }]);
    expect(await readPushProgress(ctx)).toBeNull();
    await work(ctx);
    // From here on the products' own progress says it.
    expect(await readTasks(ctx)).toEqual([]);
    expect((await readPushProgress(ctx))?.counts).toMatchObject({ waiting: MANY });
    expect(await db.task.findMany()).toMatchObject([{ result: { outcome: "started", queued: MANY } }]);
  });

  test("of a few missing ones is done at once", async () => {
    const { ctx } = await openPush({ variants: manyVariants(3) });
    expect(await askForPush(ctx, { selection, seen: 3, confirmed: 3 })).toEqual({
      outcome: "started",
      queued: 3,
    });
  });

  test("asks again when it has become more than was agreed to, and sends nothing until then", async () => {
    const { ctx, shop } = await openPush({ variants: manyVariants(MANY), stock });
    await askForPush(ctx, { selection, seen: MANY, confirmed: MANY });
    await shop({ more: { sku: "MORE" } });
    await work(ctx);
    expect(await readTasks(ctx)).toMatchObject([{ result: { outcome: "ask", create: MANY + 1, known: 10 } }]);
    expect(await readPushProgress(ctx)).toBeNull();
  });

  test("says so when there is nothing left to create", async () => {
    const { ctx, db } = await openPush({ variants: manyVariants(MANY), stock });
    await askForPush(ctx, { selection, seen: MANY, confirmed: MANY });
    await db.variant.updateMany({ data: { bundle: true } });
    await work(ctx);
    expect(await readTasks(ctx)).toMatchObject([{ result: { outcome: "nothing-to-create" } }]);
  });

  test("cancelled anywhere queues none, or all", async () => {
    const bench = await openPush({ variants: manyVariants(MANY), stock });
    const { ctx, db } = bench;
    let cancelled = 0;
    for (let call = 1; ; call++) {
      await db.task.deleteMany();
      await db.pushedProduct.deleteMany();
      await askForPush(ctx, { selection, seen: MANY, confirmed: MANY });
      const cancelling = cancelAt(ctx, call);
      await work(ctx, throughAll(ctx, cancelling.around));
      const outcome = await cancelling.outcome();
      expect(await db.pushedProduct.count(), `call ${call}`).toBe(outcome === "cancelled" ? 0 : MANY);
      if (outcome !== "cancelled") break;
      cancelled++;
    }
    expect(cancelled).toBeGreaterThan(5);
    expect((await previewPush(ctx, { selection, show: "skipped" })).counts).toMatchObject({ create: 0 });
  });
});
