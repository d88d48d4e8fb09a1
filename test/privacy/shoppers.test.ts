import { expect, onTestFinished, test } from "vitest";
import { answerDataRequest } from "../../app/domain/privacy/answer-data-request.ts";
import { forgetTheOld } from "../../app/domain/privacy/forget-the-old.ts";
import { readDataRequests } from "../../app/domain/privacy/read-data-requests.ts";
import { changeSender } from "../../app/domain/returns/announce/change-sender.ts";
import { redactOrders, redactReturn } from "../../app/domain/returns/redact-orders.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { disposeReceived } from "../../app/domain/returns/settle/dispose-received.ts";
import { tracesOf } from "../support/every-table.ts";
import { takeIn } from "../support/purchases.ts";
import { kept, sendBack, sold, step, type ShownReturn } from "../support/returns.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const DAY = 24 * 60;
const mugs = { warehouse: { MUG: 9 }, variants: [{ sku: "MUG", onHand: 9 }] };

/** Everything an order says about who ordered, each word told apart from all others. */
const ADDRESS = {
  ...{ firstName: "Quentin", lastName: "Quibble", company: "Quibble & Quince", address1: "77 Quarry Lane" },
  ...{ address2: "Quay Flat", zip: "QQ7 7QQ", city: "Quorn", countryCode: "GB", phone: "+447700900777" },
};
const FACTS = {
  shippingAddress: ADDRESS,
  email: "quentin@quibble.example",
  customer: { firstName: "Quentin", lastName: "Quibble", email: "quentin@quibble.example" },
};
const WORDS = [
  ...Object.values(ADDRESS).filter((word) => word !== "GB"),
  ...["quibble.example", "Quentin Quibble", "Typed Quentin"],
];

async function connected(): Promise<World> {
  const world = await createWorld(mugs);
  await world.connect();
  return world;
}

const traces = ({ services }: World) => tracesOf(services.pool, WORDS);
const numberOf = (gid: string) => Number(gid.split("/").at(-1));

/** A return nobody could announce yet, because the merchant's correction of its sender waits for goods to be mapped. */
async function corrected(world: World): Promise<ShownReturn> {
  const unverified = [{ quantity: 1, note: "the vase of Quentin Quibble" }];
  const nowhere = { shippingAddress: null, billingAddress: null, customer: null };
  const back = await sendBack(world, await sold(world, { MUG: 1 }, nowhere), { MUG: 1 }, { unverified });
  await world.settle();
  const typed = {
    ...{ senderName: "Typed Quentin", senderAddressLine1: "77 Quarry Lane" },
    ...{ senderCity: "Quorn", senderCountryCode: "GB" },
  };
  expect(await changeSender(world.ctx, { returnId: back.id, typed })).toEqual({ outcome: "kept" });
  await world.services.db.return.updateMany({
    where: { returnId: back.id },
    data: { labelWords: "no label for Quentin Quibble" },
  });
  return back;
}

test("of a shopper whose return goes its way nothing is ever kept: no name, no address, in no table and no job", async () => {
  const world = await connected();
  const back = await sendBack(world, await sold(world, { MUG: 2 }, FACTS), { MUG: 1 });
  await world.delivered();
  expect(await traces(world)).toEqual([]);
  await world.settle();
  expect((await kept(world, back))?.stage).toBe("labelled");
  // The warehouse was told, or this would show nothing.
  expect(JSON.stringify(await world.atWarehouse("inbounds"))).toContain("Quibble");
  expect(await traces(world)).toEqual([]);
  await takeIn(world, [{ sku: "MUG", quantity: 1 }], refOfReturn(back.id));
  await world.settle();
  await world.sweep();
  expect((await kept(world, back))?.stage).toBe("settled");
  expect(await traces(world)).toEqual([]);
});

test("a shopper who is to be forgotten leaves no trace in any table or job", async () => {
  const world = await connected();
  const back = await corrected(world);
  expect((await traces(world)).length).toBeGreaterThan(0);
  await world.atShop("shops/demo/webhooks", {
    topic: "customers/redact",
    payload: { shop_domain: SHOP, customer: FACTS.customer, orders_to_redact: [numberOf(back.orderId)] },
  });
  await world.settle();
  expect(await traces(world)).toEqual([]);
  expect(await kept(world, back)).toMatchObject({ name: back.name });

  // The shop goes on saying what somebody wrote in place of a name.
  await world.services.db.return.updateMany({ data: { labelWords: "still no label for Quentin Quibble" } });
  await queueJob(world.services.db, { name: "follow-return", shop: SHOP, returnId: back.id });
  await world.settle();
  expect(await traces(world)).toEqual([]);
});

test("what may speak of a shopper is forgotten a month after the return is over, and not before", async () => {
  const world = await connected();
  const back = await corrected(world);
  await world.pass(60 * DAY);
  await forgetTheOld(world.services);
  expect((await traces(world)).length, "it is still open").toBeGreaterThan(0);

  await step(world, back, "cancel");
  await world.settle();
  expect((await kept(world, back))?.stage).toBe("cancelled");
  for (const days of [10, 10, 9]) {
    await world.pass(days * DAY);
    // Reading it again does not make it younger.
    await queueJob(world.services.db, { name: "follow-return", shop: SHOP, returnId: back.id });
    await world.settle();
  }
  await forgetTheOld(world.services);
  expect((await traces(world)).length).toBeGreaterThan(0);
  await world.pass(2 * DAY);
  await forgetTheOld(world.services);
  expect(await traces(world)).toEqual([]);
  expect(await kept(world, back)).toMatchObject({ name: back.name, stage: "cancelled" });

  await world.pass(370 * DAY);
  await forgetTheOld(world.services);
  expect(await kept(world, back)).toBeUndefined();
});

