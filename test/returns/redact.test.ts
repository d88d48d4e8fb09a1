import { expect, test } from "vitest";
import { changeSender } from "../../app/domain/returns/announce/change-sender.ts";
import { readReturnDetail } from "../../app/domain/returns/read-return.ts";
import { readTimeline } from "../../app/domain/timeline/timeline.ts";
import { kept, sendBack, sold, type ShownReturn } from "../support/returns.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const NAME = "Quentin Quibble";
const typed = { senderName: NAME, senderAddressLine1: "1 Lane", senderCity: "Bath", senderCountryCode: "GB" };

/**
 * Returns of which everything that may speak of a shopper is kept: what the merchant typed, a note in place of a name,
 * and what either world objected to in its own words.
 */
async function speaking(world: World, count: number): Promise<ShownReturn[]> {
  const nowhere = { shippingAddress: null, billingAddress: null, customer: null };
  const unverified = [{ quantity: 1, note: `the vase of ${NAME}` }];
  const returns: ShownReturn[] = [];
  for (let made = 0; made < count; made++)
    returns.push(await sendBack(world, await sold(world, { MUG: 1 }, nowhere), { MUG: 1 }, { unverified }));
  await world.settle();
  const { db } = world.services;
  const reason = `${NAME} is not known here`;
  const values = { field: "", limit: 0, length: 0, reason };
  const needs = [
    { kind: "unverified", title: unverified[0]!.note, sku: null, quantity: 1 },
    { kind: "refused", sentence: { key: "refused", values } },
    { kind: "disposition", reason },
    { kind: "changed-late" },
  ];
  for (const { id: returnId } of returns) {
    expect(await changeSender(world.ctx, { returnId, typed })).toEqual({ outcome: "kept" });
    await db.return.updateMany({
      where: { shop: SHOP, returnId },
      data: { needs, undisposed: needs, labelWords: reason },
    });
    const entry = {
      shop: SHOP,
      about: "return",
      subject: returnId,
      at: new Date(),
      kind: "approve",
      outcome: "refused",
    } as const;
    await db.timelineEntry.create({ data: { ...entry, details: { reason, key: "k" } } });
  }
  return returns;
}

const asked = (world: World, topic: string, orders: ShownReturn[]) =>
  world.atShop("shops/demo/webhooks", {
    topic,
    payload: { orders_to_redact: orders.map(({ orderId }) => Number(orderId.split("/").at(-1))) },
  });

/** All that is kept in the tables of returns about one, as text. */
async function all({ services: { db } }: World, { id }: ShownReturn): Promise<string> {
  const row = await db.return.findFirst({ where: { returnId: id } });
  const entries = await db.timelineEntry.findMany({ where: { subject: id } });
  return JSON.stringify([row, entries], (_name, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

test("what may speak of a shopper is forgotten when Shopify asks for it, of those orders and no others", async () => {
  const world = await createWorld({ warehouse: { MUG: 9 }, variants: [{ sku: "MUG", onHand: 9 }] });
  await world.connect();
  const [one, other] = (await speaking(world, 2)) as [ShownReturn, ShownReturn];
  expect(await all(world, one)).toContain(NAME);
  expect(await all(world, one)).toContain("Bath");

  await asked(world, "customers/redact", [one]);
  await world.delivered();
  expect(await all(world, one)).not.toContain(NAME);
  expect(await all(world, one)).not.toContain("Bath");
  const before = await all(world, other);
  expect(before).toContain(NAME);

  // What is left is still a return that can be shown.
  expect((await kept(world, one))?.needs).toMatchObject([
    { kind: "unverified", title: "", quantity: 1 },
    { kind: "refused", sentence: { key: "refused-unexplained" } },
    { kind: "disposition", reason: "" },
    { kind: "changed-late" },
  ]);
  expect(await readReturnDetail(world.ctx, { returnId: one.id })).not.toBeNull();
  const [latest] = await readTimeline(world.ctx, { subject: one.id });
  expect(latest).toMatchObject({ kind: "approve", details: { key: "k" } });

  await asked(world, "customers/redact", [one]);
  await asked(world, "customers/data_request", [other]);
  await world.delivered();
  expect(await all(world, other)).toBe(before);
});

test("a shop that has left is heard, too; an order without returns and a body without orders are no matter", async () => {
  const world = await createWorld({ warehouse: { MUG: 9 }, variants: [{ sku: "MUG", onHand: 9 }] });
  await world.connect();
  const [back] = (await speaking(world, 1)) as [ShownReturn];
  await world.services.db.connection.updateMany({ data: { disconnectedAt: new Date() } });
  await world.atShop("shops/demo/webhooks", { topic: "customers/redact", payload: {} });
  await asked(world, "customers/redact", [{ ...back, orderId: "gid://shopify/Order/1" }]);
  await world.delivered();
  expect(await all(world, back)).toContain(NAME);
  await asked(world, "customers/redact", [back]);
  await world.delivered();
  expect(await all(world, back)).not.toContain(NAME);
});
