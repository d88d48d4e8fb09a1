import { describe, expect, test } from "vitest";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { readReturnDetail } from "../../app/domain/returns/read-return.ts";
import {
  announced,
  followedUntil,
  inbounds,
  kept,
  sendBack,
  shown,
  step,
  timeline,
  type ShownReturn,
} from "../support/returns.ts";
import { setOnHand, type Order } from "../support/stock.ts";
import { createWorld, LOCATION, readShop, SHOP, type World } from "../support/world.ts";
import { countLabels, mailsAbout } from "./labels.ts";

/*
 * Units that another location shipped go back there: the warehouse does not expect them unless the merchant has them sent.
 */

const FLOOR = "Shop floor";

/** A store that sells mugs from the warehouse and from its shop floor. */
async function twoPlaces(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 200, LID: 200 },
    variants: [
      { sku: "MUG", onHand: 200 },
      { sku: "LID", onHand: 200 },
      { sku: "SCARF", onHand: 200 },
    ],
  });
  await world.connect();
  for (const sku of ["MUG", "LID", "SCARF"]) await setOnHand(world, { sku, pieces: 200, location: FLOOR });
  return world;
}

type Units = Record<string, number>;
const linesOf = (units: Units) => Object.entries(units).map(([sku, quantity]) => ({ sku, quantity }));

/** An order that is sent in parcels, each from its location. */
async function parcels(world: World, sent: [location: string, units: Units][]): Promise<Order> {
  const ordered: Units = {};
  for (const [sku, quantity] of sent.flatMap(([, units]) => Object.entries(units)))
    ordered[sku] = (ordered[sku] ?? 0) + quantity;
  const lines = linesOf(ordered);
  const order = await world.atShop<Order>("shops/demo/orders", { lines, location: LOCATION });
  const path = `shops/demo/orders/${encodeURIComponent(order.id)}/fulfill`;
  for (const [location, units] of sent) await world.atShop(path, { lines: linesOf(units), location });
  return order;
}

/** One mug that the warehouse shipped and one of the shop floor come back together. */
async function oneOfEach(world: World): Promise<ShownReturn> {
  const order = await parcels(world, [
    [FLOOR, { MUG: 1 }],
    [LOCATION, { MUG: 1 }],
  ]);
  const back = await sendBack(world, order, { MUG: 2 });
  await world.settle();
  return back;
}

async function fromFloor(world: World, units: Units = { MUG: 1 }): Promise<ShownReturn> {
  const back = await sendBack(world, await parcels(world, [[FLOOR, units]]), units);
  await world.settle();
  return back;
}

const page = (world: World, { id: returnId }: ShownReturn) => readReturnDetail(world.ctx, { returnId });
const sendAll = async (world: World, ...backs: ShownReturn[]) => {
  const asked = await announceAnyway(world.ctx, { returnIds: backs.map(({ id }) => id), all: true });
  await world.settle();
  return asked;
};
const receive = async (world: World, back: ShownReturn, quantity: number) => {
  const lines = [{ sku: "MUG", quantity }];
  await world.atWarehouse("receive", { inboundRef: refOfReturn(back.id), lines });
  await world.settle();
};
const restocked = async (world: World, back: ShownReturn) =>
  (await shown(world, back)).reverseFulfillmentOrders
    .flatMap(({ lines }) => lines.flatMap(({ dispositions }) => dispositions))
    .reduce((sum, { type, quantity }) => sum + (type === "RESTOCKED" ? quantity : 0), 0);

