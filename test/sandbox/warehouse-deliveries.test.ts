import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { until } from "../../sandbox/demo/observe.ts";
import { holdTimeOuts } from "../support/held-time.ts";
import { openReceiver, openWarehouse, signature } from "./warehouse-bench.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type Bench = Awaited<ReturnType<typeof openWarehouse>>;

/** Makes the warehouse say `receipt-received` and, as the inbound is new to it, `inbound-status`. */
const receive = ({ call }: Bench, sku = "MUG") =>
  call("POST /_sandbox/receive", { lines: [{ sku, quantity: 1 }] });

async function withStock(options = {}) {
  const warehouse = await openWarehouse(options);
  await warehouse.stock({ MUG: 5 });
  return warehouse;
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "deeper/state.json");
}

test("a delivery is compact JSON, signed over exactly what is sent", async () => {
  const warehouse = await withStock({ webhookKey: "a key of our own" });
  const shop = await openReceiver();
  await warehouse.subscribe("receipt-received", shop.url);
  await receive(warehouse);
  await expect.poll(() => shop.heard).toHaveLength(1);
  const { body, signature: given } = shop.heard[0]!;
  expect(body).toMatch(/^\{"type":"received","resource":"inbound","identifier":"WH-\d+"\}$/);
  expect(given).toBe(signature(body, "a key of our own"));
});

test("each subscription is told once, and only of its event", async () => {
  const warehouse = await withStock();
  const [one, two, other] = [await openReceiver(), await openReceiver(), await openReceiver()];
  await warehouse.subscribe("receipt-received", one.url);
  await warehouse.subscribe("receipt-received", two.url);
  await warehouse.subscribe("shipment-created", other.url);
  await receive(warehouse);
  await expect
    .poll(async () => (await warehouse.deliveries()).map(({ state }) => state))
    .toEqual(["delivered", "delivered"]);
  expect([one.heard.length, two.heard.length, other.heard.length]).toEqual([1, 1, 0]);
});

test("registering the same address twice means being told twice", async () => {
  const warehouse = await withStock();
  const shop = await openReceiver();
  await warehouse.subscribe("receipt-received", shop.url);
  await warehouse.subscribe("receipt-received", shop.url);
  await receive(warehouse);
  await expect.poll(() => shop.heard).toHaveLength(2);
});

test.each([
  ["event", { event: "goods-received" }],
  ["event", { event: undefined }],
  ["notificationUrl", { notificationUrl: "nonsense" }],
  ["notificationUrl", { notificationUrl: "ftp://localhost/hook" }],
  ["notificationUrl", { notificationUrl: "https://shop.example/hook" }],
  ["notificationUrl", { notificationUrl: "http://localhost.shop.example/hook" }],
])("a subscription with a wrong %s is refused (%j)", async (field, wrong) => {
  const { call } = await openWarehouse();
  const right = { event: "inbound-status", notificationUrl: "https://127.0.0.1:3000/hook" };
  expect((await call("POST /fulfilment/v4/subscriptions", right)).status).toBe(201);
  expect(await call("POST /fulfilment/v4/subscriptions", { ...right, ...wrong })).toMatchObject({
    status: 422,
    body: { code: "invalid-field", field },
  });
});

test("an event is sent again until it is answered with 200", async () => {
  const warehouse = await withStock({ retryBaseMs: 40 });
  const shop = await openReceiver([500, "hang up", 204, 302, 200]);
  await warehouse.subscribe("receipt-received", shop.url);
  await receive(warehouse);
  await expect
    .poll(() => warehouse.deliveries())
    .toMatchObject([{ state: "delivered", attempts: 5, lastStatus: 200, nextAttemptAt: null }]);

  expect(shop.heard).toHaveLength(5);
  expect(new Set(shop.heard.map(({ body }) => body)).size).toBe(1);
});

test("an answer that takes longer than five seconds is none", async () => {
  const timeOuts = holdTimeOuts();
  const warehouse = await withStock();
  const shop = await openReceiver(["silence"]);
  await warehouse.subscribe("receipt-received", shop.url);
  await receive(warehouse);
  await expect.poll(() => shop.heard).toHaveLength(1);
  expect(timeOuts.asked()).toEqual([5_000]);
  timeOuts.pass();
  await expect.poll(() => shop.heard).toHaveLength(2);
});

test("a shop that keeps silent does not hold up the others", async () => {
  holdTimeOuts();
  const warehouse = await withStock();
  const silent = await openReceiver(Array<"silence">(100).fill("silence"));
  const shop = await openReceiver();
  await warehouse.subscribe("receipt-received", silent.url);
  await warehouse.subscribe("receipt-received", shop.url);
  for (let n = 0; n < 20; n++) await receive(warehouse);
  await expect.poll(() => shop.heard).toHaveLength(20);
  expect(silent.heard.length).toBeLessThan(20);
});

