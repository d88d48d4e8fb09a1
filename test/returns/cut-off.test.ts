import { describe, expect, test } from "vitest";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import {
  announced,
  followedUntil,
  inbounds,
  kept,
  sendBack,
  sold,
  step,
  timeline,
} from "../support/returns.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

async function mugs(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 500, LID: 500 },
    variants: [
      { sku: "MUG", onHand: 500 },
      { sku: "LID", onHand: 500 },
    ],
  });
  await world.connect();
  return world;
}

describe.each(["before", "after"] as const)("killed %s any of its calls", (when) => {
  test("the app announces each return once", { tags: ["proof"] }, async () => {
    const world = await mugs();
    let returns = 0;
    for (let call = 1; ; call++) {
      const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
      returns++;
      const wasCut = await followedUntil(world, { returnId: back.id, call, when });
      await followReturn(world.ctx, { returnId: back.id });
      expect(await inbounds(world), `call ${call}`).toHaveLength(returns);
      expect(await kept(world, back), `call ${call}`).toMatchObject({ inboundStatus: "new", needs: [] });
      if (!wasCut) break;
    }
    expect(returns).toBeGreaterThan(8);
  });

  test("a return cancelled while it is being announced leaves no inbound behind", async () => {
    const world = await mugs();
    for (let call = 1; ; call++) {
      const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
      const wasCut = await followedUntil(world, { returnId: back.id, call, when });
      await step(world, back, "cancel");
      await followReturn(world.ctx, { returnId: back.id });
      expect(await inbounds(world), `call ${call}`).toEqual([]);
      expect(await kept(world, back), `call ${call}`).toMatchObject({
        stage: "cancelled",
        inboundStatus: null,
      });
      if (!wasCut) break;
    }
  });

  test("the inbound's lines become the return's", { tags: ["proof"] }, async () => {
    const world = await mugs();
    for (let call = 1; ; call++) {
      const order = await sold(world, { MUG: 3, LID: 3 });
      const back = await sendBack(world, order, { MUG: 2, LID: 1 });
      await followReturn(world.ctx, { returnId: back.id });
      const [mug, lid] = back.lines;
      await step(world, back, "lines", { remove: [{ id: lid!.id }, { id: mug!.id, quantity: 1 }] });
      const wasCut = await followedUntil(world, { returnId: back.id, call, when });
      await followReturn(world.ctx, { returnId: back.id });
      const row = await kept(world, back);
      const inbound = (await inbounds(world)).find(({ ref }) => ref === row?.inboundRef);
      expect(announced(inbound!), `call ${call}`).toEqual({ MUG: 1 });
      if (!wasCut) break;
    }
  });
});

describe("an answer of the warehouse that was lost", () => {
  const lostCreate = {
    ...{ method: "POST", path: "/inbounds", when: "answer", times: 1 },
    action: { kind: "reset" },
  };

  test("does not make a second inbound", async () => {
    const world = await mugs();
    await world.atWarehouse("faults", lostCreate);
    await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    await world.retryNow();
    expect(await inbounds(world)).toHaveLength(1);
  });

  test("does not leave an inbound behind whose return was cancelled before it could be looked for", async () => {
    const world = await mugs();
    await world.atWarehouse("faults", lostCreate);
    await world.atWarehouse("faults", {
      ...{ method: "GET", path: "/inbounds/return-" },
      action: { kind: "status", status: 503 },
    });
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    expect(await inbounds(world)).toHaveLength(1);
    await step(world, back, "cancel");
    await world.clearFaults();
    await world.retryNow();
    expect(await inbounds(world)).toEqual([]);
  });
});

test("a cancelled return whose inbound appears late is looked at once more", async () => {
  const world = await mugs();
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  // The app is killed when it has asked for the inbound, and the warehouse is slow to make it.
  for (let call = 1; ; call++) {
    await followedUntil(world, { returnId: back.id, call, when: "before" });
    if ((await kept(world, back))?.announcingAt) break;
  }
  await step(world, back, "cancel");
  await world.settle();
  const ref = (await kept(world, back))!.inboundRef;
  await world.services
    .openShop(SHOP)
    .warehouse("warehouse-token")
    .inbounds.create({
      ...{ ref, type: "return", supplierRef: back.name, expectedReceiveDate: "2027-01-01" },
      ...{ senderName: "Robin Shopper", senderAddressLine1: "Nowhere Street 1", senderAddressLine2: null },
      ...{ senderPostCode: "1000 AA", senderCity: "Amsterdam", senderCountryCode: "NL" },
      ...{ senderEmail: "robin.shopper@example.com", senderPhonenumber: "+31 20 555 0100" },
      lines: [{ ref: `${ref}-MUG`, sku: "MUG", quantity: 1 }],
    });
  await world.pass(2);
  await world.settle();
  expect(await inbounds(world)).toEqual([]);
  expect(await timeline(world, back)).toContain("inbound-delete done");
});

describe("a return of which the warehouse has the parcel", () => {
  async function arrived() {
    const world = await mugs();
    const back = await sendBack(world, await sold(world, { MUG: 2 }), { MUG: 2 });
    await world.settle();
    const [inbound] = await inbounds(world);
    await world.atWarehouse(`inbounds/${inbound!.ref}/status`, { status: "in_progress" });
    await world.settle();
    return { world, back };
  }

  test("and that is cancelled needs a person", async () => {
    const { world, back } = await arrived();
    await step(world, back, "cancel");
    await world.settle();
    expect(await inbounds(world)).toHaveLength(1);
    expect((await kept(world, back))?.needs).toEqual([{ kind: "cancelled-late" }]);
  });

  test("and that is changed needs a person", async () => {
    const { world, back } = await arrived();
    await step(world, back, "lines", { remove: [{ id: back.lines[0]!.id, quantity: 1 }] });
    await world.settle();
    expect((await kept(world, back))?.needs).toEqual([{ kind: "changed-late" }]);
  });
});
