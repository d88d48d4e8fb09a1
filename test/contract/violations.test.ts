import { expect, onTestFinished, test } from "vitest";
import { openReceiver } from "../sandbox/warehouse-bench.ts";
import { documentedOperations, exampleBody } from "../support/interface-document.ts";
import { startValidatingProxy } from "../support/validating-proxy.ts";
import { openContract } from "./contract-bench.ts";

/* That the contract is kept says something only if breaking it is noticed. */

test("a reference that is too long is a violation by who asks", async () => {
  const { send, proxy, warehouse } = await openContract();
  await warehouse.announce("RET-1", {});
  const refused = await send("PUT /fulfilment/v3/inbounds/RET-1", { body: { supplierRef: "x".repeat(36) } });
  expect(refused.status).toBe(422);
  expect(proxy.violations()).toEqual([
    {
      direction: "request",
      method: "PUT",
      path: "/fulfilment/v3/inbounds/RET-1",
      operationId: "updateInbound",
      message: "Request body property supplierRef must NOT have more than 35 characters",
    },
  ]);
});

test("stock in words is a violation by who answers", async () => {
  const { send, proxy, misbehave } = await openContract();
  const mug = { sku: "MUG", barcode: "", description: "", url: null, imageUrl: null };
  const sizes = { width: null, height: null, length: null, weight: null };
  await misbehave("/products/MUG", {
    status: 200,
    body: { ...mug, ...sizes, stock: "plenty", colour: "blue" },
  });
  expect(await (await send("GET /fulfilment/v3/products/MUG")).json()).toMatchObject({ stock: "plenty" });
  expect(proxy.violations()).toEqual([
    {
      direction: "response",
      method: "GET",
      path: "/fulfilment/v3/products/MUG",
      operationId: "getProduct",
      message: "Response body property stock must be integer",
    },
  ]);
});

/** What their answers hold is not documented. */
const ANSWER_LEFT_OPEN = ["deleteProduct", "deleteInbound", "deleteLine", "registerSubscription"];

test("a wrong body is noticed wherever the document describes one, in both directions", async () => {
  const { send, proxy, misbehave } = await openContract();
  await misbehave("/", { status: 200, body: 7 });
  for (const { iid = "", method, path, request } of await documentedOperations()) {
    const before = proxy.violations().length;
    const takesBody = request?.body !== undefined;
    await send(`${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, "X")}`, takesBody ? { body: 7 } : {});
    const noticed = proxy.violations().slice(before);
    expect(
      noticed.map(({ direction }) => direction),
      `${iid} at ${path}`,
    ).toEqual([...(takesBody ? ["request"] : []), ...(ANSWER_LEFT_OPEN.includes(iid) ? [] : ["response"])]);
  }
});

const inbound = (changes: object) => ["POST /inbounds/", "createInbound", changes] as const;
const product = (changes: object) => ["POST /products/", "createProduct", changes] as const;
const line = (changes: object) => ["POST /inbounds/R/lines", "createLine", changes] as const;
const asked = (query: string) => [`GET /inbounds?${query}`, undefined, {}] as const;

test.each([
  ["all texts at their longest", ...inbound({ supplierRef: "x".repeat(35), senderName: "x".repeat(100) })],
  ["an e-mail address of 80 characters", ...inbound({ senderEmail: "x".repeat(80) })],
  ["no second address line", ...inbound({ senderAddressLine2: null })],
  ["nothing to receive", ...line({ quantity: 0 })],
  ["a page as small and as large as allowed", ...asked("take=10&skip=0&change-interval=5")],
  ["both related records", ...asked("take=100&change-interval=2800&include=lines,receipts")],
])("%s is within the limits", async (_, call, operationId, changes) => {
  expect(await violationsOf(call, operationId, changes)).toEqual([]);
});

