import { describe, expect, test } from "vitest";
import { clearProblems, listProblems, openProblem } from "../../app/domain/problems/problems.ts";
import { LOOK_ASKED } from "../../app/domain/events/translate-hint.ts";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import type { InventoryItemId, Sku } from "../../app/domain/ids.ts";
import { loadMapped } from "../../app/domain/stock/mirror/load-mapped.ts";
import { lookAtStock } from "../../app/domain/stock/mirror/look-at-stock.ts";
import { loadStockSettings } from "../../app/domain/stock/settings/stock-settings.ts";
import { onHand, setOnHand } from "../support/stock.ts";
import { createWorld, LOCATION, readShop, SHOP, type World } from "../support/world.ts";

const receive = (world: World, lines: { sku: string; quantity: number; defective?: boolean }[]) =>
  world.atWarehouse("receive", { lines });

const ledger = ({ services }: World) =>
  services.db.ledgerEntry.findMany({ where: { shop: SHOP }, orderBy: { id: "asc" } });

/** The next write arrives at the shop and is carried out, and its answer is lost on the way back. */
const loseAnswer = (world: World) =>
  world.atShop("faults", { path: "graphql", when: "answer", skip: 1, times: 1, action: { kind: "reset" } });

async function mug(onHand = 5): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand }] });
  await world.connect();
  return world;
}

describe("the shop shows what the warehouse has", () => {
  test("after connecting, more or less", async () => {
    const world = await createWorld({
      warehouse: { "MUG-BLUE": 12, "MUG-RED": 3 },
      variants: [
        { sku: "MUG-BLUE", onHand: 2 },
        { sku: "MUG-RED", onHand: 9 },
      ],
    });
    await world.connect();
    const shop = await readShop(world);
    expect(shop.onHand("MUG-BLUE")).toBe(12);
    expect(shop.onHand("MUG-RED")).toBe(3);
  });

  test("after goods were received, and the ledger says why", async () => {
    const world = await mug();
    await receive(world, [{ sku: "MUG", quantity: 7 }]);
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(12);

    const [entry] = await ledger(world);
    expect(entry).toMatchObject({
      sku: "MUG",
      warehouseStock: 12,
      shopFigure: 5,
      target: 12,
      outcome: "written",
    });
    const hint = await world.services.db.hint.findUniqueOrThrow({ where: { id: entry?.hintId ?? 0n } });
    expect(hint.shop).toBe(SHOP);
    // Which of the two arrives first is chance.
    expect(["receipt-received", "inbound-status"]).toContain(hint.event);
  });

  test("after a shipment, which names no SKU", async () => {
    const world = await mug();
    await world.atWarehouse("ship", { lines: [{ sku: "MUG", quantity: 2 }] });
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(3);
  });

  test("not counting what arrived broken", async () => {
    const world = await mug();
    await receive(world, [
      { sku: "MUG", quantity: 4, defective: true },
      { sku: "MUG", quantity: 1 },
    ]);
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(6);
  });

  test("what nobody announced is found by the hourly comparison", async () => {
    const world = await mug();
    await world.atWarehouse("correct", { sku: "MUG", stock: 40 });
    await world.sweep();
    expect((await readShop(world)).onHand("MUG")).toBe(40);
    expect((await ledger(world)).map(({ hintId }) => hintId)).toEqual([null]);
  });

  test("nothing, when the warehouse no longer knows the SKU", async () => {
    const world = await mug();
    await world.atWarehouse("reset", {});
    await world.sweep();
    expect((await readShop(world)).onHand("MUG")).toBe(0);
    expect((await ledger(world)).at(-1)).toMatchObject({ warehouseStock: null, target: 0 });
  });
});

