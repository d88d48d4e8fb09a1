import { createHmac } from "node:crypto";
import { onTestFinished } from "vitest";
import { serve } from "../../sandbox/lib/serve.ts";
import {
  startWarehouse,
  warehouseDefaults,
  type WarehouseOptions,
} from "../../sandbox/warehouse/start-warehouse.ts";

interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Shapes the tests look into; what the warehouse really sends is asserted, not assumed. */
export interface ShownInbound {
  ref: string;
  status: string;
  lines: { ref: string; sku: string; quantity: number; quantityReceived: number }[];
  receipts: { receiptDate: string; vendorShipmentNo: string; lines: Record<string, unknown>[] }[];
}
export interface ShownProduct {
  sku: string;
  stock: number;
}
export interface ShownDelivery {
  id: string;
  event: string;
  url: string;
  body: string;
  state: string;
  attempts: number;
  lastStatus: number | null;
  fault: string | null;
  nextAttemptAt: string | null;
}
export interface Refusal {
  code: string;
  message: string;
  field?: string;
}

/** A warehouse on a port of its own that ends with the test, and a client that speaks to it. */
export async function openWarehouse(options: WarehouseOptions = {}) {
  const warehouse = await startWarehouse({ port: 0, retryBaseMs: 20, ...options });
  let open = true;
  const close = async () => {
    if (open) await warehouse.close();
    open = false;
  };
  onTestFinished(close);

  const ownToken = options.token ?? warehouseDefaults.token;

  function send(operation: string, body?: unknown, token = ownToken): Promise<Response> {
    const [method, path] = operation.split(" ");
    return fetch(warehouse.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  }

  async function call<T = Refusal>(operation: string, body?: unknown, token = ownToken): Promise<Answer<T>> {
    const response = await send(operation, body, token);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : text) as T,
    };
  }

  return {
    url: warehouse.url,
    close,
    call,
    /** As `call`, for answers that are no JSON. */
    send,
    /** Puts products into the catalogue with this much stock each. */
    stock: (stock: Record<string, number>) =>
      call(
        "POST /_sandbox/products",
        Object.entries(stock).map(([sku, units]) => ({ sku, stock: units })),
      ),
    stockOf: async (sku: string) =>
      (await call<ShownProduct>(`GET /fulfilment/v3/products/${encodeURIComponent(sku)}`)).body.stock,
    announce: (ref: string, lines: Record<string, number>) =>
      call<ShownInbound>("POST /fulfilment/v3/inbounds/", {
        ref,
        type: "return",
        expectedReceiveDate: "2030-04-01",
        lines: Object.entries(lines).map(([sku, quantity]) => ({ ref: `${ref}:${sku}`, sku, quantity })),
      }),
    inbound: async (ref: string) => (await call<ShownInbound>(`GET /fulfilment/v3/inbounds/${ref}`)).body,
    subscribe: (event: string, notificationUrl: string, token = ownToken) =>
      call("POST /fulfilment/v4/subscriptions", { event, notificationUrl }, token),
    deliveries: async () => (await call<ShownDelivery[]>("GET /_sandbox/deliveries")).body,
  };
}

export interface Heard {
  body: string;
  signature: string | undefined;
}

/** How a receiver answers: with a status, or not at all. */
type Reply = number | "silence" | "hang up";

/**
 * A shop that listens. It gives `replies` one after the other, and 200 from then on. `hear` is waited for before each.
 */
export async function openReceiver(replies: Reply[] = [], { hear = async () => {} } = {}) {
  const heard: Heard[] = [];
  const served = await serve((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      heard.push({
        body: Buffer.concat(chunks).toString("utf8"),
        signature: req.headers["x-hook-signature"]?.toString(),
      });
      const reply = replies.shift() ?? 200;
      void hear().then(() => {
        if (reply === "hang up") req.socket.destroy();
        else if (reply !== "silence") res.writeHead(reply).end();
      });
    });
  }, 0);
  onTestFinished(() => served.close());
  return {
    url: `${served.url}/hook`,
    heard,
    events: () => heard.map(({ body }) => JSON.parse(body) as unknown),
  };
}

/** As a shop computes it from what it received. */
export function signature(body: string, key = warehouseDefaults.webhookKey): string {
  return createHmac("sha256", key).update(body).digest("base64");
}
