import { describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { changeSender } from "../../app/domain/returns/announce/change-sender.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { announced, inbounds, kept, sendBack, sold, step, timeline } from "../support/returns.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

/** A shop of mugs and lids, both in the warehouse, and of a scarf the warehouse does not know. */
async function shop(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 10, LID: 10 },
    variants: [
      { sku: "MUG", onHand: 10 },
      { sku: "LID", onHand: 10 },
      { sku: "SCARF", onHand: 10 },
    ],
  });
  await world.connect();
  return world;
}

const setRules = (world: World, data: object) =>
  world.services.db.returnSettings.upsert({
    where: { shop: SHOP },
    create: { shop: SHOP, ...data },
    update: data,
  });

describe("an approved return", () => {
  test("is announced at the warehouse, in the shopper's name and under a name the shopper knows", async () => {
    const world = await shop();
    const back = await sendBack(world, await sold(world, { MUG: 3 }), { MUG: 2 });
    await world.settle();
    const [inbound, ...others] = await inbounds(world);
    expect(others).toEqual([]);
    expect(inbound).toMatchObject({
      ...{ ref: back.id.replace("gid://shopify/Return/", "return-"), type: "return", status: "new" },
      ...{ supplierRef: back.name, senderName: "Robin Shopper", senderCountryCode: "NL" },
      lines: [{ sku: "MUG", quantity: 2 }],
    });
    const inTwoWeeks = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    expect(inbound?.expectedReceiveDate).toBe(inTwoWeeks);
    expect(await kept(world, back)).toMatchObject({ inboundStatus: "new", needs: [], sender: null });
  });

  test("is announced once, however often the shop says so", async () => {
    const world = await shop();
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    await world.services.db.hint.updateMany({ where: { source: "shop_return" }, data: { followedAt: null } });
    for (let times = 0; times < 3; times++) {
      await world.sweep();
      await world.pass(10);
    }
    expect(await inbounds(world)).toHaveLength(1);
    expect((await timeline(world, back)).filter((entry) => entry.startsWith("announce"))).toEqual([
      "announce done",
    ]);
  });

  test("of which one line is not mapped is announced without it, and follows when it is mapped", async () => {
    const world = await shop();
    const back = await sendBack(world, await sold(world, { MUG: 1, SCARF: 1 }), { MUG: 1, SCARF: 1 });
    await world.settle();
    expect(announced((await inbounds(world))[0]!)).toEqual({ MUG: 1 });
    expect((await kept(world, back))?.needs).toMatchObject([{ kind: "unmapped", sku: "SCARF", quantity: 1 }]);

    await world.atWarehouse("products", [{ sku: "SHAWL", description: "Scarf", stock: 0 }]);
    await world.services.db.warehouseProduct.create({
      data: {
        shop: SHOP,
        sku: "SHAWL",
        skuFolded: "shawl",
        description: "Scarf",
        search: "shawl",
        readAt: new Date(),
      },
    });
    const scarf = await world.services.db.variant.findFirstOrThrow({ where: { shop: SHOP, sku: "SCARF" } });
    await mapVariant(world.ctx, {
      variantId: scarf.variantId as VariantId,
      components: [{ sku: "SHAWL" as Sku, quantity: 2 }],
    });
    await world.settle();
    expect(announced((await inbounds(world))[0]!)).toEqual({ MUG: 1, SHAWL: 2 });
    expect((await kept(world, back))?.needs).toEqual([]);
  });

  test("from before Dockline was connected is left alone until somebody asks", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.install();
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.connect();
    expect(await inbounds(world)).toEqual([]);
    expect(await kept(world, back)).toMatchObject({ stage: "earlier", needs: [] });
    await world.sweep();
    expect(await inbounds(world)).toEqual([]);
  });

  test("is not announced where the merchant switched that off", async () => {
    const world = await shop();
    await setRules(world, { announce: false });
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    expect(await inbounds(world)).toEqual([]);
    expect(await kept(world, back)).toMatchObject({ stage: "approved", needs: [] });
  });
});

describe("a request", () => {
  test("waits for the merchant, and is announced once approved", async () => {
    const world = await shop();
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 }, { status: "requested" });
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ stage: "requested" });
    expect(await inbounds(world)).toEqual([]);
    await step(world, back, "approve");
    await world.settle();
    expect(await inbounds(world)).toHaveLength(1);
  });

  test("is approved by itself where the merchant wants that", async () => {
    const world = await shop();
    await setRules(world, { approve: true });
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 }, { status: "requested" });
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ status: "OPEN", inboundStatus: "new" });
  });

  test("that is declined is never announced", async () => {
    const world = await shop();
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 }, { status: "requested" });
    await step(world, back, "decline");
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ stage: "declined" });
    expect(await inbounds(world)).toEqual([]);
  });
});