describe("a return of what another location shipped", () => {
  test("is not sent, labeled or mailed, and waits for that location", async () => {
    const world = await twoPlaces();
    const back = await fromFloor(world);
    expect(await inbounds(world)).toEqual([]);
    expect([await countLabels(world, back), await mailsAbout(world, back)]).toEqual([[0], 0]);
    expect(await page(world, back)).toMatchObject({
      ...{
        stage: "approved",
        needs: [],
        mayAnnounce: false,
        shippedElsewhere: [{ quantity: 1 }],
        mayCorrectSender: false,
      },
      waiting: { state: "waiting", awaited: "other-location" },
    });
  });

  test("is sent whole when the merchant wants that, once", async () => {
    const world = await twoPlaces();
    const back = await fromFloor(world);
    expect(await announceAnyway(world.ctx, { returnIds: [back.id] })).toBe(0);
    expect(await sendAll(world, back)).toBe(1);
    expect((await inbounds(world)).map(announced)).toEqual([{ MUG: 1 }]);
    expect([await countLabels(world, back), await mailsAbout(world, back)]).toEqual([[1], 1]);
    expect(await page(world, back)).toMatchObject({ stage: "labelled", shippedElsewhere: [] });
    expect(await sendAll(world, back)).toBe(0);
    expect((await timeline(world, back)).filter((one) => one === "asked")).toHaveLength(1);
    await receive(world, back, 1);
    expect(await kept(world, back)).toMatchObject({ stage: "settled", needs: [] });
  });

  test("needs nobody although the warehouse does not know what it is", async () => {
    const world = await twoPlaces();
    const back = await fromFloor(world, { SCARF: 1 });
    expect(await page(world, back)).toMatchObject({ needs: [], shippedElsewhere: [] });
  });

  test("is completed by who takes it back there", async () => {
    const world = await twoPlaces();
    const back = await fromFloor(world);
    await step(world, back, "dispose", { type: "RESTOCKED", location: FLOOR });
    await world.settle();
    expect(await page(world, back)).toMatchObject({ stage: "settled", shippedElsewhere: [] });
    expect(await inbounds(world)).toEqual([]);
  });

  test("is found behind the first 50 lines of its parcel", async () => {
    const world = await twoPlaces();
    const lines = Array.from({ length: 60 }, () => ({ sku: "MUG", quantity: 1 }));
    const order = await world.atShop<Order & { lines: { id: string }[] }>("shops/demo/orders", {
      ...{ lines, location: FLOOR },
    });
    await world.atShop(`shops/demo/orders/${encodeURIComponent(order.id)}/fulfill`, {});
    const back = await sendBack(world, order, [{ lineId: order.lines.at(-1)!.id, quantity: 1 }]);
    await world.settle();
    expect(await inbounds(world)).toEqual([]);
    const locationId = (await readShop(world)).location(FLOOR);
    expect((await kept(world, back))?.lines).toMatchObject([{ shippedFrom: locationId, isSent: false }]);
  });
});

describe("a return from two locations", () => {
  test("is sent with what the warehouse shipped, and labeled for that parcel alone", async () => {
    const world = await twoPlaces();
    const back = await oneOfEach(world);
    expect((await inbounds(world)).map(announced)).toEqual([{ MUG: 1 }]);
    expect([(await countLabels(world, back)).sort(), await mailsAbout(world, back)]).toEqual([[0, 1], 1]);
    expect(await page(world, back)).toMatchObject({ stage: "labelled", shippedElsewhere: [{ quantity: 1 }] });
  });

  test("has nothing missing when the warehouse has its part, and waits for the merchant with the rest", async () => {
    const world = await twoPlaces();
    const back = await oneOfEach(world);
    await receive(world, back, 1);
    expect(await restocked(world, back)).toBe(1);
    expect(await page(world, back)).toMatchObject({
      ...{ stage: "received", needs: [], shippedElsewhere: [] },
      waiting: { state: "waiting", awaited: "decision" },
    });
    await world.pass(60 * 24 * 40);
    await world.sweep();
    expect((await page(world, back))?.needs).toEqual([]);
  });

  test("is restocked whole when all of it comes to the warehouse all the same", async () => {
    const world = await twoPlaces();
    const back = await oneOfEach(world);
    await receive(world, back, 2);
    expect(await restocked(world, back)).toBe(2);
    expect(await page(world, back)).toMatchObject({ stage: "settled", needs: [] });
  });

  test("is sent with the rest when the merchant wants that, with one mail", async () => {
    const world = await twoPlaces();
    const back = await oneOfEach(world);
    expect(await sendAll(world, back)).toBe(1);
    expect((await inbounds(world)).map(announced)).toEqual([{ MUG: 2 }]);
    expect([await countLabels(world, back), await mailsAbout(world, back)]).toEqual([[1, 1], 1]);
    expect(await sendAll(world, back)).toBe(0);
    await receive(world, back, 2);
    expect(await page(world, back)).toMatchObject({ stage: "settled", needs: [] });
  });

  test("is restocked with what comes to the warehouse although the other unit was restocked where it was shipped", async () => {
    const world = await twoPlaces();
    const back = await oneOfEach(world);
    const [fromThere] = (await shown(world, back)).lines;
    await step(world, back, "dispose", {
      ...{ type: "RESTOCKED", location: FLOOR, lines: [{ id: fromThere!.id, quantity: 1 }] },
    });
    await world.settle();
    await receive(world, back, 1);
    expect(await restocked(world, back)).toBe(2);
    expect(await page(world, back)).toMatchObject({ stage: "settled", needs: [] });
  });

  test("announces only the unit that the warehouse shipped, also when its run ends after any of its calls", async () => {
    const world = await twoPlaces();
    for (let call = 1; ; call++) {
      const order = await parcels(world, [
        [FLOOR, { MUG: 1 }],
        [LOCATION, { MUG: 1 }],
      ]);
      const back = await sendBack(world, order, { MUG: 2 }, { status: "requested" });
      await world.settle();
      await step(world, back, "approve");
      const wasCut = await followedUntil(world, { returnId: back.id, call, when: "after" });
      await world.retryNow();
      await world.settle();
      const ref = refOfReturn(back.id);
      const inbound = (await inbounds(world)).find((one) => one.ref === ref);
      expect(announced(inbound!), `call ${call}`).toEqual({ MUG: 1 });
      if (!wasCut) break;
    }
  });

  test("is announced again without the rest when its inbound is gone", async () => {
    const world = await twoPlaces();
    const back = await oneOfEach(world);
    const [inbound] = await inbounds(world);
    await world.atWarehouse(`inbounds/${inbound!.ref}/delete`, {});
    await world.pass(60 * 24);
    await world.sweep();
    expect(await kept(world, back)).toMatchObject({ needs: [{ kind: "inbound-gone" }] });
    expect(await announceAnyway(world.ctx, { returnIds: [back.id] })).toBe(1);
    await world.settle();
    expect((await inbounds(world)).map(announced)).toEqual([{ MUG: 1 }]);
  });
});

