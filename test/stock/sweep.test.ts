import { describe, expect, test } from "vitest";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { goLive, pauseStock, resumeStock } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { sweepStock } from "../../app/domain/stock/sweep/sweep-stock.ts";
import { writeDifferences } from "../../app/domain/stock/sweep/write-differences.ts";
import { ledger, listed, shopOf, type Piece } from "../support/stock.ts";
import { createWorld, LOCATION, readShop, SHOP, type World } from "../support/world.ts";
import { confirm } from "./jumps.ts";

const PRODUCTS = 34;
const VARIANTS = PRODUCTS * 8;
/** A page of the warehouse's list. */
const A_PAGE = 100;

/** A shop too large to be compared without thinking, in which every figure is right. */
const large = (how: { shadow?: boolean } = {}) => shopOf(PRODUCTS, { ...how, mostOnHand: 20 });

/** Somebody counted these again, and nobody was told. */
async function recount(
  world: World,
  pieces: readonly Piece[],
  stock: (piece: Piece) => number,
): Promise<void> {
  for (const piece of pieces) piece.stock = stock(piece);
  await world.atWarehouse("products", listed(pieces));
}

const more = ({ stock }: Piece) => stock + 3;

/** The SKUs whose figure in the shop is not the warehouse's. */
async function off(world: World, pieces: readonly Piece[]): Promise<string[]> {
  const { variants } = await readShop(world);
  const shown = new Map(variants.map(({ sku, onHand }) => [sku, onHand]));
  return pieces.filter(({ sku, stock }) => shown.get(sku) !== stock).map(({ sku }) => sku);
}

const skusOf = (pieces: readonly Piece[]) => pieces.map(({ sku }) => sku);

/** What the shop was asked for since this was last called. */
async function takeCalls(world: World): Promise<Record<string, number>> {
  const { calls } = await world.atShop<{ calls: Record<string, number> }>("calls");
  await world.remove("calls");
  return calls;
}

const lastComparison = ({ services }: World) =>
  services.db.stockComparison.findFirst({ where: { shop: SHOP }, orderBy: { at: "desc" } });

describe("a large shop is compared", () => {
  test("with one bulk query, and what differs is written in one call", async () => {
    const { world, pieces } = await large();
    expect(await off(world, pieces)).toEqual([]);
    await recount(world, pieces.slice(40, 50), more);
    await takeCalls(world);
    await world.sweep();
    expect(await off(world, pieces)).toEqual([]);
    expect(await takeCalls(world)).toMatchObject({ bulkOperationRunQuery: 1, inventorySetQuantities: 1 });
    expect(await lastComparison(world)).toMatchObject({ compared: VARIANTS, differing: 10, missedMore: 10 });
  });

  test("when Shopify takes hours to gather, while the schedule asks again each hour", async () => {
    const { world, pieces } = await large();
    await recount(world, pieces.slice(40, 50), more);
    await takeCalls(world);
    await world.atShop("bulk/faults", { kind: "hold", times: 1 });
    await compareStock(world.ctx);
    await sweepStock(world.ctx);
    for (let hour = 0; hour < 3; hour++) {
      await world.pass(60);
      await compareStock(world.ctx);
      await sweepStock(world.ctx);
    }
    expect(await off(world, pieces)).toEqual(skusOf(pieces.slice(40, 50)));
    await world.atShop("bulk/release", {});
    await world.settle();
    expect(await off(world, pieces)).toEqual([]);
    expect(await takeCalls(world)).toMatchObject({ bulkOperationRunQuery: 1, inventorySetQuantities: 1 });
    expect(await lastComparison(world)).toMatchObject({ compared: VARIANTS, differing: 10 });
  });

  test("and again with nothing changed, which writes nothing", async () => {
    const { world } = await large();
    await takeCalls(world);
    await world.sweep();
    expect(await takeCalls(world)).not.toHaveProperty("inventorySetQuantities");
    expect(await lastComparison(world)).toMatchObject({ compared: VARIANTS, differing: 0, missedMore: 0 });
  });

  test("again and again, and not a row about its goods is written as long as nothing changes", async () => {
    const { world } = await large();
    const rows = () =>
      world.services.db.$queryRaw`
        SELECT "sku", xmin::text FROM "WarehouseProduct" UNION ALL SELECT "variantId", xmin::text FROM "StockLook" ORDER BY 1`;
    const before = await rows();
    await world.sweep();
    expect(await lastComparison(world)).toMatchObject({ compared: VARIANTS });
    expect(await rows()).toEqual(before);
  });

  test("cut off while it reads, from what the shop had gathered already", async () => {
    const { world, pieces } = await large();
    await recount(world, pieces.slice(0, 5), more);
    await takeCalls(world);
    await world.atShop("bulk/faults", { kind: "cut", afterBytes: 20_000, times: 1 });
    await world.sweep();
    await world.retryNow();
    expect(await world.atShop("bulk/faults")).toEqual([]);
    expect(await off(world, pieces)).toEqual([]);
    expect(await takeCalls(world)).toMatchObject({ bulkOperationRunQuery: 1 });
  });

  test(
    "cut off while it writes, with the rest when it runs again, each figure once",
    { tags: ["proof"] },
    async () => {
      const { world, pieces } = await large({ shadow: true });
      await recount(world, pieces, more);
      await world.sweep();
      await world.services.db.stockSettings.upsert({
        where: { shop: SHOP },
        create: { shop: SHOP, phase: "live" },
        update: { phase: "live" },
      });
      // The first call lands; from then on Shopify is away.
      await world.atShop("faults", { path: "graphql", skip: 1, action: { kind: "reset" } });
      await expect(writeDifferences(world.ctx)).rejects.toThrow();
      await world.clearFaults();
      expect(await off(world, pieces)).toHaveLength(VARIANTS - 250);
      await writeDifferences(world.ctx);
      expect(await off(world, pieces)).toEqual([]);
      const history = await world.atShop<{ by: string; name: string }[]>("shops/demo/history");
      expect(history.filter(({ by, name }) => by === "app" && name === "on_hand")).toHaveLength(VARIANTS);
    },
  );
});