test.each([
  ["a long name", ...inbound({ senderName: "x".repeat(101) }), "senderName must NOT have more than 100"],
  [
    "a long e-mail address",
    ...inbound({ senderEmail: "x".repeat(81) }),
    "senderEmail must NOT have more than 80",
  ],
  ["a long street", ...inbound({ senderAddressLine1: "x".repeat(101) }), "must NOT have more than 100"],
  ["a long second line", ...inbound({ senderAddressLine2: "x".repeat(101) }), "must NOT have more than 100"],
  ["a long post code", ...inbound({ senderPostCode: "x".repeat(21) }), "must NOT have more than 20"],
  ["a long city", ...inbound({ senderCity: "x".repeat(31) }), "must NOT have more than 30"],
  ["a country by name", ...inbound({ senderCountryCode: "SWE" }), "must NOT have more than 2"],
  [
    "a day written the German way",
    ...inbound({ expectedReceiveDate: "14.04.2031" }),
    'must match format "date"',
  ],
  [
    "a kind of inbound nobody knows",
    ...inbound({ type: "gift" }),
    "must be equal to one of the allowed values",
  ],
  ["a status, which the service sets", ...inbound({ status: "new" }), "found 'status'"],
  ["a line without a product", ...inbound({ lines: [{ ref: "1", quantity: 1 }] }), "required property 'sku'"],
  ["half a piece", ...line({ quantity: 0.5 }), "quantity must be integer"],
  ["fewer than no pieces", ...line({ quantity: -1 }), "quantity must be >= 0"],
  ["stock, which the service counts", ...product({ stock: 5 }), "found 'stock'"],
  [
    "a page that is not https",
    ...product({ url: "http://shop.example.com/mug" }),
    'must match pattern "^https://"',
  ],
  ["a size below nothing", ...product({ width: -1 }), "width must be >= 0"],
  ["null, which only the service says", ...product({ imageUrl: null }), "imageUrl must be string"],
  ["a page too small", ...asked("take=9"), "take must be >= 10"],
  ["a page too large", ...asked("take=101"), "take must be <= 100"],
  ["an interval too short", ...asked("change-interval=4"), "must be >= 5"],
  ["an interval too long", ...asked("change-interval=2801"), "must be <= 2800"],
  [
    "a related record nobody knows",
    ...asked("include=lines,labels"),
    "must be equal to one of the allowed values",
  ],
  ["a parameter nobody knows", ...asked("changeInterval=60"), "changeInterval is not documented"],
])("%s is a violation", async (_, call, operationId, changes, message) => {
  expect(await violationsOf(call, operationId, changes)).toEqual([expect.stringContaining(message)]);
});

/** What is wrong with the document's example for `operationId` once it has these changes. */
async function violationsOf(
  call: string,
  operationId: string | undefined,
  changes: object,
): Promise<string[]> {
  const { send, proxy } = await openContract();
  const example = operationId && (exampleBody(await documentedOperations(), operationId) as object);
  await send(call.replace(" ", " /fulfilment/v3"), example ? { body: { ...example, ...changes } } : {});
  expect(proxy.violations().filter(({ direction }) => direction === "response")).toEqual([]);
  return proxy.violations().map(({ message }) => message);
}

test("a request nobody documented, one without a token and one without its body are violations", async () => {
  const { send, proxy } = await openContract();
  await send("PATCH /fulfilment/v3/products/MUG");
  await send("GET /fulfilment/v3/orders");
  await send("GET /v3/products/MUG");
  await send("GET /fulfilment/v3/products", { headers: { authorization: "" } });
  await send("PUT /fulfilment/v3/products/MUG");
  expect(proxy.violations().map(({ method, message }) => `${method}: ${message}`)).toEqual([
    "PATCH: Selected route not found",
    "GET: Selected route not found",
    "GET: Selected route not found",
    "GET: Invalid security scheme used",
    "PUT: Body parameter is required",
  ]);
});

test("an answer with another status, another kind of content or another refusal is a violation", async () => {
  const { send, proxy, misbehave } = await openContract();
  await misbehave("/products/MUG", { status: 302, body: {} });
  await misbehave("/products/CUP", { status: 409, body: { error: "no" } });
  await send("GET /fulfilment/v3/products/MUG");
  await send("GET /fulfilment/v3/products/CUP");
  expect(proxy.violations().map(({ direction, message }) => `${direction}: ${message}`)).toEqual([
    expect.stringContaining("response: Unable to match the returned status code"),
    "response: Response body must have required property 'code'",
    "response: Response body must have required property 'message'",
  ]);
});

test("an event without signature or without identifier is a violation", async () => {
  const receiver = await openReceiver([200, 202]);
  const { origin, pathname } = new URL(receiver.url);
  const proxy = await startValidatingProxy({ upstream: origin, traffic: "events" });
  onTestFinished(() => proxy.close());
  const body = JSON.stringify({ type: "shipped", resource: "shipment" });
  for (let n = 0; n < 2; n++)
    await fetch(proxy.url + pathname, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
  expect(proxy.violations().map(({ message }) => message)).toEqual([
    "Request body must have required property 'identifier'",
    "Request header must have required property 'x-hook-signature'",
    "Request body must have required property 'identifier'",
    "Request header must have required property 'x-hook-signature'",
    expect.stringContaining("Unable to match the returned status code"),
  ]);
});
