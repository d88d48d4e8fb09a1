import { describe, expect, test } from "vitest";
import { listProblems } from "../../app/domain/problems/problems.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import {
  changeStockSettings,
  goLive,
  pauseStock,
  resumeStock,
  setBuffer,
} from "../../app/domain/stock/settings/change-stock-settings.ts";
import { trackStock } from "../../app/domain/stock/settings/track-stock.ts";
import { writeDifferences } from "../../app/domain/stock/sweep/write-differences.ts";
import { correct, countCalls, forgetCalls, ledger, onHand, receive, setOnHand } from "../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";
import { confirm } from "./jumps.ts";

/** Ten mugs and ten boxes in both worlds. */
async function goods(how?: { shadow: boolean }): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 10, BOX: 10 },
    variants: [
      { sku: "MUG", onHand: 10 },
      { sku: "BOX", onHand: 10 },
    ],
  });
  await world.connect(how);
  return world;
}

const both = async (world: World) => {
  const shop = await readShop(world);
  return { MUG: shop.onHand("MUG"), BOX: shop.onHand("BOX") };
};
const MUG = "MUG" as Sku;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe("pieces kept back", () => {
  test("of everything, of one SKU in its own measure, and none any more", async () => {
    const world = await goods();
    await changeStockSettings(world.ctx, { buffer: 2 });
    await setBuffer(world.ctx, { sku: MUG, pieces: 7 });
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 3, BOX: 8 });
    expect((await ledger(world)).find(({ sku }) => sku === "MUG")).toMatchObject({ warehouseStock: 10 });
    expect((await ledger(world)).at(-1)?.buffer).toBeGreaterThan(0);

    await setBuffer(world.ctx, { sku: MUG, pieces: null });
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 8, BOX: 8 });
    await changeStockSettings(world.ctx, { buffer: 0 });
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 10, BOX: 10 });
  });

  test("none of one SKU, while some is kept back of all others", async () => {
    const world = await goods();
    await changeStockSettings(world.ctx, { buffer: 4 });
    await setBuffer(world.ctx, { sku: MUG, pieces: 0 });
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 10, BOX: 6 });
  });
});

describe("during a sale", () => {
  test("more is kept back and nothing raised, and it ends by itself", async () => {
    const world = await goods();
    await changeStockSettings(world.ctx, {
      saleFrom: inMinutes(10),
      saleUntil: inMinutes(70),
      saleBuffer: 3,
    });
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 10, BOX: 10 });

    await world.pass(11);
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 7, BOX: 7 });
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await correct(world, { sku: "BOX", pieces: 4 });
    await world.sweep();
    expect(await both(world)).toEqual({ MUG: 7, BOX: 1 });

    await world.pass(61);
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 15, BOX: 4 });
  });

  test("that is begun and ended by hand", async () => {
    const world = await goods();
    await changeStockSettings(world.ctx, { saleFrom: inMinutes(-1), saleUntil: null, saleBuffer: 1 });
    await world.settle();
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 9, BOX: 9 });
    await changeStockSettings(world.ctx, { saleFrom: null });
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 15, BOX: 10 });
  });
});

describe("nothing is written", () => {
  test("while paused; resumed, what happened meanwhile is caught up with", async () => {
    const world = await goods();
    await pauseStock(world.ctx);
    await world.settle();
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await correct(world, { sku: "BOX", pieces: 4 });
    await world.sweep();
    expect(await both(world)).toEqual({ MUG: 10, BOX: 10 });
    expect(await ledger(world)).toEqual([]);
    await resumeStock(world.ctx);
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 15, BOX: 4 });
    // What made us look still says why it was written.
    const causes = (await ledger(world)).map(({ sku, cause }) => [sku, cause]);
    expect(causes).toContainEqual(["BOX", null]);
    expect(causes.find(([sku]) => sku === "MUG")?.[1]).toMatch(/receipt-received|inbound-status/);
  });

  test("in shadow, and what would be is remembered until it goes live", async () => {
    const world = await goods({ shadow: true });
    await forgetCalls(world);
    await receive(world, [{ sku: "MUG", quantity: 5 }]);
    await world.sweep();
    expect(await both(world)).toEqual({ MUG: 10, BOX: 10 });
    expect((await countCalls(world)).writes).toBe(0);
    expect(await ledger(world)).toEqual([]);
    const looks = await world.services.db.stockLook.findMany({ where: { shop: SHOP, verdict: "write" } });
    expect(looks).toMatchObject([{ warehouseStock: 15, onHand: 10, target: 15 }]);

    await goLive(world.ctx, "all");
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 15, BOX: 10 });
  });

  test("but to the variants the merchant chose to begin with", async () => {
    const world = await goods({ shadow: true });
    const chosen = [(await readShop(world)).variant("MUG").id] as VariantId[];
    await goLive(world.ctx, chosen);
    await receive(world, [
      { sku: "MUG", quantity: 5 },
      { sku: "BOX", quantity: 5 },
    ]);
    await world.sweep();
    expect(await both(world)).toEqual({ MUG: 15, BOX: 10 });
    await goLive(world.ctx, "all");
    await world.settle();
    expect(await both(world)).toEqual({ MUG: 15, BOX: 15 });
  });
});

