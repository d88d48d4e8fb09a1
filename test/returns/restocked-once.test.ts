import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import { disposeReturn } from "../../app/domain/returns/settle/dispose-return.ts";
import {
  changeStockSettings,
  goLive,
  pauseStock,
  resumeStock,
} from "../../app/domain/stock/settings/change-stock-settings.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { explainStock } from "../../app/domain/stock/report/explain-stock.ts";
import { readChangedInbounds } from "../../app/domain/stock/sweep/read-changed-inbounds.ts";
import { writeDifferences } from "../../app/domain/stock/sweep/write-differences.ts";
import type { VariantId } from "../../app/domain/ids.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { giveBack, JobGivenBackError } from "../../app/jobs/give-back.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { cutAt, CutOff, throughAll } from "../support/cut-off.ts";
import { ledger } from "../support/stock.ts";
import { readShop, SHOP, type World } from "../support/world.ts";
import { beforeDisposing, ReturningShop } from "./support/receipts.ts";

/** Nobody else is said to have moved stock, nothing is held back, and nothing is left open. */
async function expectPeace(world: World): Promise<void> {
  const entries = await ledger(world);
  expect(entries.filter(({ outcome }) => outcome === "other" || outcome === "intended")).toEqual([]);
  const looks = await world.services.db.stockLook.findMany({ where: { shop: SHOP } });
  expect(looks.filter(({ held }) => held > 0)).toEqual([]);
}

async function variantOf(world: World, sku: string): Promise<VariantId> {
  return (await readShop(world)).variant(sku).id as VariantId;
}

async function untilCut(run: Promise<void>): Promise<void> {
  await run.catch((error: unknown) => {
    if (!(error instanceof CutOff)) throw error;
  });
}

