import { onTestFinished } from "vitest";
import type { WarehouseOptions } from "../../sandbox/warehouse/start-warehouse.ts";
import { warehouseDefaults } from "../../sandbox/warehouse/start-warehouse.ts";
import { openWarehouse } from "../sandbox/warehouse-bench.ts";
import { startValidatingProxy } from "../support/validating-proxy.ts";

/**
 * A sandbox warehouse with the validating proxy before it; both end with the test. Whoever speaks to `proxy.url` is held
 * to the interface document, and so is the warehouse that answers. What is asked of `warehouse` directly is not.
 */
export async function openContract(options: WarehouseOptions = {}) {
  const warehouse = await openWarehouse(options);
  const proxy = await startValidatingProxy({ upstream: warehouse.url });
  onTestFinished(() => proxy.close());

  /** Sends `"POST /path"` through the proxy, with the right access token unless `headers` say otherwise. */
  const send = (call: string, { body, headers = {} }: { body?: unknown; headers?: object } = {}) => {
    const [method = "", path = ""] = call.split(" ");
    return fetch(proxy.url + path, {
      method,
      headers: {
        authorization: `Bearer ${options.token ?? warehouseDefaults.token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  };

  return {
    warehouse,
    proxy,
    send,
    /** Makes the warehouse answer what it should not. */
    misbehave: (path: string, answer: { status: number; body: unknown }) =>
      warehouse.call("POST /_sandbox/faults", { path, action: { kind: "status", ...answer } }),
  };
}
export type Contract = Awaited<ReturnType<typeof openContract>>;