describe("when many would go to 0 at once", () => {
  const SKUS = Array.from({ length: 12 }, (_, index) => `SKU-${index}`);

  async function emptied(): Promise<World> {
    const world = await createWorld({
      warehouse: { ...Object.fromEntries(SKUS.map((sku) => [sku, 5])), MUG: 5 },
      variants: [...SKUS, "MUG"].map((sku) => ({ sku, onHand: 5 })),
    });
    await world.connect();
    for (const sku of SKUS) await correct(world, { sku, pieces: 0 });
    await correct(world, { sku: "MUG", pieces: 3 });
    await world.sweep();
    return world;
  }
  const stopped = async (world: World) =>
    (await listProblems(world.ctx)).filter(({ kind }) => kind === "stock-stopped");
  const shown = async (world: World) =>
    new Set((await readShop(world)).variants.filter(({ sku }) => sku !== "MUG").map((one) => one.onHand));

  test("they are held back, the others go on, and the merchant's word lets them go", async () => {
    const world = await emptied();
    expect(await shown(world)).toEqual(new Set([5]));
    expect(await onHand(world, "MUG")).toBe(3);
    expect(await stopped(world)).toMatchObject([{ details: { count: 12 } }]);

    await confirm(world);
    await world.settle();
    expect(await shown(world)).toEqual(new Set([0]));
    expect(await stopped(world)).toEqual([]);
  });

  test("and the warehouse mends its figures, nothing was ever written and nobody is asked any more", async () => {
    const world = await emptied();
    for (const sku of SKUS) await correct(world, { sku, pieces: 5 });
    await world.sweep();
    expect(await shown(world)).toEqual(new Set([5]));
    expect(await stopped(world)).toEqual([]);
    expect((await ledger(world)).map(({ sku }) => sku)).toEqual(["MUG"]);
  });

  test("a word said once does not let them go another time", async () => {
    const world = await emptied();
    await confirm(world);
    await world.settle();
    for (const sku of SKUS) await correct(world, { sku, pieces: 5 });
    await world.sweep();
    for (const sku of SKUS) await correct(world, { sku, pieces: 0 });
    await world.sweep();
    expect(await shown(world)).toEqual(new Set([5]));
    expect(await stopped(world)).toHaveLength(1);
  });
});

describe("goods the shop does not", () => {
  test("count are left alone until it does", async () => {
    const world = await createWorld({
      warehouse: { MUG: 10 },
      variants: [{ sku: "MUG", onHand: 1, tracked: false }],
    });
    await world.connect();
    const { id } = (await readShop(world)).variant("MUG");
    const look = () => world.services.db.stockLook.findFirst({ where: { shop: SHOP } });
    expect(await look()).toMatchObject({ verdict: "untracked" });
    expect(await trackStock(world.ctx, { variantId: id as VariantId })).toBeNull();
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10);
    expect(await look()).toMatchObject({ verdict: "equal" });
  });

  test("stock at the location are stocked there when the merchant allows it, and the ledger has it", async () => {
    const world = await createWorld({ warehouse: { MUG: 10 }, variants: [{ sku: "MUG", onHand: null }] });
    await world.connect();
    expect(await onHand(world, "MUG")).toBeUndefined();
    await changeStockSettings(world.ctx, { activate: true });
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10);
    expect(await ledger(world)).toMatchObject([
      { sku: "MUG", warehouseStock: 10, target: 10, outcome: "written" },
    ]);
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(11);
  });

  test("stock at the location, and will not stock there, are named until they are compared again", async () => {
    const world = await createWorld({ warehouse: { MUG: 10 }, variants: [{ sku: "MUG", onHand: null }] });
    await world.connect();
    await pauseStock(world.ctx);
    await changeStockSettings(world.ctx, { activate: true });
    await world.settle();
    // Somebody stocks it there before we do, and we have not heard of it yet.
    await setOnHand(world, { sku: "MUG", pieces: 3 });
    await world.services.db.stockSettings.update({ where: { shop: SHOP }, data: { pausedAt: null } });
    await writeDifferences(world.ctx);
    expect(await ledger(world)).toMatchObject([{ sku: "MUG", outcome: "rejected" }]);
    expect(await listProblems(world.ctx)).toMatchObject([{ kind: "stock-rejected", subject: "MUG" }]);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10);
    expect(await listProblems(world.ctx)).toEqual([]);
  });
});