/** What is stored of what came in of a return, as text. */
const received = async (world: World, back: ShownReturn) =>
  JSON.stringify((await kept(world, back))!.received);

test("the number of a parcel goes with its customer, and is not stored again while the warehouse shows it", async () => {
  const world = await connected();
  const back = await sendBack(world, await sold(world, { MUG: 2 }), { MUG: 2 });
  await world.settle();
  await takeIn(world, [{ sku: "MUG", quantity: 1 }], refOfReturn(back.id));
  await world.settle();
  expect(await received(world, back)).toContain("VS-1");
  await redactOrders({ ...world.ctx, db: world.services.db }, { shop: SHOP, orderIds: [back.orderId] });
  expect(await received(world, back)).not.toContain("VS-");
  await takeIn(world, [{ sku: "MUG", quantity: 1 }], refOfReturn(back.id));
  await world.settle();
  await world.sweep();
  expect((await kept(world, back))?.lines).toMatchObject([{ good: 2 }]);
  expect(await received(world, back)).not.toContain("VS-");
});

test("the number of a parcel that comes after its customer was forgotten is not stored by any job", async () => {
  const world = await connected();
  const back = await sendBack(world, await sold(world, { MUG: 2 }), { MUG: 2 });
  await world.settle();
  await redactOrders({ ...world.ctx, db: world.services.db }, { shop: SHOP, orderIds: [back.orderId] });
  await takeIn(world, [{ sku: "MUG", quantity: 1 }], refOfReturn(back.id));
  await disposeReceived(world.ctx, { returnId: back.id, hintOf: () => null });
  expect(await received(world, back)).toContain("MUG");
  expect(await received(world, back)).not.toContain("VS-");
});

test("the number of a parcel is forgotten 30 days after its return is over", async () => {
  const world = await connected();
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.settle();
  await takeIn(world, [{ sku: "MUG", quantity: 1 }], refOfReturn(back.id));
  await world.settle();
  await world.pass(29 * DAY);
  await forgetTheOld(world.services);
  expect(await received(world, back)).toContain("VS-1");
  await world.pass(2 * DAY);
  await forgetTheOld(world.services);
  expect(await received(world, back)).not.toContain("VS-");
});

test("what comes in while a customer is being forgotten is not lost", async () => {
  const world = await connected();
  const back = await sendBack(world, await sold(world, { MUG: 2 }), { MUG: 2 });
  await world.settle();
  const { pool, db } = world.services;
  const client = await pool.connect();
  onTestFinished(() => client.release());
  await client.query("BEGIN");
  await client.query(`SELECT FROM "Return" WHERE "returnId" = $1 FOR UPDATE`, [back.id]);
  const forgetting = redactReturn(db, { shop: SHOP, returnId: back.id });
  await until(
    () =>
      pool.query(
        `SELECT FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`,
      ),
    ({ rowCount }) => rowCount === 1,
  );
  const came = [{ ref: "return-1", units: [], unread: [{ sku: "MUG", quantity: null }], receipts: [] }];
  await client.query(`UPDATE "Return" SET "received" = $2 WHERE "returnId" = $1`, [
    back.id,
    JSON.stringify(came),
  ]);
  await client.query("COMMIT");
  await forgetting;
  expect((await kept(world, back))!.received).toMatchObject(came);
});

test("a shopper who asks for their data is answered by the merchant, with all that is kept of those orders", async () => {
  const world = await connected();
  const [back, other] = [await corrected(world), await corrected(world)];
  const ask = (id: number, orders: number[]) =>
    world.atShop("shops/demo/webhooks", {
      topic: "customers/data_request",
      payload: {
        ...{ shop_domain: SHOP, customer: { id: 1, ...FACTS.customer, phone: ADDRESS.phone } },
        ...{ orders_requested: orders, data_request: { id } },
      },
    });
  await world.settle();
  await world.services.db.return.updateMany({
    where: { returnId: back.id },
    data: { sender: { senderName: "Typed Quentin" }, labelWords: "no label for Quentin Quibble" },
  });
  const before = await traces(world);
  await ask(77, [numberOf(back.orderId), 1]);
  await ask(77, [numberOf(back.orderId), 1]);
  // Webhooks that are sent at once may arrive in any order.
  await world.delivered();
  await ask(78, [2]);
  await world.settle();
  // Who asks is not kept either.
  expect(await traces(world)).toEqual(before);

  const requests = await readDataRequests(world.ctx);
  expect(requests.map(({ request, returns }) => ({ request, returns }))).toEqual([
    { request: "78", returns: [] },
    { request: "77", returns: [back.name] },
  ]);
  const answer = (await answerDataRequest(world.ctx, { request: "77" })) ?? "";
  for (const word of ["Typed Quentin", "the vase of", "no label for", back.name])
    expect(answer).toContain(word);
  expect(answer).not.toContain(other.name);
  expect(await answerDataRequest(world.ctx, { request: "79" })).toBeNull();
});