describe("what the warehouse does not say is unknown, not zero:", () => {
  const kinds = async (world: World) =>
    (await listProblems(world.ctx)).map(({ kind, subject }) => [kind, subject]);
  const answer = (status: number, body: unknown) => ({ kind: "status", status, body });

  test.each([
    ["no figure", { sku: "MUG", stock: null }],
    ["a figure that is none", { sku: "MUG", stock: "plenty" }],
    ["a record without its SKU", { stock: 3 }],
  ])("%s leaves the shop's as it is, and the merchant is told until there is one", async (_what, body) => {
    const world = await mug();
    await world.atWarehouse("faults", { path: "products/MUG", action: answer(200, body) });
    await world.sweep();
    expect((await readShop(world)).onHand("MUG")).toBe(5);
    expect(await kinds(world)).toEqual([["stock-unreadable", "MUG"]]);

    await world.clearFaults();
    await receive(world, [{ sku: "MUG", quantity: 1 }]);
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(6);
    expect(await kinds(world)).toEqual([]);
  });

  test("one product that cannot be read keeps no other from being connected and mirrored", async () => {
    const world = await createWorld({
      warehouse: { MUG: 5, "..": 1 },
      variants: [{ sku: "MUG" }, { sku: ".." }],
    });
    await world.connect();
    expect((await readShop(world)).onHand("MUG")).toBe(5);
    expect((await readShop(world)).onHand("..")).toBe(0);
    expect(await kinds(world)).toEqual([["stock-unreadable", ".."]]);
  });

  test("a 404 from something that answers 404 to everything", async () => {
    const world = await mug();
    await world.atWarehouse("faults", { path: "/fulfilment/", action: answer(404, {}) });
    await world.sweep();
    expect((await readShop(world)).onHand("MUG")).toBe(5);
    expect(await kinds(world)).toEqual([["warehouse-not-understood", ""]]);
    await world.clearFaults();
    await world.retryNow();
    expect(await kinds(world)).toEqual([]);
  });
});

describe("nothing is written", () => {
  test("when nothing changed", async () => {
    const world = await mug();
    await world.sweep();
    expect(await ledger(world)).toEqual([]);
  });

  test("again, when the same event comes ten times", async () => {
    const world = await mug();
    await receive(world, [{ sku: "MUG", quantity: 7 }]);
    await world.settle();
    const [delivery] = await world.atWarehouse<{ id: string }[]>("deliveries?take=1");
    await world.atWarehouse(`deliveries/${delivery?.id}/redeliver`, { times: 10 });
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(12);
    expect(await ledger(world)).toHaveLength(1);
  });

  test("to an untracked item, a bundle, or where the item is not stocked", async () => {
    const world = await createWorld({
      warehouse: { LOOSE: 9, BOX: 9, ELSEWHERE: 9 },
      variants: [
        { sku: "LOOSE", onHand: 1, tracked: false },
        { sku: "BOX", onHand: 1, requiresComponents: true },
        { sku: "ELSEWHERE", onHand: null },
      ],
    });
    await world.connect();
    expect((await readShop(world)).variants.map(({ onHand }) => onHand)).toEqual([1, 1, undefined]);
    expect(await ledger(world)).toEqual([]);
  });
});

