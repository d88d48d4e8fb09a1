import { expect, test } from "vitest";
import { openReceiver, openWarehouse } from "./warehouse-bench.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A warehouse and a shop that hears of its receipts; events are named by what they are about. */
async function openPair() {
  const warehouse = await openWarehouse({ now: () => Date.parse("2030-04-01T08:00:00Z") });
  await warehouse.stock({ MUG: 5 });
  for (const ref of ["A", "B", "C"]) await warehouse.announce(ref, { MUG: 9 });
  const shop = await openReceiver();
  await warehouse.subscribe("receipt-received", shop.url);
  return {
    ...warehouse,
    shop,
    heard: () => shop.heard.map(({ body }) => (JSON.parse(body) as { identifier: string }).identifier),
    switchOn: (fault: object) => warehouse.call("POST /_sandbox/deliveries/faults", fault),
    advance: (advanceMs: number) => warehouse.call("POST /_sandbox/clock", { advanceMs }),
    receive: (inboundRef: string) =>
      warehouse.call("POST /_sandbox/receive", { inboundRef, lines: [{ sku: "MUG", quantity: 1 }] }),
  };
}

test("a dropped event is never sent, and can be seen to have been dropped", async () => {
  const { switchOn, receive, deliveries, advance, heard } = await openPair();
  await switchOn({ kind: "drop", times: 1 });
  await receive("A");
  await receive("B");
  await advance(HOUR_MS);
  expect(heard()).toEqual(["B"]);
  expect(await deliveries()).toMatchObject([
    { state: "delivered", fault: null },
    { state: "dropped", fault: "drop", attempts: 0, nextAttemptAt: null },
  ]);
});

test("a dropped event can still be sent by hand", async () => {
  const { call, switchOn, receive, deliveries, heard } = await openPair();
  await switchOn({ kind: "drop" });
  await receive("A");
  const [dropped] = await deliveries();
  await call(`POST /_sandbox/deliveries/${dropped?.id}/redeliver`, {});
  expect(heard()).toEqual(["A"]);
});

test("a duplicated event arrives twice", async () => {
  const { switchOn, receive, heard, shop, advance } = await openPair();
  await switchOn({ kind: "duplicate", times: 1 });
  await receive("A");
  await advance(1);
  expect(heard()).toEqual(["A", "A"]);
  expect(shop.heard[0]?.signature).toBe(shop.heard[1]?.signature);
});

test("a late event arrives when its time has come", async () => {
  const { switchOn, receive, heard, advance } = await openPair();
  await switchOn({ kind: "late", ms: HOUR_MS, times: 1 });
  await receive("A");
  await advance(HOUR_MS - 1);
  expect(heard()).toEqual([]);
  await advance(1);
  expect(heard()).toEqual(["A"]);
});

test("a reordered event arrives after the next one", async () => {
  const { switchOn, receive, heard, advance } = await openPair();
  await switchOn({ kind: "reorder", times: 1 });
  await receive("A");
  await receive("B");
  await advance(1_000);
  expect(heard()).toEqual(["B", "A"]);
});

test("while events are reordered, each pair of them is swapped", async () => {
  const { switchOn, receive, heard, advance } = await openPair();
  await switchOn({ kind: "reorder" });
  for (const ref of ["C", "B", "C", "A"]) await receive(ref);
  await expect.poll(() => heard().toSorted()).toEqual(["A", "B"]);
  await advance(1_000);
  expect(heard().slice(2)).toEqual(["C", "C"]);
});

test("a reordered event that none follows arrives anyway", async () => {
  const { switchOn, receive, heard, advance } = await openPair();
  await switchOn({ kind: "reorder" });
  await receive("A");
  expect(heard()).toEqual([]);
  await advance(5_000);
  expect(heard()).toEqual(["A"]);
});

test("a fault may be for one kind of event only", async () => {
  const { subscribe, switchOn, receive, deliveries, shop } = await openPair();
  await subscribe("inbound-status", shop.url);
  await switchOn({ kind: "drop", event: "inbound-status" });
  await receive("A");
  await expect
    .poll(async () => (await deliveries()).map(({ event, state }) => [event, state]))
    .toEqual([
      ["inbound-status", "dropped"],
      ["receipt-received", "delivered"],
    ]);
});

test("events that go wrong by chance go wrong in the same places every time", async () => {
  const luck = async () => {
    const { switchOn, receive, deliveries } = await openPair();
    await switchOn({ kind: "drop", probability: 0.4, seed: 3 });
    for (let n = 0; n < 30; n++) await receive("A");
    return (await deliveries()).map(({ fault }) => fault);
  };
  const once = await luck();
  expect(new Set(once)).toEqual(new Set([null, "drop"]));
  expect(await luck()).toEqual(once);
});

test("what is switched on can be seen and switched off", async () => {
  const { call, switchOn, receive, advance, heard } = await openPair();
  expect((await switchOn({ kind: "drop", times: 2 })).status).toBe(201);
  await receive("A");
  expect((await call("GET /_sandbox/deliveries/faults")).body).toMatchObject([{ kind: "drop", times: 1 }]);
  expect((await call("DELETE /_sandbox/deliveries/faults")).status).toBe(204);
  await receive("B");
  await advance(1);
  expect(heard()).toEqual(["B"]);
});

test.each([
  ["kind", { kind: "explode" }],
  ["event", { kind: "drop", event: "goods-received" }],
  ["ms", { kind: "late" }],
  ["ms", { kind: "duplicate", ms: 5 }],
  ["probability", { kind: "drop", probability: 2 }],
])("an event's fault with a wrong %s is refused (%j)", async (field, fault) => {
  const { switchOn } = await openPair();
  expect(await switchOn(fault)).toMatchObject({ status: 400, body: { code: "invalid-fault", field } });
});
