import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../sandbox/lib/serve.ts";
import { eventNames } from "../../sandbox/warehouse/events.ts";
import { openReceiver, signature } from "../sandbox/warehouse-bench.ts";
import { documentedOperations } from "../support/interface-document.ts";
import { startValidatingProxy } from "../support/validating-proxy.ts";
import { callEveryOperation } from "./call-every-operation.ts";
import { openContract } from "./contract-bench.ts";

const V3 = { base: "/fulfilment/v3", subscriptions: "/fulfilment/v4/subscriptions" };
const V4 = { base: "/api/fulfilment/v4", subscriptions: "/api/fulfilment/v4/subscriptions" };
const A_LABEL = Buffer.from("%PDF-1.7\nA label").toString("base64");

test("the warehouse does every operation, under every address, as the document says", async () => {
  const { send, proxy } = await openContract();

  await callEveryOperation({ send }, V3);
  await callEveryOperation({ send }, V4);
  for (const short of ["/v3", "/api/v4"]) {
    await send("POST /fulfilment/v3/products/", { body: { sku: "CUP" } });
    await send(`PUT ${short}/products/CUP`, { body: { weight: 210 } });
    await send(`DELETE ${short}/products/CUP`);
  }

  expect(proxy.violations()).toEqual([]);
  const done = proxy.seen().filter(({ status }) => status < 300);
  const documented = await documentedOperations();
  expect(new Set(done.map(({ operationId, method, path }) => `${operationId}: ${method} ${path}`))).toEqual(
    new Set(documented.map(({ iid, method, path }) => `${iid}: ${method.toUpperCase()} ${path}`)),
  );
});

test("an inbound that goods arrived for is as documented, receipts and surplus included", async () => {
  const { warehouse, send, proxy } = await openContract();
  await warehouse.stock({ MUG: 0, CUP: 0 });
  await warehouse.announce("RET-1", { MUG: 2 });
  const lines = [
    { sku: "MUG", quantity: 1, defective: true },
    { sku: "CUP", quantity: 1 },
  ];
  await warehouse.call("POST /_sandbox/receive", { inboundRef: "RET-1", lines });

  const shown = await send("GET /fulfilment/v3/inbounds/RET-1?include=lines,receipts");
  expect(await shown.json()).toMatchObject({
    status: "partially_received",
    receipts: [{ lines: [{ sku: "MUG", defective: true }, { sku: "CUP" }] }],
  });
  expect(proxy.violations()).toEqual([]);
});

test("a label may come as plain Base64 or as a JSON string, and as nothing else", async () => {
  const answers = [
    { type: "text/plain; charset=utf-8", body: A_LABEL },
    { type: "application/json", body: JSON.stringify(A_LABEL) },
    { type: "text/plain", body: "%PDF-1.7" },
    { type: "application/json", body: JSON.stringify({ label: A_LABEL }) },
    { type: "application/pdf", body: A_LABEL },
  ];
  const service = await serve((_req, res) => {
    const answer = answers.shift()!;
    res.writeHead(200, { "content-type": answer.type }).end(answer.body);
  }, 0);
  onTestFinished(() => service.close());
  const proxy = await startValidatingProxy({ upstream: service.url });
  onTestFinished(() => proxy.close());
  const fetchLabel = () =>
    fetch(`${proxy.url}/fulfilment/v3/inbounds/R/label`, { headers: { authorization: "Bearer t" } });

  for (let n = 0; n < 2; n++) expect(await (await fetchLabel()).text()).toContain(A_LABEL);
  expect(proxy.violations()).toEqual([]);

  for (let n = 0; n < 3; n++) await fetchLabel();
  expect(proxy.violations().map(({ message }) => message)).toEqual([
    expect.stringContaining("must match pattern"),
    expect.stringContaining("must be string"),
    expect.stringContaining('media type "application/pdf"'),
  ]);
});

test("a refusal has the shape that is described, whatever the reason", async () => {
  const { warehouse, send, proxy } = await openContract();
  await warehouse.stock({ MUG: 3 });
  const statuses = [
    await send("GET /fulfilment/v3/products?take=10", { headers: { authorization: "Bearer wrong" } }),
    await send("GET /fulfilment/v3/products/NONE"),
    await send("DELETE /fulfilment/v3/inbounds/NONE/lines/1"),
    await send("POST /fulfilment/v3/products/", { body: { sku: "MUG" } }),
    await send("DELETE /fulfilment/v3/products/MUG"),
    await send("PUT /fulfilment/v3/products/MUG", { body: { sku: "CUP" } }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 404, 404, 409, 409, 422]);
  expect(proxy.violations()).toEqual([]);
});

test.each(eventNames)(
  "a %s event is delivered as the document says, its signature unharmed",
  async (event) => {
    const { warehouse } = await openContract();
    const receiver = await openReceiver();
    const { origin, pathname } = new URL(receiver.url);
    const proxy = await startValidatingProxy({ upstream: origin, traffic: "events" });
    onTestFinished(() => proxy.close());
    await warehouse.stock({ MUG: 3 });
    await warehouse.announce("RET-1", { MUG: 1 });
    await warehouse.subscribe(event, proxy.url + pathname);

    await warehouse.call("POST /_sandbox/receive", {
      inboundRef: "RET-1",
      lines: [{ sku: "MUG", quantity: 1 }],
    });
    await warehouse.call("POST /_sandbox/ship", { lines: [{ sku: "MUG", quantity: 1 }] });
    await expect.poll(() => receiver.heard.length).toBeGreaterThan(0);
    await expect.poll(() => proxy.seen()).toHaveLength(receiver.heard.length);

    expect(proxy.violations()).toEqual([]);
    expect(proxy.seen()[0]).toMatchObject({ operationId: "receiveEvent", status: 200 });
    for (const { body, signature: given } of receiver.heard) expect(given).toBe(signature(body));
  },
);