test("an event nobody took in while the machine slept for a day is dropped", async () => {
  let now = Date.parse("2030-04-01T08:00:00Z");
  const warehouse = await withStock({ now: () => now });
  const shop = await openReceiver(Array<number>(100).fill(503));
  await warehouse.subscribe("receipt-received", shop.url);
  await receive(warehouse);
  await expect.poll(() => warehouse.deliveries()).toMatchObject([{ attempts: 1, state: "pending" }]);

  now += DAY_MS;
  await expect
    .poll(() => warehouse.deliveries())
    .toMatchObject([{ state: "dropped", attempts: 2, lastStatus: 503, nextAttemptAt: null }]);
});

test("products and undelivered events survive a restart", async () => {
  const stateFile = temporaryFile();
  const shop = await openReceiver([500]);
  const before = await withStock({ stateFile, retryBaseMs: 60_000 });
  await before.subscribe("receipt-received", shop.url);
  await before.announce("RET-1", { MUG: 1 });
  await before.call("POST /_sandbox/receive", { inboundRef: "RET-1", lines: [{ sku: "MUG", quantity: 1 }] });
  await expect.poll(() => before.deliveries()).toMatchObject([{ attempts: 1, state: "pending" }]);
  await before.close();

  const after = await openWarehouse({ stateFile });
  expect(await after.stockOf("MUG")).toBe(6);
  expect(await after.inbound("RET-1")).toMatchObject({ status: "fully_received", receipts: [{}] });
  await after.call("POST /_sandbox/clock", { advanceMs: 60_000 });
  expect(await after.deliveries()).toMatchObject([{ attempts: 2, state: "delivered" }]);
  expect(shop.heard[1]).toMatchObject({ body: shop.heard[0]!.body, signature: shop.heard[0]!.signature });

  await receive(after);
  await expect.poll(() => shop.heard).toHaveLength(3);
});

test("a delivery under way when the warehouse stops is sent again by the next", async () => {
  const stateFile = temporaryFile();
  const shop = await openReceiver(["silence"]);
  const before = await withStock({ stateFile });
  await before.subscribe("receipt-received", shop.url);
  await receive(before);
  await expect.poll(() => shop.heard).toHaveLength(1);
  await before.close();

  await openWarehouse({ stateFile });
  await expect.poll(() => shop.heard).toHaveLength(2);
});

test("paused events wait, over a restart too, and are sent on resuming", async () => {
  const stateFile = temporaryFile();
  const shop = await openReceiver();
  const before = await withStock({ stateFile });
  await before.subscribe("receipt-received", shop.url);
  expect((await before.call("POST /_sandbox/deliveries/pause")).body).toEqual({ paused: true });
  await receive(before);
  await receive(before);
  expect(await before.deliveries()).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
  await before.close();

  const after = await openWarehouse({ stateFile });
  expect((await after.call("GET /_sandbox/health")).body).toMatchObject({ paused: true, pending: 2 });
  expect(shop.heard).toHaveLength(0);
  expect((await after.call("POST /_sandbox/deliveries/resume")).body).toEqual({ paused: false });
  await expect.poll(() => shop.heard).toHaveLength(2);
});

test("a delivery can be sent again by hand, as often as wanted", async () => {
  const warehouse = await withStock();
  const shop = await openReceiver([200, 200, 500]);
  await warehouse.subscribe("receipt-received", shop.url);
  await receive(warehouse);
  const [delivery] = await until(
    () => warehouse.deliveries(),
    ([first]) => first?.state === "delivered",
  );
  const { id } = delivery!;

  expect((await warehouse.call(`POST /_sandbox/deliveries/${id}/redeliver`)).body).toEqual({
    statuses: [200],
  });
  expect((await warehouse.call(`POST /_sandbox/deliveries/${id}/redeliver`, { times: 3 })).body).toEqual({
    statuses: [500, 200, 200],
  });
  expect(new Set(shop.heard.map(({ body, signature: given }) => body + given)).size).toBe(1);
  expect(await warehouse.deliveries()).toMatchObject([{ state: "delivered", attempts: 5 }]);
  expect((await warehouse.call(`POST /_sandbox/deliveries/${id}/redeliver`, { times: 0 })).status).toBe(422);
  expect((await warehouse.call("POST /_sandbox/deliveries/none/redeliver")).status).toBe(404);
});

test("deliveries are listed newest first", async () => {
  const warehouse = await withStock();
  const shop = await openReceiver();
  await warehouse.subscribe("receipt-received", shop.url);
  await receive(warehouse);
  await receive(warehouse);
  const [newest, oldest] = await warehouse.deliveries();
  expect(Number(newest!.body.match(/WH-(\d+)/)![1])).toBeGreaterThan(
    Number(oldest!.body.match(/WH-(\d+)/)![1]),
  );
  expect(newest).toMatchObject({ event: "receipt-received", url: shop.url });
  expect((await warehouse.call("GET /_sandbox/deliveries?take=1")).body).toMatchObject([{ id: newest!.id }]);
});