describe("while a large shop is compared", () => {
  test("what an event tells is newer and stays", async () => {
    const { world, pieces } = await large();
    const [mug, ...others] = pieces as [Piece, ...Piece[]];
    await recount(world, others.slice(0, 3), more);
    // Shopify has read every figure, and is not done.
    await world.atShop("bulk/faults", { kind: "hold", afterObjects: VARIANTS, times: 1 });
    await compareStock(world.ctx);
    await sweepStock(world.ctx);
    await world.atWarehouse("receive", { lines: [{ sku: mug.sku, quantity: 7 }] });
    mug.stock += 7;
    await expect.poll(() => world.atWarehouse("health")).toMatchObject({ pending: 0 });
    await followStockHints(world.ctx);
    expect(await off(world, [mug])).toEqual([]);

    await world.atShop("bulk/release", {});
    await world.settle();
    expect(await off(world, pieces)).toEqual([]);
    const history = await world.atShop<{ sku: string; by: string; to: number }[]>("shops/demo/history");
    expect(history.filter(({ sku, by }) => sku === mug.sku && by === "app")).toHaveLength(1);
  });

  test("a sale that begins counts: what it would not raise is not raised", async () => {
    const { world, pieces } = await large();
    const raised = pieces.slice(0, 3);
    await recount(world, raised, more);
    await world.atShop("bulk/faults", { kind: "hold", times: 1 });
    await compareStock(world.ctx);
    await sweepStock(world.ctx);
    await world.services.db.stockSettings.updateMany({
      where: { shop: SHOP },
      data: { saleFrom: world.ctx.clock() },
    });
    await world.atShop("bulk/release", {});
    await world.settle();
    expect(await off(world, pieces)).toEqual(skusOf(raised));
  });

  test("the shop's word that it is done makes it go on at once", async () => {
    const { world, pieces } = await large();
    await recount(world, pieces.slice(0, 2), more);
    await world.atShop("bulk/faults", { kind: "hold", times: 1 });
    await compareStock(world.ctx);
    await sweepStock(world.ctx);
    await world.atShop("bulk/release", {});
    await world.settle();
    expect(await off(world, pieces)).toEqual([]);
  });
});

