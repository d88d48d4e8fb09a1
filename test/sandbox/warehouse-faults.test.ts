import { expect, test } from "vitest";
import { warehouseDefaults } from "../../sandbox/warehouse/start-warehouse.ts";
import { holdWaits } from "../support/held-time.ts";
import { openWarehouse, type ShownProduct } from "./warehouse-bench.ts";

type Bench = Awaited<ReturnType<typeof openWarehouse>>;

const switchOn = ({ call }: Bench, fault: object) => call("POST /_sandbox/faults", fault);
const skus = async ({ call }: Bench) =>
  (await call<ShownProduct[]>("GET /_sandbox/products")).body.map(({ sku }) => sku);

test("a switched-on fault hits the interface as often as told, and never the controls", async () => {
  const { call } = await openWarehouse();
  await call("POST /_sandbox/faults", {
    path: "/",
    times: 2,
    action: { kind: "status", status: 503, headers: { "retry-after": "1" }, body: { down: true } },
  });
  expect((await call("GET /_sandbox/health")).status).toBe(200);
  for (let n = 0; n < 2; n++) {
    const failed = await call("GET /fulfilment/v3/products");
    expect(failed).toMatchObject({ status: 503, body: { down: true } });
    expect(failed.headers.get("retry-after")).toBe("1");
    expect(failed.headers.get("x-request-id")).toBeTruthy();
  }
  expect((await call("GET /fulfilment/v3/products")).status).toBe(200);
  expect((await call("GET /_sandbox/requests")).body).toMatchObject([
    { method: "GET", path: "/fulfilment/v3/products", status: 503 },
    { status: 503 },
    { status: 200 },
  ]);
});

test("a held request waits until it is released and is served then", async () => {
  const { call } = await openWarehouse();
  await call("POST /_sandbox/faults", { path: "/products", times: 1, action: { kind: "hold" } });
  const held = call("POST /fulfilment/v3/products/", { sku: "MUG" });
  await expect.poll(async () => (await call("GET /_sandbox/held")).body).toEqual({ held: 1 });
  expect((await call("GET /fulfilment/v3/products")).body).toEqual([]);

  await call("POST /_sandbox/release");
  expect((await held).status).toBe(201);
  expect((await call("GET /fulfilment/v3/products")).body).toMatchObject([{ sku: "MUG" }]);
});

