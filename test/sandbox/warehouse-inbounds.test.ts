import { expect, test } from "vitest";
import { openWarehouse, type ShownInbound } from "./warehouse-bench.ts";

const announced = {
  ref: "RET-1",
  type: "return",
  supplierRef: "#1001",
  expectedReceiveDate: "2030-04-01",
  senderName: "Ada Lovelace",
  senderEmail: "ada@shop.example",
  senderPhonenumber: "+44 20 7946 0000",
  senderAddressLine1: "St James's Square 12",
  senderAddressLine2: null,
  senderPostCode: "SW1Y 4JH",
  senderCity: "London",
  senderCountryCode: "GB",
  lines: [{ ref: "1", sku: "MUG", quantity: 2 }],
};

async function withProducts(options = {}) {
  const warehouse = await openWarehouse(options);
  await warehouse.stock({ MUG: 5, CUP: 0 });
  return warehouse;
}

test("an announced inbound is new, with nothing received and an empty second address line", async () => {
  const { call } = await withProducts();
  const created = await call("POST /fulfilment/v3/inbounds/", announced);
  const expected = {
    ...announced,
    senderAddressLine2: "",
    status: "new",
    lines: [{ ref: "1", sku: "MUG", quantity: 2, quantityReceived: 0 }],
    receipts: [],
  };
  expect(created).toMatchObject({ status: 201, body: expected });
  expect((await call("GET /fulfilment/v3/inbounds/RET-1")).body).toEqual(expected);
});

