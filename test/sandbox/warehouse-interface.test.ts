import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { openWarehouse } from "./warehouse-bench.ts";

const send = (url: string, init: RequestInit & { token?: string } = {}) =>
  fetch(url, { ...init, headers: { ...(init.headers as object), authorization: init.token ?? "" } });

test("without the right token nothing is answered, not even what exists", async () => {
  const { url } = await openWarehouse({ token: "right" });
  for (const token of ["", "Bearer", "Bearer wrong", "Basic right", "right"])
    for (const path of ["/fulfilment/v3/products", "/fulfilment/v4/subscriptions", "/nowhere"]) {
      const response = await send(url + path, { token });
      expect(response.status, `${token} ${path}`).toBe(401);
      expect(await response.json()).toMatchObject({ code: "unauthorized" });
    }
  expect((await send(`${url}/fulfilment/v3/products`, { token: "Bearer right" })).status).toBe(200);
});

test("several clients may have a token of their own each, and see the same goods", async () => {
  const { url } = await openWarehouse({ token: "first", otherTokens: ["second", "third"] });
  for (const token of ["first", "second", "third"])
    expect((await send(`${url}/fulfilment/v3/products`, { token: `Bearer ${token}` })).status).toBe(200);
  expect((await send(`${url}/fulfilment/v3/products`, { token: "Bearer fourth" })).status).toBe(401);
});

test("every answer names its request, refusals too", async () => {
  const { url, call } = await openWarehouse();
  const ids = [
    (await call("GET /fulfilment/v3/products")).headers.get("x-request-id"),
    (await call("GET /fulfilment/v3/products/NONE")).headers.get("x-request-id"),
    (await send(`${url}/fulfilment/v3/products`)).headers.get("x-request-id"),
  ];
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(3);
});

test("the current version has everything, under its own path", async () => {
  const { call } = await openWarehouse();
  const v4 = "/api/fulfilment/v4";
  expect((await call(`POST ${v4}/products/`, { sku: "MUG" })).status).toBe(201);
  expect((await call(`POST ${v4}/bulk/products/`, [{ sku: "CUP" }])).status).toBe(201);
  expect((await call(`PUT ${v4}/products/MUG`, { weight: 1 })).status).toBe(200);
  const inbound = { ref: "R", type: "purchase", expectedReceiveDate: "2030-04-01", lines: [] };
  expect((await call(`POST ${v4}/inbounds`, inbound)).status).toBe(201);
  expect((await call(`POST ${v4}/inbounds/R/lines`, { ref: "1", sku: "MUG", quantity: 1 })).status).toBe(201);
  const hook = { notificationUrl: "http://localhost:1/hook", event: "inbound-status" };
  expect((await call(`POST ${v4}/subscriptions`, hook)).status).toBe(201);
  expect((await call("POST /fulfilment/v4/subscriptions", hook)).status).toBe(201);
  expect((await call("POST /fulfilment/v3/subscriptions", hook)).status).toBe(404);
  expect((await call("GET /fulfilment/v3/products/MUG")).body).toMatchObject({ weight: 1 });
});

test("a body that is not JSON is refused with the reason", async () => {
  const { url } = await openWarehouse({ token: "t" });
  const post = (body: string, type: string) =>
    send(`${url}/fulfilment/v3/products/`, {
      method: "POST",
      body,
      headers: { "content-type": type },
      token: "Bearer t",
    });
  expect((await post('{"sku":', "application/json")).status).toBe(400);
  expect((await post("sku=MUG", "application/x-www-form-urlencoded")).status).toBe(415);
  expect((await post('{"sku":"MUG"}', "application/json; charset=utf-8")).status).toBe(201);
});

test("more requests in a second than allowed are put off by whole seconds", async () => {
  const { url, call } = await openWarehouse({ requestsPerSecond: 2 });
  const answers = await Promise.all([1, 2, 3, 4].map(() => call("GET /fulfilment/v3/products")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get("retry-after")).toBe("1");
  expect(refused?.body).toMatchObject({ code: "too-many-requests" });
  expect((await send(`${url}/fulfilment/v3/products`)).status).toBe(401);
  expect((await call("GET /_sandbox/health")).status).toBe(200);
  await expect.poll(async () => (await call("GET /fulfilment/v3/products")).status).toBe(200);
});

test("any sku and any ref can stand in a path", async () => {
  const { call } = await openWarehouse();
  const awkward = fc.constantFrom(
    "/",
    "?",
    "#",
    "%",
    "%2F",
    "+",
    " ",
    "&",
    "=",
    "..",
    "ä",
    "Ł",
    "仓",
    "📦",
    ":id",
  );
  const name = fc
    .array(fc.oneof(awkward, fc.string({ unit: "binary", maxLength: 4 })), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(""))
    // `.` and `..` mean another path before they are sent, and nobody names anything with nothing but spaces.
    .filter((text) => text.trim() !== "" && text !== "." && text !== "..");
  await fc.assert(
    fc.asyncProperty(name, name, async (sku, ref) => {
      const product = `/fulfilment/v3/products/${encodeURIComponent(sku)}`;
      const inbound = `/api/fulfilment/v4/inbounds/${encodeURIComponent(ref)}`;
      const lines = [{ ref, sku, quantity: 1 }];
      await call("POST /fulfilment/v3/products/", { sku });
      const announced = { ref, type: "return", expectedReceiveDate: "2030-04-01", lines };
      await call("POST /fulfilment/v3/inbounds/", announced);
      expect((await call(`PUT ${product}`, { weight: 1 })).body).toMatchObject({ sku, weight: 1 });
      expect((await call(`GET ${inbound}`)).body).toMatchObject({ ref, lines });
      const line = await call(`GET ${inbound}/lines/${encodeURIComponent(ref)}`);
      expect(line.body).toMatchObject({ ref, sku });
      for (const path of [inbound, product]) expect((await call(`DELETE ${path}`)).status).toBe(204);
      expect((await call(`GET ${product}`)).status).toBe(404);
    }),
  );
});

test("a reset warehouse has forgotten everything", async () => {
  const { call, stock, announce, subscribe, deliveries } = await openWarehouse();
  await stock({ MUG: 3 });
  await announce("RET-1", { MUG: 1 });
  await subscribe("receipt-received", "http://localhost:1/nobody");
  await call("POST /_sandbox/receive", { inboundRef: "RET-1", lines: [{ sku: "MUG", quantity: 1 }] });
  expect((await call("GET /_sandbox/health")).body).toMatchObject({
    products: 1,
    inbounds: 1,
    subscriptions: 1,
  });

  expect((await call("POST /_sandbox/reset")).status).toBe(204);
  expect((await call("GET /_sandbox/health")).body).toEqual({
    status: "ok",
    products: 0,
    inbounds: 0,
    subscriptions: 0,
    pending: 0,
    paused: false,
  });
  expect(await deliveries()).toEqual([]);
});

test("a control that does not exist says so", async () => {
  const { call } = await openWarehouse();
  expect((await call("POST /_sandbox/explode")).status).toBe(404);
});
