import { describe, expect, test } from "vitest";
import { listActivity } from "../../app/domain/activity/list-activity.ts";
import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import type { Sku } from "../../app/domain/ids.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { changeStockSettings, setBuffer } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { ReturningShop } from "../returns/support/receipts.ts";
import { CutOff, throughAll, type Around } from "../support/cut-off.ts";
import { correct, history, ledger, receive, setOnHand } from "../support/stock.ts";
import { createWorld, type World } from "../support/world.ts";

/** Ten of each in both worlds. */
async function goods(...skus: string[]): Promise<World> {
  const world = await createWorld({
    warehouse: Object.fromEntries(skus.map((sku) => [sku, 10])),
    variants: skus.map((sku) => ({ sku, onHand: 10 })),
  });
  await world.connect();
  return world;
}

/** What the store's own history says of what Dockline wrote, oldest first. */
const told = async (world: World) =>
  (await history(world))
    .filter(({ by }) => by === "app")
    .map(({ sku, from, to, reason, referenceDocumentUri }) => ({
      sku,
      from,
      to,
      reason,
      referenceDocumentUri,
    }));

const receiveOn = async (world: World, ...skus: string[]) =>
  (
    await receive(
      world,
      skus.map((sku) => ({ sku, quantity: 7 })),
    )
  ).inbound.ref;

/** The call that carried the latest entry, as the store's history refers to it. */
const referenceOfLatest = async (world: World) =>
  `gid://dockline/StockChange/${(await ledger(world)).at(-1)?.writeKey}`;

describe("the store's inventory history says", () => {
  test("what was received, and on which inbound", async () => {
    const world = await goods("MUG", "BOX");
    const ref = await receiveOn(world, "MUG", "BOX");
    await world.settle();
    const received = {
      from: 10,
      to: 17,
      reason: "received",
      referenceDocumentUri: `gid://dockline/Inbound/${ref}`,
    };
    expect(await told(world)).toEqual([
      { sku: "MUG", ...received },
      { sku: "BOX", ...received },
    ]);
  });

  test("that what a return brought back is for sale again, where the merchant disposes of it", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    await shop.choose({ restock: false });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();
    expect(await told(shop.world)).toEqual([
      {
        ...{ sku: "MUG", from: 3, to: 5, reason: "restock" },
        referenceDocumentUri: `gid://dockline/Inbound/${refOfReturn(back)}`,
      },
    ]);
  });

  test("for which return a quantity was lowered before Shopify restocked it", async () => {
    const shop = await ReturningShop.open({ MUG: 5 });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    // A full sync is faster than the receipt's event.
    await compareStock(shop.world.ctx);
    await shop.settle();
    const [found, lowered, ...others] = await told(shop.world);
    expect(others.map(({ from, to, reason }) => [from, to, reason])).toEqual([[3, 5, "return_restocked"]]);
    expect(found).toMatchObject({ from: 3, to: 5, reason: "correction" });
    expect(lowered).toMatchObject({ from: 5, to: 3, reason: "correction" });
    const { name } = await shop.world.services.db.return.findFirstOrThrow({ where: { returnId: back } });
    expect(lowered?.referenceDocumentUri).toBe(`gid://dockline/Return/${name.slice(1)}`);
  });

  test("that the safety stock changed: of one SKU, of all, and for the time of a sale", async () => {
    const world = await goods("MUG");
    const reasons = async () => (await told(world)).map(({ from, to, reason }) => [from, to, reason]);
    await setBuffer(world.ctx, { sku: "MUG" as Sku, pieces: 2 });
    await world.settle();
    await setBuffer(world.ctx, { sku: "MUG" as Sku, pieces: null });
    await world.settle();
    await changeStockSettings(world.ctx, { buffer: 4 });
    await world.settle();
    await changeStockSettings(world.ctx, { saleFrom: new Date(), saleUntil: null, saleBuffer: 20 });
    await world.settle();
    await changeStockSettings(world.ctx, { saleFrom: null, saleBuffer: 0 });
    await world.settle();
    expect(await reasons()).toEqual([
      [10, 8, "safety_stock"],
      [8, 10, "safety_stock"],
      [10, 6, "safety_stock"],
      [6, 0, "safety_stock"],
      [0, 6, "safety_stock"],
    ]);
    // What a full sync finds besides is none of it.
    await correct(world, { sku: "MUG", pieces: 9 });
    await world.sweep();
    expect((await reasons()).at(-1)).toEqual([6, 5, "correction"]);
  });

  test("that a quantity was corrected, and the activity finds what the reference stands for", async () => {
    const world = await goods("MUG", "BOX");
    await correct(world, { sku: "BOX", pieces: 4 });
    await world.sweep();
    await setOnHand(world, { sku: "MUG", pieces: 12, app: "Other" });
    await world.settle();
    const entries = await told(world);
    expect(entries.map(({ sku, to, reason }) => [sku, to, reason])).toEqual([
      ["BOX", 4, "correction"],
      ["MUG", 10, "correction"],
    ]);
    expect(entries[1]?.referenceDocumentUri).toBe(await referenceOfLatest(world));
    const { rows } = await listActivity(world.ctx, { search: entries[0]!.referenceDocumentUri! });
    expect(rows).toMatchObject([{ told: { source: "ledger", sku: "BOX", from: 10, to: 4 } }]);
    expect((await listActivity(world.ctx, { search: await unknown(world) })).rows).toEqual([]);
  });
});

