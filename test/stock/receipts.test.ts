import { describe, expect, test } from "vitest";
import { storeReceipts } from "../../app/domain/stock/receipts/read-receipts.ts";
import { announce, correct, fulfil, onHand, order, receive, removeInbound, ship } from "../support/stock.ts";
import { createWorld, SHOP, TOKEN, type World } from "../support/world.ts";

async function mugsAndBowls(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 10, BOWL: 10 },
    variants: ["MUG", "BOWL"].map((sku) => ({ sku, onHand: 10 })),
  });
  await world.connect();
  return world;
}

const DAY = 24 * 60;

test("a recount upwards takes no parcel from the orders that follow", async () => {
  const world = await mugsAndBowls();
  await correct(world, { sku: "MUG", pieces: 11 });
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(11);

  const packedFirst = await order(world, { MUG: 1 });
  await ship(world, { MUG: 1 });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(11);
  await fulfil(world, packedFirst);
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(10);

  const packedLast = await order(world, { MUG: 1 });
  await fulfil(world, packedLast);
  await world.settle();
  await ship(world, { MUG: 1 });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(9);
});

test("what came in while receipts could not be read for days is counted once", async () => {
  const world = await mugsAndBowls();
  await world.atWarehouse("faults", { path: "/inbounds", action: { kind: "status", status: 400 } });
  await receive(world, [{ sku: "MUG", quantity: 2 }]);
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(12);
  await order(world, { MUG: 2 });
  await world.pass(3 * DAY);
  const bowl = await order(world, { BOWL: 1 });
  await ship(world, { BOWL: 1 });
  await fulfil(world, bowl);
  await world.sweep();

  await world.clearFaults();
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(12);
  expect(await onHand(world, "BOWL")).toBe(9);
});

test("what a receipt hides that could not be read for days stays reserved, and is no other order's parcel", async () => {
  const world = await mugsAndBowls();
  await fulfil(world, await order(world, { MUG: 1 }));
  await world.settle();
  await world.atWarehouse("faults", { path: "/inbounds", action: { kind: "status", status: 400 } });
  await receive(world, [{ sku: "MUG", quantity: 1 }]);
  await ship(world, { MUG: 1 });
  await world.pass(3 * DAY);
  const bowl = await order(world, { BOWL: 1, MUG: 1 });
  await ship(world, { BOWL: 1 });
  await fulfil(world, bowl, { BOWL: 1 });
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(9);

  await world.clearFaults();
  await world.sweep();
  expect(await onHand(world, "MUG")).toBe(10);
});

describe("an inbound that is deleted and made again under its reference", () => {
  const ref = "IN-1";
  const brings = (world: World, quantity: number) =>
    world.atWarehouse("receive", { inboundRef: ref, lines: [{ sku: "MUG", quantity }] });
  const makeAgain = async (world: World) => {
    await removeInbound(world, ref);
    await announce(world, { ref, lines: { MUG: 5 } });
    await world.sweep();
  };
  /** So many came on the first one, and one has been sold, packed and fulfilled since. */
  const brought = async (quantity: number): Promise<World> => {
    const world = await mugsAndBowls();
    await announce(world, { ref, lines: { MUG: 5 } });
    await brings(world, quantity);
    await world.settle();
    const sold = await order(world, { MUG: 1 });
    await ship(world, { MUG: 1 });
    await fulfil(world, sold);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10 + quantity - 1);
    return world;
  };

  test.each([
    ["fewer units than before, at once", { first: 3, then: 1, minutes: 0 }],
    ["as many", { first: 1, then: 1, minutes: 60 }],
    ["more", { first: 1, then: 4, minutes: 60 }],
  ])("brings what it brings: %s", async (_which, { first, then, minutes }) => {
    const world = await brought(first);
    await makeAgain(world);
    expect(await onHand(world, "MUG")).toBe(10 + first - 1);
    await world.pass(minutes);
    await brings(world, then);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10 + first - 1 + then);
    // And a receipt more is the new one's.
    await brings(world, 1);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10 + first + then);
  });

  const stored = ({ ctx }: World) =>
    ctx.db.inboundReceipt.findMany({ where: { shop: SHOP, inboundRef: ref } });
  /** As the warehouse shows it now, and as it showed it before anything came. */
  const shownAs = async ({ ctx }: World) => {
    const now = (await ctx.warehouse(TOKEN).inbounds.get(ref))!;
    const lines = now.lines!.map((line) => ({ ...line, quantityReceived: 0 }));
    return { now, asNew: { ...now, status: "new", receipts: [], lines } };
  };

  test("is not seen in a list that lags behind", async () => {
    const world = await brought(3);
    const { asNew } = await shownAs(world);
    await storeReceipts(world.ctx, { inbounds: [asNew], readAt: world.ctx.clock(), epoch: 0 });
    expect(await stored(world)).toMatchObject([{ units: 3, newSince: expect.any(Date) }]);
    await brings(world, 1);
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(10 + 3 - 1 + 1);
    expect(await stored(world)).toMatchObject([{ units: 4, earlier: 0, newSince: null }]);
  });

  test("is not seen in an answer from before anything came", async () => {
    const world = await brought(3);
    const { asNew } = await shownAs(world);
    const readAt = new Date(world.ctx.clock().getTime() - 60_000);
    await storeReceipts(world.ctx, { inbounds: [asNew], readAt, epoch: 0 });
    expect(await stored(world)).toMatchObject([{ units: 3, earlier: 0, newSince: null }]);
  });

  test("does not bring once more what an answer from before shows late", async () => {
    const world = await brought(3);
    const { now: before } = await shownAs(world);
    const readAt = world.ctx.clock();
    await makeAgain(world);
    await brings(world, 1);
    await world.settle();
    expect(await stored(world)).toMatchObject([{ units: 1, earlier: 3 }]);
    await storeReceipts(world.ctx, { inbounds: [before], readAt, epoch: 0 });
    expect(await stored(world)).toMatchObject([{ units: 1, earlier: 3 }]);
  });
});
