import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { holdWaits } from "../support/held-time.ts";
import { fetchLines, finishedOperation, readOperation, runBulk, type Operation } from "./shop-bulk-bench.ts";
import { startTestShop, type TestShop } from "./shop-harness.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

describe("the files of bulk operations", () => {
  let shop: TestShop;
  let operation: Operation;
  let url: string;
  let text: string;

  beforeEach(async () => {
    shop = await startTestShop();
    await shop.control("POST", "shops/demo/seed", {
      products: Array.from({ length: 25 }, (_, product) => ({
        title: `Tügel ${product}`,
        variants: ["S", "M", "L"].map((title) => ({ title, sku: `${product}-${title}` })),
      })),
    });
    operation = await finishedOperation(
      shop,
      await runBulk(
        shop,
        "{ products { edges { node { id title variants { edges { node { id sku } } } } } } }",
      ),
    );
    url = operation.url!;
    text = await (await fetch(url)).text();
  });
  afterEach(() => shop.close());

  const switchOn = (fault: object) => shop.control("POST", "bulk/faults", fault);

  it("one lies at the storage under a name nobody guesses, as JSONL", async () => {
    const response = await fetch(url);

    expect(new URL(url).pathname).toMatch(/^\/bulk-operation-outputs\/[0-9a-f]{48}-final$/);
    expect(response.headers.get("content-type")).toBe("application/jsonl");
    expect(response.headers.get("content-length")).toBe(operation.fileSize);
    expect(text.split("\n")).toHaveLength(101);
    expect(text.endsWith("}\n")).toBe(true);
  });

  it.each([
    ["bytes=0-9", 0, 9],
    ["bytes=100-", 100, undefined],
    ["bytes=-7", -7, undefined],
  ])("a part of it is sent for %s", async (range, start, end) => {
    const bytes = Buffer.from(text);
    const wanted = bytes.subarray(start, end === undefined ? undefined : end + 1);

    const response = await fetch(url, { headers: { range } });

    expect(response.status).toBe(206);
    expect(response.headers.get("content-length")).toBe(String(wanted.length));
    const first = start < 0 ? bytes.length + start : start;
    expect(response.headers.get("content-range")).toBe(
      `bytes ${first}-${first + wanted.length - 1}/${bytes.length}`,
    );
    expect(Buffer.from(await response.arrayBuffer())).toEqual(wanted);
  });

  it("changes the values of each line on purpose", async () => {
    const fault = { path: "bulk-operation-outputs", times: 1, action: { kind: "mangle", values: "null" } };
    await shop.control("POST", "faults", fault);
    const changed = await (await fetch(url)).text();
    expect(
      changed.split("\n").map((line) => (line === "" ? "" : Object.keys(JSON.parse(line) as object))),
    ).toEqual(text.split("\n").map((line) => (line === "" ? "" : Object.keys(JSON.parse(line) as object))));
    expect(changed).not.toContain("gid://");
  });

  it("a part behind the end is refused", async () => {
    const response = await fetch(url, { headers: { range: "bytes=999999-" } });

    expect(response.status).toBe(416);
    expect(response.headers.get("content-range")).toBe(`bytes */${operation.fileSize}`);
  });

  it("the storage wants no access token, and knows no other names", async () => {
    const withToken = await fetch(url, { headers: { "x-shopify-access-token": "secret" } });
    const other = await fetch(url.replace(/[0-9a-f]{48}/, "0".repeat(48)));

    expect(withToken.status).toBe(400);
    expect(other.status).toBe(404);
  });

  it("after seven days it is gone, and the operation says so", async () => {
    shop.clock.now = new Date(shop.clock.now.getTime() + 7 * DAY_MS);
    expect((await fetch(url)).status).toBe(200);
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000);

    const response = await fetch(url);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("ExpiredToken");
    expect(await readOperation(shop, operation.id)).toMatchObject({ status: "EXPIRED", url: null });
  });

  it("it can be made to expire once", async () => {
    await switchOn({ kind: "expired", times: 1 });

    expect((await fetch(url)).status).toBe(400);
    expect((await fetch(url)).status).toBe(200);
  });

  it("cut off, the connection ends in the middle", async () => {
    await switchOn({ kind: "cut", afterBytes: 1000, times: 1 });

    const response = await fetch(url);
    expect(response.headers.get("content-length")).toBe(operation.fileSize);
    let received = 0;
    const reading = response.body!.pipeTo(
      new WritableStream({ write: (chunk: Uint8Array) => void (received += chunk.length) }),
    );

    await expect(reading).rejects.toThrow();
    expect(received).toBe(1000);
    const rest = await fetch(url, { headers: { range: `bytes=${received}-` } });
    expect(await rest.text()).toBe(Buffer.from(text).subarray(1000).toString());
  });

  it("quietly cut off it looks like the whole", async () => {
    await switchOn({ kind: "cut", afterBytes: 1000, quietly: true });

    const response = await fetch(url);

    expect(response.headers.get("content-length")).toBe("1000");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(text).subarray(0, 1000));
  });

  it("slowed down it takes its time and is complete", async () => {
    await switchOn({ kind: "slow", bytesPerSecond: Buffer.byteLength(text) * 10 });
    const waits = holdWaits();
    const got = fetch(url).then((response) => response.text());
    for (const _half of [1, 2]) {
      await expect.poll(() => waits.asked().map(Math.round)).toEqual([50]);
      waits.pass();
    }
    expect(await got).toBe(text);
  });

  it("faults of other doors stand before this one too", async () => {
    const fault = { path: "^/bulk-operation-outputs/", times: 1, action: { kind: "status", status: 503 } };
    await shop.control("POST", "faults", fault);

    expect((await fetch(url)).status).toBe(503);
    expect((await fetch(url)).status).toBe(200);
  });

  it("a fault that comes too late to change what was sent already does no harm", async () => {
    const fault = { path: "^/bulk-operation-outputs/", times: 1, action: { kind: "truncate" } };
    await shop.control("POST", "faults", fault);

    await fetch(url)
      .then((response) => response.text())
      .catch(() => "the connection dropped");

    expect(await (await fetch(url)).text()).toBe(text);
  });

  it("interleaved, children of several parents are mixed, each behind its own", async () => {
    await switchOn({ kind: "interleave" });
    const run = async (variables: object) => {
      const query = "{ products { edges { node { id title variants { edges { node { id sku } } } } } } }";
      const { url } = await finishedOperation(shop, await runBulk(shop, query, variables));
      return fetchLines(url!);
    };
    const grouped = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);

    const mixed = await run({});
    const place = new Map(mixed.map(({ id }, index) => [id, index]));

    expect(mixed).not.toEqual(grouped);
    expect(new Set(mixed.map((line) => JSON.stringify(line)))).toEqual(
      new Set(grouped.map((line) => JSON.stringify(line))),
    );
    for (const { id, __parentId: parent } of mixed)
      if (parent) expect(place.get(parent)).toBeLessThan(place.get(id)!);
    expect(await run({ groupObjects: true })).toEqual(grouped);
  });

  it("a reset deletes them", async () => {
    await shop.control("POST", "reset");

    expect((await fetch(url)).status).toBe(404);
  });
});
