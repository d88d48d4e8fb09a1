import { expect, test } from "vitest";
import { openWarehouse } from "./warehouse-bench.ts";

test("each operation is counted under its own name, whatever its path and its answer", async () => {
  const { call, stock, announce } = await openWarehouse();
  await stock({ MUG: 5 });
  const calls = async () => (await call<object>("GET /_sandbox/calls")).body;

  await announce("IN-1", { MUG: 1 });
  await call("GET /fulfilment/v3/products?take=5");
  await call("GET /fulfilment/v3/products/MUG");
  await call("GET /api/fulfilment/v4/products/NONE");
  await call("PUT /v3/products/MUG", { description: "A mug" });
  await call("GET /fulfilment/v3/inbounds/IN-1");
  await call("GET /fulfilment/v3/nonsense");

  expect(await calls()).toEqual({
    calls: {
      "POST inbounds": 1,
      "GET products": 1,
      "GET products/:sku": 2,
      "PUT products/:sku": 1,
      "GET inbounds/:ref": 1,
      refused: 1,
    },
  });
  await call("DELETE /_sandbox/calls");
  expect(await calls()).toEqual({ calls: {} });
});

test("a request that never arrives is not counted, one whose answer gets lost is", async () => {
  const { call } = await openWarehouse();
  const fault = (more: object) => call("POST /_sandbox/faults", { path: "/products", times: 1, ...more });

  await fault({ action: { kind: "status", status: 503 } });
  await call("GET /fulfilment/v3/products");
  await fault({ action: { kind: "reset" }, when: "answer" });
  await expect(call("GET /fulfilment/v3/products")).rejects.toThrow();

  expect((await call("GET /_sandbox/calls")).body).toEqual({ calls: { "GET products": 1 } });
});
