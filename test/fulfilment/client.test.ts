import { createServer } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { createWarehouseClient } from "../../app/fulfilment/client.ts";
import { control } from "../../sandbox/demo/control.ts";
import { serve } from "../../sandbox/lib/serve.ts";
import { startWarehouse } from "../../sandbox/warehouse/start-warehouse.ts";

async function warehouse(stock: Record<string, number> = {}) {
  const running = await startWarehouse({ port: 0, token: "token", webhookKey: "key" });
  onTestFinished(() => running.close());
  const products = Object.entries(stock).map(([sku, pieces]) => ({ sku, description: sku, stock: pieces }));
  await control(running.url, { path: "products", body: products });
  return {
    url: running.url,
    client: createWarehouseClient({ baseUrl: running.url, accessToken: "token" }),
    fault: (fault: object) => control(running.url, { path: "faults", body: fault }),
    asked: async () => (await control<unknown[]>(running.url, { path: "requests" })).length,
  };
}

/** A warehouse that gives this one answer to everything. */
async function answering(status: number, body: string, headers: Record<string, string> = {}) {
  let asked = 0;
  const running = await serve((_req, res) => {
    asked++;
    res.writeHead(status, headers).end(body);
  }, 0);
  onTestFinished(() => running.close());
  const client = createWarehouseClient({ baseUrl: running.url, accessToken: "secret-token" });
  return { client, asked: () => asked };
}

async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}

describe("reading", () => {
  test("a listing is read to its end, also when the last page is full", async () => {
    const stock = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`S${index}`, index]));
    const { client, asked } = await warehouse(stock);
    expect(await all(client.productPages())).toHaveLength(200);
    expect(await asked()).toBe(3);
  });

  test.each(["A/B", "50%+ ?#", "ÄÖ ß", "..."])("the SKU %s is one path segment", async (sku) => {
    const { client } = await warehouse({ [sku]: 3 });
    expect(await client.product(sku)).toMatchObject({ sku, stock: 3 });
  });

  test.each(["", ".", ".."])(
    "the SKU %j, which would climb or list, is refused before anything is sent",
    async (sku) => {
      const { client, asked } = await warehouse();
      await expect(client.product(sku)).rejects.toMatchObject({ code: "refused" });
      expect(await asked()).toBe(0);
    },
  );

  test("what the warehouse does not know is null, not an error", async () => {
    const { client } = await warehouse();
    expect(await client.product("NOPE")).toBeNull();
    expect(await client.inbound("NOPE")).toBeNull();
  });

  test("a passing fault is ridden out", async () => {
    const { client, fault, asked } = await warehouse({ MUG: 3 });
    await fault({ path: "products", times: 1, action: { kind: "status", status: 503 } });
    await fault({ path: "products", times: 1, action: { kind: "reset" } });
    expect(await client.product("MUG")).toMatchObject({ stock: 3 });
    expect(await asked()).toBe(3);
  });

  test("a warehouse that asks us to wait is not asked again before", async () => {
    const { client, fault } = await warehouse({ MUG: 3 });
    const headers = { "retry-after": "1" };
    await fault({ path: "products", times: 1, action: { kind: "status", status: 429, headers } });
    const started = Date.now();
    await client.product("MUG");
    expect(Date.now() - started).toBeGreaterThanOrEqual(990);
  });

  test("one that asks for an hour is left to the job queue, with what it said", async () => {
    const { client, asked } = await answering(429, "", { "retry-after": "3600" });
    await expect(client.product("MUG")).rejects.toMatchObject({
      code: "unavailable",
      retryable: true,
      retryAfterMs: 3_600_000,
    });
    expect(asked()).toBe(1);
  });
});

describe("writing", () => {
  test("is never repeated blindly", async () => {
    const { client, fault, asked } = await warehouse();
    await fault({ path: "subscriptions", action: { kind: "status", status: 503 } });
    const subscription = { event: "label-status", notificationUrl: "http://localhost:9/x" } as const;
    await expect(client.subscribe(subscription)).rejects.toMatchObject({ code: "unavailable" });
    expect(await asked()).toBe(1);
  });
});

describe("an answer of another kind is told apart:", () => {
  test.each([
    ["a refused token", 401, "{}", "token-refused"],
    ["a forbidden one", 403, "{}", "token-refused"],
    ["a page instead of data", 200, "<html>", "not-understood"],
    ["data of another shape", 200, '{"sku":7}', "not-understood"],
    ["a redirect, which would carry the token elsewhere", 302, "", "unreachable"],
    ["a refusal", 422, "{}", "refused"],
  ])("%s", async (_what, status, body, code) => {
    const { client } = await answering(status, body, { location: "http://localhost:9/" });
    await expect(client.product("MUG")).rejects.toMatchObject({ code });
  });

  test("nobody at all", async () => {
    const client = createWarehouseClient({ baseUrl: "http://localhost:9", accessToken: "token" });
    await expect(client.check()).rejects.toMatchObject({ code: "unreachable", retryable: true });
  });

  test("an address where something else lives", async () => {
    const other = await serve(
      createServer((_req, res) => void res.writeHead(404).end("no")).listeners("request")[0] as never,
      0,
    );
    onTestFinished(() => other.close());
    const client = createWarehouseClient({ baseUrl: other.url, accessToken: "token" });
    await expect(client.check()).rejects.toMatchObject({ code: "refused" });
  });
});

test("no error carries the token", async () => {
  const { client } = await answering(500, "secret-token");
  const error: unknown = await client.check().catch((thrown: unknown) => thrown);
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error as object))).not.toContain("secret-token");
});

test("nulls, empty texts, unknown states and unknown fields are read without a murmur", async () => {
  const { client } = await answering(
    200,
    JSON.stringify({
      ref: "R",
      status: "teleported",
      lines: null,
      receipts: [{ lines: null }],
      colour: "blue",
    }),
  );
  expect(await client.inbound("R")).toEqual({
    ref: "R",
    status: "teleported",
    lines: [],
    receipts: [{ lines: null }],
  });
});