/** A piece has come back, and its disposition was written down when the run that was to send it died. */
async function cutOffDisposing(): Promise<{ shop: ReturningShop; back: string }> {
  const shop = await ReturningShop.open({ MUG: 5 });
  const back = await shop.comesBack({ MUG: 1 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.world.delivered();
  await untilCut(followStockHints(beforeDisposing(shop.world.ctx, () => Promise.reject(new CutOff()))));
  return { shop, back };
}

describe("restocked goods are not counted twice, not even for a moment", () => {
  test("when a comparison was faster than the receipt's event", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await compareStock(shop.world.ctx);
    expect(await shop.onHand("MUG")).toBe(5);

    await shop.settle();

    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 } });
    expect(await shop.onHand("MUG")).toBe(5);
    await shop.sweep();
    await expectPeace(shop.world);
    expect((await shop.written(back, "stock-lower")).map(({ details }) => details)).toEqual([
      { sku: "MUG", quantity: 2 },
    ]);
  });

  test("when no event came at all", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 1 });
    await shop.world.atWarehouse("deliveries/faults", { kind: "drop", probability: 1 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await readChangedInbounds(shop.world.ctx);
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
    expect(await shop.onHand("MUG")).toBe(5);
    await expectPeace(shop.world);
  });

  test("when the disposition arrives late, after all stock was compared", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const { ctx } = shop.world;
    const back = await shop.comesBack({ MUG: 1 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.world.delivered();
    let late: (() => Promise<unknown>) | undefined;
    const onItsWay = beforeDisposing(ctx, async (send) => {
      late = send;
      throw new CutOff();
    });
    await untilCut(followStockHints(onItsWay));
    await compareStock(ctx);
    await shop.settle();
    await shop.sweep();
    expect(await shop.onHand("MUG")).toBe(4);

    await late?.();
    await shop.judge();
    await shop.settle();
    await shop.sweep();
    await shop.pass();

    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
    expect(await shop.onHand("MUG")).toBe(5);
    expect(await shop.disposeCalls()).toBe(1);
    await expectPeace(shop.world);
  });

  test("when a sweep, begun before the disposition was sent, has found the difference and writes it", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const { ctx, services } = shop.world;
    const back = await shop.comesBack({ MUG: 1 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.world.delivered();
    let late: (() => Promise<unknown>) | undefined;
    const onItsWay = beforeDisposing(ctx, async (send) => {
      late = send;
      throw new CutOff();
    });
    await untilCut(followStockHints(onItsWay));
    await services.db.stockLook.updateMany({ where: { shop: SHOP }, data: { verdict: "write", target: 5 } });
    await writeDifferences(ctx);
    expect(await shop.onHand("MUG")).toBe(4);
    await late?.();
    await shop.settle();
    expect(await shop.onHand("MUG")).toBe(5);
  });

  test("when the return cannot be read just then: its stock goes on, and it is disposed of afterwards", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const { ctx } = shop.world;
    const back = await shop.comesBack({ MUG: 1 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.world.delivered();
    const unreadable: ShopContext = {
      ...ctx,
      admin: {
        ...ctx.admin,
        async request(operation, variables) {
          if (operation.toString().includes("query ReturnById("))
            throw new ShopifyError("refused", { message: "made up" });
          return ctx.admin.request(operation, variables);
        },
      },
    };
    await followStockHints(unreadable);
    expect(await shop.onHand("MUG")).toBe(5);
    expect(await shop.disposed(back)).toEqual({});
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
    expect(await shop.onHand("MUG")).toBe(5);
    await expectPeace(shop.world);
  });

  test("when its run slept after reading, was taken for dead, and another has disposed of it", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const { ctx, services } = shop.world;
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await queueJob(services.db, { name: "dispose-return", shop: SHOP, returnId: back });
    const { rows } = await services.pool.query<{ id: string }>(
      `UPDATE graphile_worker._private_jobs SET locked_by = 'asleep', locked_at = now()
       WHERE key LIKE 'dispose-return:%' RETURNING id`,
    );
    let slept = false;
    const asleep: ShopContext = {
      ...ctx,
      jobId: rows[0]!.id,
      admin: {
        ...ctx.admin,
        async request(operation, variables) {
          const answer = await ctx.admin.request(operation, variables);
          if (slept || !operation.toString().includes("query ReturnById(")) return answer;
          slept = true;
          await giveBack(services.pool, { workers: ["asleep"] });
          await shop.settle();
          return answer;
        },
      },
    };
    await expect(disposeReturn(asleep, { returnId: back })).rejects.toThrow(JobGivenBackError);
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
    expect(await shop.disposeCalls()).toBe(1);
    // The room it had made for what it was to put up is seen by the next comparison.
    await shop.sweep();
    expect(await shop.onHand("MUG")).toBe(4);
    await expectPeace(shop.world);
  });

  test("when a worker whose clock is minutes ahead finds one that may still arrive", async () => {
    const { shop, back } = await cutOffDisposing();
    const worker = await startBuiltApp(shop.world, {
      roles: ["worker"],
      node: ["--import", pathToFileURL("scripts/chaos/bent-time.mjs").href],
      env: { CHAOS_AHEAD_MS: "150000" },
    });
    const jobs = async () =>
      (
        await shop.world.services.pool.query<{ name: string; soon: boolean }>(
          `SELECT task_identifier AS "name", locked_at IS NOT NULL OR run_at < now() + interval '20 s' AS "soon"
           FROM graphile_worker.jobs WHERE queue_name LIKE '%' || $1 AND task_identifier <> 'settle-stock'`,
          [SHOP],
        )
      ).rows;
    // It has looked at it, and left it for when it can no longer arrive.
    await expect.poll(jobs).toEqual([{ name: "dispose-return", soon: false }]);
    await worker.stop();
    expect(await shop.disposed(back)).toEqual({});
    expect((await shop.written(back, "dispose")).map(({ outcome }) => outcome)).toEqual(["intended"]);
  });

  test("when the disposition never arrived: it is sent again once it cannot any more", async () => {
    const { shop, back } = await cutOffDisposing();
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({});
    await shop.pass();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
    expect(await shop.onHand("MUG")).toBe(5);
    await shop.sweep();
    await expectPeace(shop.world);
    expect((await shop.written(back, "dispose")).map(({ outcome }) => outcome)).toEqual(["lost", "done"]);
  });
});

test.each(["before", "after"] as const)(
  "killed %s any call of following a receipt that the shop shows already, the app disposes of it once",
  { tags: ["proof"], timeout: 600_000 },
  async (when) => {
    const shop = await ReturningShop.open({ MUG: 110 });
    const { world } = shop;
    const bought = await shop.sold({ MUG: 100 });
    let call = 1;
    for (; ; call++) {
      const back = await shop.returned(bought, { MUG: 1 });
      await shop.received(back, { sku: "MUG", quantity: 1 });
      await compareStock(world.ctx);
      await world.delivered();
      const { around, wasCut } = cutAt({ call, when });
      await untilCut(followStockHints(throughAll(world.ctx, around)));
      await shop.judge();
      // Whatever runs next, it must not take for a difference what is only half done.
      await compareStock(world.ctx);
      await shop.settle();
      // What may still arrive is waited for.
      if (!("MUG" in (await shop.disposed(back)))) await shop.pass();
      expect(await shop.disposed(back), `call ${call}`).toEqual({ MUG: { RESTOCKED: 1 } });
      expect(await shop.onHand("MUG"), `call ${call}`).toBe(10 + call);
      await expectPeace(world);
      if (!wasCut()) break;
    }
    expect(call).toBeGreaterThan(40);
  },
);