test("a delayed request counts until it is served, and is served even if nobody waits for it any more", async () => {
  const warehouse = await openWarehouse();
  const { call, url } = warehouse;
  const delayed = async () => (await call("GET /_sandbox/delayed")).body;
  await call("POST /_sandbox/faults", { path: "/products", times: 1, action: { kind: "delay", ms: 2_000 } });
  const waits = holdWaits();
  const impatient = new AbortController();
  const given = fetch(`${url}/fulfilment/v3/products/`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${warehouseDefaults.token}` },
    body: JSON.stringify({ sku: "MUG" }),
    signal: impatient.signal,
  });
  await expect.poll(() => delayed()).toEqual({ delayed: 1 });
  impatient.abort();
  await expect(given).rejects.toThrow();
  expect(await delayed()).toEqual({ delayed: 1 });
  expect(waits.asked()).toEqual([2_000]);
  waits.pass();
  await expect.poll(() => delayed()).toEqual({ delayed: 0 });
  expect(await skus(warehouse)).toEqual(["MUG"]);
});

test("a dropped connection is an error of the network, not an answer", async () => {
  const { call } = await openWarehouse();
  await call("POST /_sandbox/faults", {
    method: "GET",
    path: "/products",
    times: 1,
    action: { kind: "reset" },
  });
  await expect(call("GET /fulfilment/v3/products")).rejects.toThrow("fetch failed");
  expect((await call("GET /fulfilment/v3/products")).status).toBe(200);
});

test("a write can land although its answer is lost", async () => {
  const warehouse = await openWarehouse();
  await switchOn(warehouse, { method: "POST", path: "/products", when: "answer", action: { kind: "reset" } });
  await expect(warehouse.call("POST /fulfilment/v3/products/", { sku: "MUG" })).rejects.toThrow(
    "fetch failed",
  );
  expect(await skus(warehouse)).toEqual(["MUG"]);
});

test("an answer can be held back, and another sent in its place, after the work is done", async () => {
  const warehouse = await openWarehouse();
  const { call } = warehouse;
  await switchOn(warehouse, { path: "/products", when: "answer", times: 1, action: { kind: "hold" } });
  const held = call("POST /fulfilment/v3/products/", { sku: "MUG" });
  await expect.poll(async () => (await call("GET /_sandbox/held")).body).toEqual({ held: 1 });
  expect(await skus(warehouse)).toEqual(["MUG"]);
  await call("POST /_sandbox/release");
  expect((await held).status).toBe(201);

  const action = { kind: "status", status: 502, body: { gateway: "tired" } };
  await switchOn(warehouse, { path: "/products", when: "answer", times: 1, action });
  expect(await call("POST /fulfilment/v3/products/", { sku: "CUP" })).toMatchObject({
    status: 502,
    body: { gateway: "tired" },
  });
  expect(await skus(warehouse)).toEqual(["MUG", "CUP"]);
});

test("an answer can come late", async () => {
  const warehouse = await openWarehouse();
  await switchOn(warehouse, { path: "/products", when: "answer", action: { kind: "delay", ms: 60 } });
  const waits = holdWaits();
  const answered = warehouse.call("GET /fulfilment/v3/products");
  await expect.poll(waits.asked).toEqual([60]);
  waits.pass();
  expect((await answered).status).toBe(200);
});

test("a warehouse that keeps silent is waited for in vain, and does not serve the request", async () => {
  const warehouse = await openWarehouse();
  await switchOn(warehouse, { method: "POST", path: "/products", action: { kind: "silence" } });
  const waiting = warehouse.call("POST /fulfilment/v3/products/", { sku: "MUG" });
  const ended = expect(waiting).rejects.toThrow("fetch failed");
  await expect
    .poll(async () => (await warehouse.call("GET /_sandbox/requests")).body)
    .toMatchObject([{ status: null }]);
  expect(await skus(warehouse)).toEqual([]);
  await warehouse.close();
  await ended;
});

test("an answer can be cut in the middle: an answer still, but no JSON", async () => {
  const warehouse = await openWarehouse();
  await warehouse.stock({ MUG: 5 });
  await switchOn(warehouse, { path: "/products", times: 1, action: { kind: "truncate" } });
  const response = await warehouse.send("GET /fulfilment/v3/products/MUG");
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).toMatch(/^\{"sku":"MUG"/);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
});

test("an answer can carry something else than it should", async () => {
  const warehouse = await openWarehouse();
  await warehouse.stock({ MUG: 5 });
  const action = { kind: "body", body: "<html>Wartung – maintenance</html>", contentType: "text/html" };
  await switchOn(warehouse, { path: "/products", action });
  const response = await warehouse.send("GET /fulfilment/v3/products/MUG");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html");
  expect(await response.text()).toBe(action.body);
});

test("an answer can come twice over as if it were one", async () => {
  const warehouse = await openWarehouse();
  await warehouse.stock({ MUG: 5 });
  const whole = await (await warehouse.send("GET /fulfilment/v3/products/MUG")).text();
  await switchOn(warehouse, { path: "/products", times: 1, action: { kind: "repeat" } });
  expect(await (await warehouse.send("GET /fulfilment/v3/products/MUG")).text()).toBe(whole + whole);
});

test("how often each kind of fault has struck is counted until somebody asks for a new count", async () => {
  const { call, ...warehouse } = await openWarehouse();
  const struck = async () => (await call("GET /_sandbox/faults/struck")).body;
  await switchOn(
    { call, ...warehouse },
    { path: "/products", times: 2, action: { kind: "status", status: 503 } },
  );
  for (let n = 0; n < 3; n++) await call("GET /fulfilment/v3/products");
  expect(await struck()).toEqual({ "request status 503": 2 });
  await call("DELETE /_sandbox/faults/struck");
  expect(await struck()).toEqual({});
});

test("a fault lets some requests pass first and says what is left of it", async () => {
  const warehouse = await openWarehouse();
  const fault = { path: "/products", skip: 1, times: 2, action: { kind: "status", status: 500 } };
  await switchOn(warehouse, fault);
  const ask = async () => (await warehouse.call("GET /fulfilment/v3/products")).status;
  expect([await ask(), await ask()]).toEqual([200, 500]);
  expect((await warehouse.call("GET /_sandbox/faults")).body).toMatchObject([{ skip: 0, times: 1 }]);
  expect([await ask(), await ask()]).toEqual([500, 200]);
  expect((await warehouse.call("GET /_sandbox/faults")).body).toEqual([]);
});

test("a fault that strikes by chance strikes the same requests every time", async () => {
  const warehouse = await openWarehouse();
  const luck = async (seed: number) => {
    const action = { kind: "status", status: 500 };
    await switchOn(warehouse, { path: "/products", probability: 0.3, seed, action });
    const statuses: number[] = [];
    for (let n = 0; n < 100; n++) statuses.push((await warehouse.call("GET /fulfilment/v3/products")).status);
    await warehouse.call("DELETE /_sandbox/faults");
    return statuses;
  };
  const [once, again, otherwise] = [await luck(7), await luck(7), await luck(8)];
  expect(again).toEqual(once);
  expect(otherwise).not.toEqual(once);
  const struck = once.filter((status) => status === 500).length;
  expect(struck).toBeGreaterThan(15);
  expect(struck).toBeLessThan(45);
});

test.each([
  ["path", { path: "(" }],
  ["path", { path: undefined }],
  ["skip", { skip: -1 }],
  ["times", { times: 0 }],
  ["probability", { probability: 30 }],
  ["seed", { seed: "lucky" }],
  ["when", { when: "later" }],
  ["when", { when: "request", action: { kind: "truncate" } }],
  ["probabilty", { probabilty: 0.3 }],
  ["action", { action: undefined }],
  ["action.kind", { action: { kind: "explode" } }],
  ["action.status", { action: { kind: "status", status: 99 } }],
  ["action.ms", { action: { kind: "delay" } }],
  ["action.body", { action: { kind: "body" } }],
])("a fault with a wrong %s is refused (%j)", async (field, wrong) => {
  const warehouse = await openWarehouse();
  const refused = await switchOn(warehouse, { path: "/", action: { kind: "reset" }, ...wrong });
  expect(refused).toMatchObject({ status: 400, body: { code: "invalid-fault", field } });
  expect(refused.body.message).toContain(field);
  expect((await warehouse.call("GET /_sandbox/faults")).body).toEqual([]);
});