describe("when things go wrong between reading and writing", () => {
  test("a figure that moved meanwhile is read again, never overwritten blindly", async () => {
    const world = await mug();
    await world.atWarehouse("correct", { sku: "MUG", stock: 9 });
    await world.atShop("faults", {
      path: "graphql",
      operation: "SetQuantities",
      times: 1,
      action: { kind: "hold" },
    });
    const comparing = compareStock(world.ctx);
    await world.held();
    await world.atShop("shops/demo/inventory", {
      sku: "MUG",
      location: LOCATION,
      quantities: { on_hand: 7 },
    });
    await world.atShop("release", {});
    await comparing;
    expect((await readShop(world)).onHand("MUG")).toBe(9);
    const outcomes = (await ledger(world)).map(({ outcome, shopFigure }) => ({ outcome, shopFigure }));
    expect(outcomes).toEqual([
      { outcome: "stale", shopFigure: 5 },
      { outcome: "other", shopFigure: 5 },
      { outcome: "written", shopFigure: 7 },
    ]);
  });

  test("a quantity that moves each time it is to be written is tried again soon, as often as it takes", async () => {
    const world = await mug(9);
    await world.atShop("webhooks/faults", { kind: "drop" });
    await world.atWarehouse("correct", { sku: "MUG", stock: 3 });
    let shown = 9;
    /** Each of three rounds finds another quantity. */
    const tryInVain = async (run: () => Promise<unknown>) => {
      const hold = { path: "graphql", operation: "SetQuantities", times: 3, action: { kind: "hold" } };
      await world.atShop("faults", hold);
      const running = run();
      for (let round = 1; round <= 3; round++) {
        await world.held();
        await setOnHand(world, { sku: "MUG", pieces: (shown += 1) });
        await world.atShop("release", {});
      }
      await running;
      expect(await onHand(world, "MUG")).toBe(shown);
    };
    const soon = () => new Date(world.ctx.clock().getTime() + 60_000);
    const waiting = () =>
      world.services.db.hint.count({ where: { shop: SHOP, followedAt: null, retryAt: { lt: soon() } } });
    // One that comes much later is no help.
    const much = new Date(world.ctx.clock().getTime() + 60 * 60_000);
    const later = { shop: SHOP, source: "app", event: LOOK_ASKED, identifier: "MUG", retryAt: much } as const;
    await world.services.db.hint.create({ data: later });
    await tryInVain(() => compareStock(world.ctx));
    expect(await waiting()).toBe(1);
    await world.pass(1);
    await tryInVain(() => followStockHints(world.ctx));
    expect(await waiting()).toBe(1);
    await world.pass(1);
    await world.retryNow();
    expect(await onHand(world, "MUG")).toBe(3);
    expect(await waiting()).toBe(0);
    expect(await listProblems(world.ctx)).toEqual([]);
  });

  test("a long comparison that a hint has overtaken changes nothing, and blames nobody", async () => {
    const world = await mug();
    const { ctx } = world;
    const [settings, mapped] = await Promise.all([loadStockSettings(ctx), loadMapped(ctx, "all")]);
    const shopReadAt = new Date();
    const [{ inventoryItemId } = { inventoryItemId: "" as InventoryItemId }] = mapped;
    await receive(world, [{ sku: "MUG", quantity: 7 }]);
    await world.settle();

    const shop = new Map([
      [inventoryItemId, { tracked: true, figures: { onHand: 9, available: 9, committed: 0 } }],
    ]);
    const warehouse = new Map([["MUG" as Sku, { stock: 5, readAt: shopReadAt }]]);
    const received = { units: new Map(), readAt: null };
    const looks = { settings, epoch: 0, mapped, warehouse, received, shop, shopReadAt };
    expect((await lookAtStock(ctx, { ...looks, hintOf: () => null }, { inSweep: true })).looked).toEqual([]);
    expect((await ledger(world)).map(({ outcome }) => outcome)).toEqual(["written"]);
  });

  test("a write whose answer is lost is made once", async () => {
    const world = await mug();
    await loseAnswer(world);
    await receive(world, [{ sku: "MUG", quantity: 7 }]);
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(12);
    expect((await ledger(world)).map(({ outcome }) => outcome)).toEqual(["written"]);
  });

  test("a run cut off after its write landed is taken up by the next, which finds nothing left to write", async () => {
    const world = await mug();
    // The reading passes; the write is carried out, and its answer and those to all repetitions are lost.
    await world.atShop("faults", {
      path: "graphql",
      when: "answer",
      skip: 1,
      times: 4,
      action: { kind: "reset" },
    });
    await receive(world, [{ sku: "MUG", quantity: 7 }]);
    await world.settle();
    await world.retryNow();
    expect((await readShop(world)).onHand("MUG")).toBe(12);
    expect((await ledger(world)).map(({ outcome }) => outcome)).toEqual(["written"]);
    expect(await world.atShop("shops/demo/history")).toHaveLength(1);
  });

  test("one value the shop refuses holds back no other, and the merchant is told until it is right", async () => {
    const world = await createWorld({
      warehouse: { MUG: 5, BOX: 5 },
      variants: [{ sku: "MUG" }, { sku: "BOX" }],
    });
    await world.connect();
    // The merchant makes one of them a bundle, whose stock nobody may set, and we have not heard of it yet.
    const box = (await readShop(world)).variant("BOX");
    const bundle = (requiresComponents: boolean) =>
      world.atShop(`shops/demo/products/${box.productId.split("/").at(-1)}`, {
        variants: [{ id: box.id, requiresComponents }],
      });
    await bundle(true);
    for (const sku of ["MUG", "BOX"]) await world.atWarehouse("correct", { sku, stock: 8 });
    await compareStock(world.ctx);
    expect((await readShop(world)).onHand("MUG")).toBe(8);
    expect((await readShop(world)).onHand("BOX")).toBe(5);
    expect(await listProblems(world.ctx)).toMatchObject([{ kind: "stock-rejected", subject: "BOX" }]);
    expect((await ledger(world)).at(-1)).toMatchObject({ sku: "BOX", outcome: "rejected" });

    await bundle(false);
    await world.sweep();
    expect((await readShop(world)).onHand("BOX")).toBe(8);
    expect(await listProblems(world.ctx)).toEqual([]);
  });

  test("a figure that no shop can show is not written, and the merchant is told until there is another", async () => {
    const world = await mug();
    await world.atWarehouse("correct", { sku: "MUG", stock: 2_000_000_000 });
    await world.sweep();
    expect((await readShop(world)).onHand("MUG")).toBe(5);
    expect(await listProblems(world.ctx)).toMatchObject([{ kind: "stock-absurd", subject: "MUG" }]);
    await world.atWarehouse("correct", { sku: "MUG", stock: 6 });
    await world.sweep();
    expect((await readShop(world)).onHand("MUG")).toBe(6);
    expect(await listProblems(world.ctx)).toEqual([]);
  });

  test("a rejection is cleared also in a shop of more variants than a statement takes parameters", async () => {
    const world = await mug();
    await openProblem(world.ctx, {
      kind: "stock-rejected",
      subject: "SKU-39999",
      details: { sku: "SKU-39999" },
    });
    await openProblem(world.ctx, { kind: "stock-rejected", subject: "BOX", details: { sku: "BOX" } });
    const subjects = Array.from({ length: 40_000 }, (_, index) => `SKU-${index}`);
    await clearProblems(world.ctx, { kinds: ["stock-rejected"], subjects });
    expect((await listProblems(world.ctx)).map(({ subject }) => subject)).toEqual(["BOX"]);
  });

  test("a shop that throttles is waited for as long as it says", async () => {
    const world = await mug();
    await world.atShop("shops/demo/throttle", { available: 0, restoreRate: 100 });
    await receive(world, [{ sku: "MUG", quantity: 7 }]);
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(12);
  });

  test("a location the merchant closed is a problem, not a shop full of unstocked goods", async () => {
    const world = await mug();
    await world.atShop("shops/demo/seed", { locations: [{ name: LOCATION, isActive: false }] });
    await receive(world, [{ sku: "MUG", quantity: 7 }]);
    await world.settle();
    expect(await listProblems(world.ctx)).toMatchObject([
      { kind: "location-gone", details: { location: LOCATION } },
    ]);

    // Nothing could be compared while it was closed; once it is open again the hourly comparison catches up.
    const { db } = world.services;
    const readUntil = () =>
      db.connection.findUniqueOrThrow({ where: { shop: SHOP }, select: { changesReadAt: true } });
    const before = await readUntil();
    await world.sweep();
    expect(await readUntil()).toEqual(before);
    await world.atShop("shops/demo/seed", { locations: [{ name: LOCATION, isActive: true }] });
    await world.sweep();
    expect((await readShop(world)).onHand("MUG")).toBe(12);
    expect(await listProblems(world.ctx)).toEqual([]);
  });
});