const unknown = async (world: World) =>
  (await referenceOfLatest(world)).replace(/.$/, (last) => (last === "0" ? "1" : "0"));

describe("when several causes lead to one run", () => {
  test("each reason has its own call", async () => {
    const world = await goods("MUG", "BOX", "CUP");
    await setOnHand(world, { sku: "CUP", pieces: 12, app: "Other" });
    const refs = [await receiveOn(world, "MUG"), await receiveOn(world, "BOX")];
    expect(new Set(refs).size).toBe(2);
    await world.settle();
    const entries = await told(world);
    expect(entries.map(({ sku, reason }) => [sku, reason]).toSorted()).toEqual([
      ["BOX", "received"],
      ["CUP", "correction"],
      ["MUG", "received"],
    ]);
    const keyOf = new Map(
      (await ledger(world)).map(({ sku, outcome, writeKey }) => [`${sku} ${outcome}`, writeKey]),
    );
    for (const { sku, referenceDocumentUri } of entries)
      expect(referenceDocumentUri).toBe(`gid://dockline/StockChange/${keyOf.get(`${sku} written`)}`);
    expect(keyOf.get("MUG written")).toBe(keyOf.get("BOX written"));
    expect(keyOf.get("CUP written")).not.toBe(keyOf.get("BOX written"));
  });
});

describe("a run that is killed after its write has landed is followed by one that sends the same call again", () => {
  test.each([
    ["of one inbound", ["MUG", "BOX"], [], /^gid:\/\/dockline\/Inbound\//, 2],
    ["of several inbounds", ["MUG"], ["BOX"], /^gid:\/\/dockline\/StockChange\//, 2],
  ] as const)("%s", async (_of, first, second, reference, quantities) => {
    const world = await goods("MUG", "BOX");
    await receiveOn(world, ...first);
    if (second.length > 0) await receiveOn(world, ...second);
    const sent = await killedAfter(world, { writes: 1 });
    expect(sent).toMatchObject([{ input: { reason: "received" } }]);
    expect(sent[0]?.input.referenceDocumentUri).toMatch(reference);
    expect(sent[0]?.input.quantities).toHaveLength(quantities);

    expect(await sentBySettling(world)).toEqual(sent);

    expect((await ledger(world)).map(({ outcome }) => outcome)).toEqual(["written", "written"]);
    expect(await told(world)).toHaveLength(2);
  });

  test("of the second reason of a mixed run", async () => {
    const world = await goods("MUG", "BOX");
    await setOnHand(world, { sku: "BOX", pieces: 12, app: "Other" });
    await receiveOn(world, "MUG");
    const sent = await killedAfter(world, { writes: 2 });
    expect(sent.map(({ input }) => input.reason).toSorted()).toEqual(["correction", "received"]);

    expect(await sentBySettling(world)).toEqual(sent.slice(1));

    expect((await told(world)).map(({ sku, to }) => [sku, to]).toSorted()).toEqual([
      ["BOX", 10],
      ["MUG", 17],
    ]);
  });
});

interface Sent {
  key: string;
  input: { reason: string; referenceDocumentUri: string; quantities: unknown[] };
}

type Request = ShopContext["admin"]["request"];

/** Requests as they are made, with the variables of each write kept in `sent`, and something to happen after it landed. */
function watched(request: Request, { sent, landed }: { sent: Sent[]; landed?: () => void }): Request {
  return async (operation, variables, ...rest) => {
    const isWrite = operation.toString().includes("inventorySetQuantities(");
    if (isWrite) sent.push(structuredClone(variables) as unknown as Sent);
    const answer = await request(operation, variables, ...rest);
    if (isWrite) landed?.();
    return answer;
  };
}

/** What a run sends whose process dies as soon as so many of its writes have landed. */
async function killedAfter(world: World, { writes }: { writes: number }): Promise<Sent[]> {
  await world.delivered();
  const sent: Sent[] = [];
  let isDead = false;
  const { ctx } = world;
  const alive: Around = async (carryOut) => {
    if (isDead) throw new CutOff();
    const answer = await carryOut();
    // A process that is dead hears no answer.
    if (isDead) throw new CutOff();
    return answer;
  };
  const landed = () => (isDead = sent.length === writes);
  const admin = { ...ctx.admin, request: watched(ctx.admin.request, { sent, landed }) };
  await followStockHints(throughAll({ ...ctx, admin }, alive)).catch((error: unknown) => {
    if (!(error instanceof CutOff)) throw error;
  });
  expect(isDead).toBe(true);
  return sent;
}

/** What the runs that come next send. */
async function sentBySettling(world: World): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { services } = world;
  const open = services.openShop;
  services.openShop = (shop) => {
    const ctx = open(shop);
    return { ...ctx, admin: { ...ctx.admin, request: watched(ctx.admin.request, { sent }) } };
  };
  await world.settle();
  return sent;
}