describe("while stock is not written", () => {
  test("in shadow, good pieces wait to be put back, and defective ones do not; going live puts them back", async () => {
    const shop = await ReturningShop.open({ MUG: 5 }, { shadow: true });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 1 }, { sku: "MUG", quantity: 1, defective: true });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { NOT_RESTOCKED: 1 } });
    const id = expect.any(String) as string;
    expect(await shop.needs(back)).toEqual([
      { kind: "restock-waits", why: "shadow", id, title: "MUG", quantity: 1 },
    ]);

    await goLive(shop.world.ctx, "all");
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { NOT_RESTOCKED: 1, RESTOCKED: 1 } });
    expect(await shop.needs(back)).toEqual([]);
    expect(await shop.onHand("MUG")).toBe(4);
  });

  test("pieces of a variant that is not live wait until it is", async () => {
    const shop = await ReturningShop.open({ MUG: 5, CUP: 5 }, { shadow: true });
    const [cup, mug] = [await variantOf(shop.world, "CUP"), await variantOf(shop.world, "MUG")];
    await goLive(shop.world.ctx, [cup]);
    const back = await shop.comesBack({ MUG: 1, CUP: 1 });
    await shop.received(back, { sku: "MUG", quantity: 1 }, { sku: "CUP", quantity: 1 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ CUP: { RESTOCKED: 1 } });
    expect(await shop.needs(back)).toMatchObject([{ kind: "restock-waits", why: "not-live" }]);
    await goLive(shop.world.ctx, [mug]);
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ CUP: { RESTOCKED: 1 }, MUG: { RESTOCKED: 1 } });
  });

  test("paused, they wait until it is resumed", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 1 });
    await pauseStock(shop.world.ctx);
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    expect(await shop.needs(back)).toMatchObject([{ kind: "restock-waits", why: "paused" }]);
    expect(await shop.disposeCalls()).toBe(0);
    await resumeStock(shop.world.ctx);
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
    expect(await shop.onHand("MUG")).toBe(5);
  });

  test("pieces the merchant keeps back wait while there is no room for any, and take turns when there is for some", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 5 });
    await changeStockSettings(shop.world.ctx, { buffer: 2 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({});
    expect(await shop.onHand("MUG")).toBe(0);
    expect(await shop.needs(back)).toMatchObject([{ kind: "restock-waits", why: "no-room", quantity: 2 }]);

    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 3 } });
    expect(await shop.onHand("MUG")).toBe(1);
    expect(await shop.needs(back)).toEqual([]);
    await shop.sweep();
    await expectPeace(shop.world);
  });

  test("during a sale nothing is raised, and what comes back takes the place of what is shown", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    await changeStockSettings(shop.world.ctx, { saleFrom: new Date(Date.now() - 60_000) });
    await shop.settle();
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 } });
    expect(await shop.onHand("MUG")).toBe(3);
    await shop.sweep();
    expect(await shop.onHand("MUG")).toBe(3);
    await changeStockSettings(shop.world.ctx, { saleFrom: null });
    await shop.settle();
    expect(await shop.onHand("MUG")).toBe(5);
  });
});

test("why the shop shows what it shows is told with the return's name", async () => {
  const shop = await ReturningShop.open({ MUG: 5 });
  const back = await shop.comesBack({ MUG: 2 });
  await shop.received(back, { sku: "MUG", quantity: 2 });
  await shop.settle();
  const { name } = await shop.row(back);
  const variantId = await variantOf(shop.world, "MUG");
  const { look, entries } = await explainStock(shop.world.ctx, { variantId });
  expect(look).toMatchObject({ verdict: "equal", warehouseStock: 5, target: 5, shopFigure: 5 });
  expect(entries[0]).toMatchObject({
    ...{ outcome: "written", from: 3, to: 5, warehouseStock: 5 },
    cause: { event: "return/restocked", of: name },
  });
});

test("asked for by itself, a return's receipts are disposed of and its goods mirrored", async () => {
  const shop = await ReturningShop.open({ MUG: 5 });
  const back = await shop.comesBack({ MUG: 1 });
  await shop.world.atWarehouse("deliveries/faults", { kind: "drop", probability: 1 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await disposeReturn(shop.world.ctx, { returnId: back });
  await shop.judge();
  expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
  expect(await shop.onHand("MUG")).toBe(5);
});