describe("a sender the warehouse cannot take", () => {
  const longCity = {
    shippingAddress: {
      ...{
        firstName: "Robin",
        lastName: "Shopper",
        address1: "Nowhere Street 1",
        zip: "1000 AA",
        countryCode: "NL",
      },
      city: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    },
  };

  test("is nothing that is cut: the return waits for a person, with the field and its limit named", async () => {
    const world = await shop();
    const back = await sendBack(world, await sold(world, { MUG: 1 }, longCity), { MUG: 1 });
    await world.settle();
    expect(await inbounds(world)).toEqual([]);
    const row = await kept(world, back);
    expect(row?.needs).toEqual([
      { kind: "sender", field: "senderCity", rule: "too-long", limit: 30, length: 58 },
    ]);
    expect(JSON.stringify(row)).not.toContain("Llanfair");
  });

  test("in a field it can do without goes without that field, as the timeline says", async () => {
    const world = await shop();
    const shippingAddress = {
      ...longCity.shippingAddress,
      ...{ city: "Portland", provinceCode: "OR", countryCode: "US", zip: "97201-0000-0000-0000-0" },
    };
    const back = await sendBack(world, await sold(world, { MUG: 1 }, { shippingAddress }), { MUG: 1 });
    await world.settle();
    expect(await inbounds(world)).toMatchObject([{ senderCity: "Portland, OR", senderPostCode: "" }]);
    expect((await kept(world, back))?.needs).toEqual([]);
    const entries = await world.services.db.timelineEntry.findMany({ where: { kind: "sender-left-out" } });
    expect(entries).toMatchObject([{ subject: back.id, details: { fields: "senderPostCode" } }]);
  });
});

test("a line the shop names no variant for stands beside the others", async () => {
  const world = await shop();
  const order = await sold(world, [
    { sku: "MUG", quantity: 1 },
    { custom: { title: "Engraving", price: "5.00" }, quantity: 1 },
  ]);
  const back = await sendBack(world, order, [{ sku: "MUG", quantity: 1 }], {
    unverified: [{ quantity: 2, note: "a vase" }],
  });
  await world.settle();
  expect(announced((await inbounds(world))[0]!)).toEqual({ MUG: 1 });
  expect((await kept(world, back))?.needs).toMatchObject([{ kind: "unverified", quantity: 2 }]);
});

test("what both worlds told of a return stands in its timeline, with the time it came", async () => {
  const world = await shop();
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.settle();
  const { inboundRef } = (await kept(world, back))!;
  await world.atWarehouse("receive", { inboundRef, lines: [{ sku: "MUG", quantity: 1 }] });
  await world.settle();
  const entries = await world.services.db.timelineEntry.findMany({
    where: { shop: SHOP, subject: back.id, kind: "heard" },
    orderBy: { at: "asc" },
  });
  const told = entries.map(({ details }) => (details as { event: string }).event);
  expect(told).toContain("returns/approve");
  expect(told).toContain("receipt-received");
  const hint = await world.services.db.hint.findFirstOrThrow({ where: { event: "receipt-received" } });
  expect(entries.find((_, index) => told[index] === "receipt-received")?.at).toEqual(hint.receivedAt);
});

describe("a return whose inbound the warehouse cancelled", () => {
  async function cancelledThere() {
    const world = await shop();
    const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    const { inboundRef } = (await kept(world, back))!;
    await world.atWarehouse(`inbounds/${inboundRef}/status`, { status: "cancelled" });
    await world.settle();
    return { world, back, inboundRef };
  }

  test("needs a person, and is announced under another reference when that person says so", async () => {
    const { world, back, inboundRef } = await cancelledThere();
    expect(await kept(world, back)).toMatchObject({ needs: [{ kind: "inbound-gone" }] });
    expect(await announceAnyway(world.ctx, { returnIds: [back.id] })).toBe(1);
    await world.settle();
    const made = (await inbounds(world)).map(({ ref, status }) => [ref, status]);
    expect(Object.fromEntries(made)).toEqual({ [inboundRef]: "cancelled", [`${inboundRef}-2`]: "new" });
    expect(await kept(world, back)).toMatchObject({ inboundRef: `${inboundRef}-2`, needs: [] });
    // The new one is followed as the first was.
    await world.atWarehouse("receive", {
      inboundRef: `${inboundRef}-2`,
      lines: [{ sku: "MUG", quantity: 1 }],
    });
    await world.settle();
    expect(await kept(world, back)).toMatchObject({ stage: "settled" });
  });
});

test("a sender corrected while the return is being announced reaches the warehouse all the same", async () => {
  const world = await shop();
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.atWarehouse("faults", {
    method: "POST",
    path: "/inbounds",
    times: 1,
    action: { kind: "hold" },
  });
  const settling = world.settle();
  const held = async () => (await world.atWarehouse<{ held: number }>("held")).held;
  await expect.poll(held).toBe(1);
  const typed = {
    ...{ senderName: "Robin Shopper", senderAddressLine1: "Elsewhere 2" },
    ...{ senderPostCode: "2000 BB", senderCity: "Haarlem", senderCountryCode: "NL" },
  };
  expect(await changeSender(world.ctx, { returnId: back.id, typed })).toEqual({ outcome: "kept" });
  await world.atWarehouse("release", {});
  await settling;
  await world.settle();
  expect(await inbounds(world)).toMatchObject([{ senderCity: "Haarlem", senderAddressLine1: "Elsewhere 2" }]);
  expect(await kept(world, back)).toMatchObject({ sender: null, needs: [] });
});

test("a return that is closed after the app was uninstalled is left alone", async () => {
  const world = await shop();
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.settle();
  const before = await kept(world, back);
  await world.atShop("shops/demo/uninstall", {});
  await world.settle();
  await world.remove("calls");
  await step(world, back, "close");
  await world.settle();
  await world.sweep();
  expect(await kept(world, back)).toEqual(before);
  expect(await inbounds(world)).toHaveLength(1);
  expect(await world.atShop<{ requests: number }>("calls")).toMatchObject({ requests: 0 });
});