test.each([
  ["ref", undefined],
  ["type", "gift"],
  ["supplierRef", "x".repeat(36)],
  ["expectedReceiveDate", "2030-02-30"],
  ["expectedReceiveDate", "01.04.2030"],
  ["senderName", "x".repeat(101)],
  ["senderName", null],
  ["senderEmail", "x".repeat(81)],
  ["senderPhonenumber", 4420],
  ["senderAddressLine1", "x".repeat(101)],
  ["senderAddressLine2", "x".repeat(101)],
  ["senderPostCode", "x".repeat(21)],
  ["senderCity", "x".repeat(31)],
  ["senderCountryCode", "GBR"],
  ["lines", undefined],
  ["lines[0].ref", [{ sku: "MUG", quantity: 1 }]],
  ["lines[0].quantity", [{ ref: "1", sku: "MUG", quantity: -1 }]],
])("an inbound with a wrong %s is refused (%j)", async (field, value) => {
  const { call } = await withProducts();
  const refused = await call("POST /fulfilment/v3/inbounds/", {
    ...announced,
    [field.replace(/\[.*/, "")]: value,
  });
  expect(refused).toMatchObject({ status: 422, body: { code: "invalid-field", field } });
});

test("an inbound needs known products and references of its own", async () => {
  const { call } = await withProducts();
  const lines = [...announced.lines, { ref: "2", sku: "GHOST", quantity: 1 }];
  expect(await call("POST /fulfilment/v3/inbounds/", { ...announced, lines })).toMatchObject({
    status: 422,
    body: { code: "unknown-sku", field: "lines[1].sku" },
  });
  expect((await call("GET /fulfilment/v3/inbounds/RET-1")).status).toBe(404);

  const twice = [...announced.lines, ...announced.lines];
  expect(await call("POST /fulfilment/v3/inbounds/", { ...announced, lines: twice })).toMatchObject({
    status: 409,
    body: { code: "duplicate-line-ref", field: "lines[1].ref" },
  });
  expect((await call("POST /fulfilment/v3/inbounds/", announced)).status).toBe(201);
  expect(await call("POST /fulfilment/v3/inbounds/", announced)).toMatchObject({
    status: 409,
    body: { code: "duplicate-inbound-ref", field: "ref" },
  });
});

test("what is included can be chosen; everything is when nothing is said", async () => {
  const { call } = await withProducts();
  await call("POST /fulfilment/v3/inbounds/", announced);
  const keys = async (query: string) => {
    const { body } = await call<object>(`GET /fulfilment/v3/inbounds/RET-1${query}`);
    return Object.keys(body).filter((key) => key === "lines" || key === "receipts");
  };
  expect(await keys("")).toEqual(["lines", "receipts"]);
  expect(await keys("?include=lines")).toEqual(["lines"]);
  expect(await keys("?include=receipts")).toEqual(["receipts"]);
  expect(await keys("?include=lines,receipts")).toEqual(["lines", "receipts"]);
  expect(await keys("?include=lines&include=receipts")).toEqual(["lines", "receipts"]);
  expect((await call("GET /fulfilment/v3/inbounds/RET-1?include=labels")).status).toBe(400);
});

test("an update changes the sender and the date, not what the inbound is", async () => {
  const { call } = await withProducts();
  await call("POST /fulfilment/v3/inbounds/", announced);
  const changes = { senderCity: "Bath", expectedReceiveDate: "2030-05-01", senderAddressLine2: null };
  const updated = await call("PUT /fulfilment/v3/inbounds/RET-1", {
    ...changes,
    type: "purchase",
    status: "cancelled",
  });
  expect(updated).toMatchObject({
    status: 200,
    body: { senderCity: "Bath", expectedReceiveDate: "2030-05-01", type: "return", status: "new" },
  });
  expect((await call("PUT /fulfilment/v3/inbounds/RET-1", { senderCity: "x".repeat(31) })).status).toBe(422);
  expect((await call("PUT /fulfilment/v3/inbounds/NONE", {})).status).toBe(404);
});

test("a deleted inbound is gone", async () => {
  const { call } = await withProducts();
  await call("POST /fulfilment/v3/inbounds/", announced);
  expect((await call("DELETE /fulfilment/v3/inbounds/RET-1")).status).toBe(204);
  expect(await call("GET /fulfilment/v3/inbounds/RET-1")).toMatchObject({
    status: 404,
    body: { code: "inbound-not-found" },
  });
});

test("an inbound the floor has begun with can no longer be changed", async () => {
  const { call } = await withProducts();
  await call("POST /fulfilment/v3/inbounds/", announced);
  await call("POST /_sandbox/inbounds/RET-1/status", { status: "in_progress" });
  for (const [operation, body] of [
    ["PUT /fulfilment/v3/inbounds/RET-1", { senderCity: "Bath" }],
    ["DELETE /fulfilment/v3/inbounds/RET-1", undefined],
    ["POST /fulfilment/v3/inbounds/RET-1/lines", { ref: "2", sku: "CUP", quantity: 1 }],
    ["PUT /fulfilment/v3/inbounds/RET-1/lines/1", { quantity: 9 }],
    ["DELETE /fulfilment/v3/inbounds/RET-1/lines/1", undefined],
  ] as const)
    expect(await call(operation, body), operation).toMatchObject({
      status: 409,
      body: { code: "inbound-not-new" },
    });
});

test("inbounds are listed by page, by field and by how lately they changed", async () => {
  let now = Date.parse("2030-04-01T08:00:00Z");
  const { call } = await withProducts({ now: () => now });
  for (let n = 1; n <= 12; n++)
    await call("POST /fulfilment/v3/inbounds/", { ...announced, ref: `RET-${n}` });
  now += 10 * 60_000;
  await call("POST /fulfilment/v3/inbounds/", { ...announced, ref: "PO-1", type: "purchase" });
  await call("PUT /fulfilment/v3/inbounds/RET-3", { senderCity: "Bath" });
  const refs = async (query: string) =>
    (await call<ShownInbound[]>(`GET /fulfilment/v3/inbounds?${query}`)).body.map(({ ref }) => ref);

  expect(await refs("")).toHaveLength(10);
  expect(await refs("skip=11&take=10")).toEqual(["RET-12", "PO-1"]);
  expect(await refs("filter=type%3Dpurchase")).toEqual(["PO-1"]);
  expect(await refs("filter=ref%3DRET-2")).toEqual(["RET-2"]);
  expect(await refs("filter=status%3Dcancelled")).toEqual([]);
  expect(await refs("change-interval=5")).toEqual(["RET-3", "PO-1"]);
  expect(await refs("change-interval=15&take=100")).toHaveLength(13);
  for (const query of [
    "change-interval=4",
    "change-interval=2801",
    "change-interval=7.5",
    "filter=city%3DBath",
  ])
    expect((await call(`GET /fulfilment/v3/inbounds?${query}`)).status, query).toBe(400);
});

test("lines are listed, created, read, changed and deleted", async () => {
  const { call } = await withProducts();
  await call("POST /fulfilment/v3/inbounds/", announced);
  const lines = "/fulfilment/v3/inbounds/RET-1/lines";
  const cups = { ref: "a/b", sku: "CUP", quantity: 3, quantityReceived: 0 };

  expect(await call(`POST ${lines}`, { ref: "a/b", sku: "CUP", quantity: 3 })).toMatchObject({
    status: 201,
    body: cups,
  });
  expect((await call(`GET ${lines}`)).body).toEqual([
    { ref: "1", sku: "MUG", quantity: 2, quantityReceived: 0 },
    cups,
  ]);
  expect((await call(`GET ${lines}/a%2Fb`)).body).toEqual(cups);
  expect((await call(`PUT ${lines}/a%2Fb`, { quantity: 4 })).body).toEqual({ ...cups, quantity: 4 });
  expect((await call(`DELETE ${lines}/a%2Fb`)).status).toBe(204);
  expect(await call(`GET ${lines}/a%2Fb`)).toMatchObject({ status: 404, body: { code: "line-not-found" } });
});

test("wrong lines are refused", async () => {
  const { call } = await withProducts();
  await call("POST /fulfilment/v3/inbounds/", announced);
  const lines = "/fulfilment/v3/inbounds/RET-1/lines";
  for (const [operation, body, status] of [
    [`POST ${lines}`, { ref: "2", sku: "GHOST", quantity: 1 }, 422],
    [`POST ${lines}`, { ref: "2", sku: "CUP" }, 422],
    [`POST ${lines}`, { ref: "1", sku: "CUP", quantity: 1 }, 409],
    [`PUT ${lines}/1`, { sku: "GHOST" }, 422],
    [`PUT ${lines}/1`, { ref: "other" }, 422],
    [`PUT ${lines}/9`, { quantity: 1 }, 404],
    [`DELETE ${lines}/9`, undefined, 404],
    [`GET ${lines}?take=5`, undefined, 400],
    ["GET /fulfilment/v3/inbounds/NONE/lines", undefined, 404],
  ] as const)
    expect((await call(operation, body)).status, `${operation} ${JSON.stringify(body)}`).toBe(status);
});

test("lines of one inbound come in pages", async () => {
  const { call } = await withProducts();
  const lines = Array.from({ length: 23 }, (_, i) => ({ ref: `L${i}`, sku: "MUG", quantity: 1 }));
  await call("POST /fulfilment/v3/inbounds/", { ...announced, lines });
  const { body } = await call<unknown[]>("GET /fulfilment/v3/inbounds/RET-1/lines?skip=20&take=10");
  expect(body).toHaveLength(3);
});

test("a warehouse may give lines references of its own", async () => {
  const { call } = await withProducts({ rewriteLineRefs: true });
  const { body } = await call<ShownInbound>("POST /fulfilment/v3/inbounds/", announced);
  const ref = body.lines[0]!.ref;
  expect(ref).not.toBe("1");
  expect((await call(`GET /fulfilment/v3/inbounds/RET-1/lines/${ref}`)).body).toMatchObject({ sku: "MUG" });
  expect((await call("GET /fulfilment/v3/inbounds/RET-1/lines/1")).status).toBe(404);
});

test("a warehouse may show lines and receipts only to those who ask for them", async () => {
  const { call } = await withProducts({ showLines: "included", showReceipts: "included" });
  const shown = async (operation: string, body?: unknown) => {
    const answer = await call<ShownInbound | ShownInbound[]>(operation, body);
    const [inbound] = [answer.body].flat();
    return ["lines", "receipts"].filter((name) => name in (inbound ?? {}));
  };
  const one = "/fulfilment/v3/inbounds/RET-1";
  expect(await shown("POST /fulfilment/v3/inbounds/", announced)).toEqual([]);
  for (const operation of [`GET ${one}`, "GET /fulfilment/v3/inbounds"]) {
    expect(await shown(operation)).toEqual([]);
    expect(await shown(`${operation}?include=lines`)).toEqual(["lines"]);
    expect(await shown(`${operation}?include=lines,receipts`)).toEqual(["lines", "receipts"]);
  }
  expect(await shown(`PUT ${one}`, { senderCity: "Paris" })).toEqual([]);
  expect(await shown(`PUT ${one}?include=receipts`, { senderCity: "Rome" })).toEqual(["receipts"]);
});
