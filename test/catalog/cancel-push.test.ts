import { describe, expect, test } from "vitest";
import { cancelPush } from "../../app/domain/catalog/push/cancel-push.ts";
import { pushProducts } from "../../app/domain/catalog/push/push-products.ts";
import { readPushProgress } from "../../app/domain/catalog/push/read-push.ts";
import { startPush } from "../../app/domain/catalog/push/start-push.ts";
import { control } from "../../sandbox/demo/control.ts";
import { cutAt, throughAll } from "../support/cut-off.ts";
import { asOwner } from "../support/database.ts";
import { manyVariants, openPush } from "./push-bench.ts";

type Bench = Awaited<ReturnType<typeof openPush>>;

const start = ({ ctx }: Bench) => startPush(ctx, { selection: "missing", confirmed: 1_000 });
const counts = async ({ ctx }: Bench) => (await readPushProgress(ctx))?.counts;
/** Products by what is remembered of them. */
const states = async ({ db, ctx: { shop } }: Bench) => {
  const groups = await db.pushedProduct.groupBy({ by: ["state"], where: { shop }, _count: true });
  return Object.fromEntries(groups.map(({ state, _count }) => [state, _count]));
};
/** From its first request on the warehouse is heard of no more, that request served or not. */
async function breakOff({ warehouse }: Bench, when: "request" | "answer"): Promise<void> {
  const reset = { action: { kind: "reset" } };
  await warehouse.fault({ method: "POST", path: "/bulk/", when, ...reset });
  await warehouse.fault({ method: "GET", path: "/products", ...reset });
}

/** Begins to create them, and stops in the middle of the first request. */
async function inTheMiddle(bench: Bench) {
  await bench.warehouse.fault({
    method: "POST",
    path: "/products",
    when: "answer",
    times: 1,
    action: { kind: "hold" },
  });
  const pushing = bench.push();
  const { url } = bench.warehouse;
  await expect.poll(() => control(url, { path: "held" })).toEqual({ held: 1 });
  return async () => {
    await control(url, { path: "release", body: {} });
    await pushing;
  };
}