describe("what the warehouse expects", () => {
  test("it goes on expecting when another location is connected, and what that one shipped is sent from then on", async () => {
    const world = await twoPlaces();
    const ours = await sendBack(world, await parcels(world, [[LOCATION, { MUG: 1 }]]), { MUG: 1 });
    const theirs = await fromFloor(world, { LID: 1 });
    expect((await inbounds(world)).map(announced)).toEqual([{ MUG: 1 }]);
    await chooseLocation(world.ctx, { locationId: (await readShop(world)).location(FLOOR) });
    await world.settle();
    expect((await inbounds(world)).map(announced)).toEqual(expect.arrayContaining([{ MUG: 1 }, { LID: 1 }]));
    expect(await kept(world, ours)).toMatchObject({ needs: [], inboundStatus: "new" });
    expect(await kept(world, theirs)).toMatchObject({ needs: [], inboundStatus: "new" });
  });

  test("is asked for again, as far as it has not come, when another location is connected meanwhile", async () => {
    const world = await twoPlaces();
    const back = await sendBack(world, await parcels(world, [[LOCATION, { MUG: 2 }]]), { MUG: 2 });
    await world.settle();
    const [first] = await inbounds(world);
    await world.atWarehouse("receive", { inboundRef: first!.ref, lines: [{ sku: "MUG", quantity: 1 }] });
    await world.settle();
    await chooseLocation(world.ctx, { locationId: (await readShop(world)).location(FLOOR) });
    await world.atWarehouse(`inbounds/${first!.ref}/delete`, { event: true });
    await world.settle();
    expect((await kept(world, back))?.needs).toEqual([{ kind: "inbound-gone" }]);
    await announceAnyway(world.ctx, { returnIds: [back.id] });
    await world.settle();
    expect((await inbounds(world)).map(announced)).toEqual([{ MUG: 1 }]);
  });

  test("it goes on expecting when it was sent by a version that did not ask for locations", async () => {
    const world = await twoPlaces();
    const back = await fromFloor(world);
    await sendAll(world, back);
    const before = (await kept(world, back))!.lines.map(
      ({ isSent: _is, shippedFrom: _from, ...line }) => line,
    );
    await world.services.db.return.updateMany({
      where: { shop: SHOP, returnId: back.id },
      data: { lines: before, sendAll: false },
    });
    await world.pass(60 * 24);
    await world.sweep();
    expect((await inbounds(world)).map(announced)).toEqual([{ MUG: 1 }]);
    expect((await kept(world, back))?.lines).toMatchObject([{ isSent: true }]);
  });
});
