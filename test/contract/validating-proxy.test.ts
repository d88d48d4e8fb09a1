import { expect, test } from "vitest";
import { openContract } from "./contract-bench.ts";

test.each(["A/B 50%", "100%25", "a,b;c=d", "Größe 3 (rot)", "!'()*~", "?#&+", "a//b/", "日本"])(
  "the SKU %s passes unharmed",
  async (sku) => {
    const { warehouse, send, proxy } = await openContract();
    const path = `/fulfilment/v3/products/${encodeURIComponent(sku)}`;
    await send("POST /fulfilment/v3/products/", { body: { sku } });
    expect(await (await send(`GET ${path}`)).json()).toMatchObject({ sku });
    await send(`PUT ${path}`, { body: { weight: 5 } });
    await send("POST /fulfilment/v3/inbounds/", {
      body: {
        ref: sku,
        type: "return",
        expectedReceiveDate: "2030-04-01",
        lines: [{ ref: sku, sku, quantity: 1 }],
      },
    });
    const linePath = `/fulfilment/v3/inbounds/${encodeURIComponent(sku)}/lines/${encodeURIComponent(sku)}`;
    expect(await (await send(`GET ${linePath}`)).json()).toMatchObject({ ref: sku, sku });

    expect(proxy.violations()).toEqual([]);
    expect(proxy.seen().map(({ operationId, status }) => `${operationId} ${status}`)).toEqual([
      "createProduct 201",
      "getProduct 200",
      "updateProduct 200",
      "createInbound 201",
      "getLine 200",
    ]);
    const { body: log } = await warehouse.call<{ path: string }[]>("GET /_sandbox/requests");
    expect(log.map((request) => request.path)).toContain(path);
  },
);

test("what is asked for in a list reaches the warehouse as it was written", async () => {
  const { warehouse, send, proxy } = await openContract();
  const path = "/fulfilment/v3/inbounds/?include=lines,receipts&filter=ref%3DA%26B%20C&take=10";
  expect((await send(`GET ${path}`)).status).toBe(200);
  expect(proxy.violations()).toEqual([]);
  expect((await warehouse.call("GET /_sandbox/requests")).body).toMatchObject([{ path }]);
});

test("a broken body, a broken path and a broken answer pass as they are, and are noticed", async () => {
  const { send, proxy, misbehave } = await openContract();
  const headers = { authorization: "Bearer sandbox-warehouse-token", "content-type": "application/json" };
  const broken = await fetch(`${proxy.url}/fulfilment/v3/products`, {
    method: "POST",
    headers,
    body: '{"sku":',
  });
  expect(broken.status).toBe(400);
  expect((await send("GET /fulfilment/v3/products/50%")).status).toBe(400);
  await misbehave("/products/MUG", { status: 501, body: { code: "not-simulated", message: "Later." } });
  const later = await send("GET /fulfilment/v3/products/MUG");
  expect(later.status).toBe(501);
  expect(await later.json()).toEqual({ code: "not-simulated", message: "Later." });
  expect(proxy.violations().map(({ message }) => message)).toEqual([
    "Body parameter is required",
    "The body is not the JSON its content type says it is",
    "Not readable: URIError: URI malformed",
  ]);
});

test("a connection that the warehouse drops is dropped, not answered", async () => {
  const { warehouse, send, proxy } = await openContract();
  await warehouse.call("POST /_sandbox/faults", { path: "/", times: 1, action: { kind: "reset" } });
  await expect(send("GET /fulfilment/v3/products")).rejects.toThrow("fetch failed");
  expect((await send("GET /fulfilment/v3/products")).status).toBe(200);
  expect(proxy.violations()).toEqual([]);
});