describe("creating products, called off", () => {
  test("before any is sent, creates none, and leaves nothing that waits", async () => {
    const bench = await openPush({ variants: manyVariants(5) });
    await start(bench);
    expect(await cancelPush(bench.ctx)).toBe(5);
    await bench.push();
    expect(await bench.asked("POST")).toEqual([]);
    expect(await readPushProgress(bench.ctx)).toBeNull();
    expect(await cancelPush(bench.ctx)).toBeNull();
  });

  test("in the middle, creates those that are on their way, remembers them, and no more", async () => {
    const bench = await openPush({ variants: manyVariants(30), settings: { bulkSize: 10 } });
    await bench.switchOnEdits();
    await start(bench);
    const goOn = await inTheMiddle(bench);
    expect(await counts(bench)).toMatchObject({ waiting: 30 });
    expect(await cancelPush(bench.ctx)).toBe(20);
    expect(await readPushProgress(bench.ctx)).toMatchObject({ counts: { waiting: 10 }, stopping: 10 });
    await goOn();
    expect(await states(bench)).toEqual({ created: 10 });
    expect(await bench.products()).toHaveLength(10);
    await bench.push();
    expect(await bench.asked("POST")).toHaveLength(1);
    // They are ours from here on: what is changed in the shop is sent after them.
    const [one] = await bench.products();
    const name = one!.sku.replace("SKU-", "V");
    await bench.shop({ [name]: { sku: one!.sku, title: "Renamed" } });
    await bench.pushEdits();
    expect(await bench.products()).toContainEqual(expect.objectContaining({ description: "Renamed" }));
  });

  test("when the answer was lost, remembers what was made, and sends nothing again", async () => {
    const bench = await openPush({ variants: manyVariants(30), settings: { bulkSize: 10 } });
    await start(bench);
    await breakOff(bench, "answer");
    await expect(bench.push()).rejects.toThrow();
    expect(await cancelPush(bench.ctx)).toBe(20);
    await bench.clearFaults();
    const before = await bench.asked("POST");
    await bench.push();
    expect(await states(bench)).toEqual({ created: 10 });
    expect(new Set(Object.values(await bench.states()))).toEqual(new Set(["mapped", "not_at_warehouse"]));
    expect(await bench.asked("POST")).toEqual(before);
  });

  test("when the request never arrived, creates none of it either", async () => {
    const bench = await openPush({ variants: manyVariants(30), settings: { bulkSize: 10 } });
    await start(bench);
    await breakOff(bench, "request");
    await expect(bench.push()).rejects.toThrow();
    await cancelPush(bench.ctx);
    await bench.clearFaults();
    await bench.push();
    expect(await bench.products()).toEqual([]);
    expect(await readPushProgress(bench.ctx)).toBeNull();
  });

  test("and asked for again, creates them all", async () => {
    const bench = await openPush({ variants: manyVariants(30), settings: { bulkSize: 10 } });
    await start(bench);
    const goOn = await inTheMiddle(bench);
    await cancelPush(bench.ctx);
    expect(await start(bench)).toMatchObject({ outcome: "started" });
    await goOn();
    await bench.push();
    expect(await bench.products()).toHaveLength(30);
    expect(await states(bench)).toEqual({ created: 30 });
  });

  test("sends no more than one chunk, also when the database expects its table to be empty", async () => {
    const bench = await openPush({ variants: manyVariants(30), settings: { bulkSize: 10 } });
    await asOwner(bench.ctx.pool, 'VACUUM ANALYZE "PushedProduct"');
    await start(bench);
    const goOn = await inTheMiddle(bench);
    expect(await states(bench)).toEqual({ sending: 10, waiting: 20 });
    expect(await cancelPush(bench.ctx)).toBe(20);
    await goOn();
    expect(await bench.products()).toHaveLength(10);
  });

  test("when more than a chunk was being sent, settles all of it", async () => {
    const bench = await openPush({ variants: manyVariants(8), settings: { bulkSize: 4 } });
    await start(bench);
    // So an earlier version left them.
    await bench.db.pushedProduct.updateMany({ data: { state: "sending" } });
    expect(await cancelPush(bench.ctx)).toBe(0);
    await bench.push();
    expect(await states(bench)).toEqual({});
    expect(await bench.products()).toEqual([]);
  });

  test("leaves another shop's products waiting", async () => {
    const bench = await openPush({ variants: manyVariants(2) });
    const other = "other.myshopify.com";
    await bench.connect(other);
    await bench.otherShop(other, { theirs: { sku: "THEIRS" } });
    await startPush(bench.contextOf(other), { selection: "missing", confirmed: 9 });
    await start(bench);
    expect(await cancelPush(bench.ctx)).toBe(2);
    expect((await readPushProgress(bench.contextOf(other)))?.counts).toMatchObject({ waiting: 1 });
  });
});

test.each(["before", "after"] as const)(
  "killed %s any of its calls and called off then, all that was made is remembered, and nothing waits",
  async (when) => {
    const bench = await openPush({ variants: manyVariants(8), settings: { bulkSize: 4 } });
    let cuts = 0;
    for (let call = 1; ; call++) {
      await start(bench);
      const { around, wasCut } = cutAt({ call, when });
      await pushProducts(throughAll(bench.ctx, around)).catch(() => undefined);
      await cancelPush(bench.ctx);
      await bench.push();
      const made = (await bench.products()).map(({ sku }) => sku).sort();
      const known = await bench.db.pushedProduct.findMany({ orderBy: { sku: "asc" } });
      expect(
        known.map(({ sku }) => sku),
        `call ${call}`,
      ).toEqual(made);
      expect(known.every(({ state, sent }) => state === "created" && sent !== null)).toBe(true);
      if (!wasCut()) break;
      cuts++;
      for (const sku of made) await bench.warehouse.client.products.delete(sku);
      await bench.db.warehouseProduct.deleteMany();
      await bench.db.mapping.deleteMany();
      await bench.db.mappingComponent.deleteMany();
      await bench.db.pushedProduct.deleteMany();
      await bench.db.variant.updateMany({ data: { state: "not_at_warehouse" } });
    }
    expect(cuts).toBeGreaterThan(10);
  },
);