describe("an SKU that the warehouse's list does not show", () => {
  /** The list shows something else in its place, so that nothing else is missing. */
  async function hide(world: World, { pieces, hidden }: { pieces: Piece[]; hidden: Piece }): Promise<void> {
    const page = listed(pieces.slice(0, A_PAGE)).map((one) =>
      one.sku === hidden.sku ? { ...one, sku: "SOMETHING-ELSE" } : one,
    );
    await world.atWarehouse("faults", {
      path: "/products\\?.*skip=0(&|$)",
      action: { kind: "body", body: JSON.stringify(page) },
    });
  }

  test("is asked for by itself, and shows what the warehouse then says", async () => {
    const { world, pieces } = await large();
    const hidden = pieces[5]!;
    await recount(world, [hidden], more);
    await hide(world, { pieces, hidden });
    await world.sweep();
    expect(await off(world, pieces)).toEqual([]);
    expect(await listProblems(world.ctx)).toEqual([]);
  });

  test("has no figure until the warehouse shows it again, also when nothing is sold of it", async () => {
    const { world, pieces } = await large();
    const hidden = pieces[5]!;
    await world.services.db.mappingComponent.deleteMany({ where: { shop: SHOP, sku: hidden.sku } });
    const stored = () =>
      world.services.db.warehouseProduct.findUnique({ where: { shop_sku: { shop: SHOP, sku: hidden.sku } } });
    await hide(world, { pieces, hidden });
    await world.sweep();
    expect(await stored()).toMatchObject({ stock: null });
    await world.clearFaults();
    await world.sweep();
    expect(await stored()).toMatchObject({ stock: hidden.stock });
  });

  test("keeps its figure as long as the warehouse does not answer for it, and is nothing once it is unknown there", async () => {
    const { world, pieces } = await large();
    const hidden = pieces.find(({ stock }) => stock > 0)!;
    const unknown = { path: `/products/${hidden.sku}$`, action: { kind: "status", status: 404, body: {} } };
    await hide(world, { pieces, hidden });
    await world.atWarehouse("faults", { ...unknown, action: { ...unknown.action, status: 422 } });
    await world.sweep();
    expect(await off(world, pieces)).toEqual([]);

    await world.clearFaults();
    await hide(world, { pieces, hidden });
    await world.atWarehouse("faults", unknown);
    await world.retryNow();
    await world.sweep();
    hidden.stock = 0;
    expect(await off(world, pieces)).toEqual([]);
  });
});

describe("nothing is written", () => {
  const written = async (world: World) =>
    (await world.atShop<{ by: string }[]>("shops/demo/history")).filter(({ by }) => by === "app");

  const stopped = async (world: World) =>
    (await listProblems(world.ctx)).filter(({ kind }) => kind === "stock-stopped");

  test("in shadow, where what would be is remembered", async () => {
    const { world, pieces } = await large({ shadow: true });
    await recount(world, pieces.slice(0, 4), more);
    await world.sweep();
    expect(await written(world)).toEqual([]);
    const looks = await world.services.db.stockLook.findMany({ where: { shop: SHOP, verdict: "write" } });
    expect(looks).toHaveLength(4);
  });

  test("while paused, and all of it once resumed", async () => {
    const { world, pieces } = await large();
    await pauseStock(world.ctx);
    await recount(world, pieces.slice(0, 4), more);
    await world.sweep();
    expect(await written(world)).toEqual([]);
    await resumeStock(world.ctx);
    await world.settle();
    expect(await off(world, pieces)).toEqual([]);
  });

  test("to 0 when too much would be, until the merchant agrees; the rest is written", async () => {
    const { world, pieces } = await large();
    const emptied = pieces.filter(({ stock }) => stock > 0).slice(0, 60);
    const others = pieces.filter((piece) => !emptied.includes(piece)).slice(0, 5);
    await recount(world, emptied, () => 0);
    await recount(world, others, more);
    await world.sweep();
    expect((await off(world, pieces)).sort()).toEqual(skusOf(emptied).sort());
    expect(await stopped(world)).toMatchObject([{ details: { count: 60 } }]);

    await confirm(world);
    await world.settle();
    expect(await off(world, pieces)).toEqual([]);
    expect(await stopped(world)).toEqual([]);
  });
});

test("a large shop's figures are right at the connected location only", async () => {
  const { world, pieces } = await large();
  await recount(world, pieces.slice(0, 1), more);
  await world.sweep();
  const history = await world.atShop<{ by: string; location: string }[]>("shops/demo/history");
  const places = history.filter(({ by }) => by === "app").map(({ location }) => location);
  expect(new Set(places)).toEqual(new Set([LOCATION]));
});

test("what is to be lowered is written before what is to be raised, also where it is decided together", async () => {
  const variants = [
    { sku: "MUG", title: "Mug" },
    { sku: "VASE", title: "Vase" },
    { sku: "LAMP", title: "Lamp" },
    { sku: "LAMP", title: "Lamp, gift wrapped" },
  ];
  const world = await createWorld({
    warehouse: { MUG: 9, VASE: 2, LAMP: 3 },
    variants: variants.map((variant) => ({ ...variant, onHand: 5 })),
  });
  await world.connect({ shadow: true });
  await goLive(world.ctx, "all");
  await writeDifferences(world.ctx);
  expect((await ledger(world)).map(({ sku }) => sku)).toEqual(["VASE", "LAMP", "LAMP", "MUG"]);
});
