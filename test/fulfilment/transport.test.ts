import { Writable } from "node:stream";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { holdTimeOuts, holdWaits } from "../support/held-time.ts";
import { answering, openWarehouse } from "./bench.ts";

const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a passing fault is ridden out:", () => {
  test.each([
    ["5xx", { kind: "status", status: 503 }],
    ["a dropped connection", { kind: "reset" }],
    ["an answer cut in the middle", { kind: "truncate" }],
  ])("%s", async (_what, action) => {
    const { client, fault, requests } = await openWarehouse({ stock: { MUG: 3 } });
    const when = action.kind === "truncate" ? "answer" : "request";
    await fault({ path: "products", when, times: 2, action });
    expect(await client.products.get("MUG")).toMatchObject({ stock: 3 });
    expect(await requests()).toHaveLength(3);
  });

  test("no answer in time", async () => {
    const { client, fault, requests } = await openWarehouse({ stock: { MUG: 3 } });
    await fault({ path: "products", times: 1, action: { kind: "silence" } });
    const timeOuts = holdTimeOuts();
    const got = client.products.get("MUG");
    await expect.poll(requests).toHaveLength(1);
    timeOuts.pass();
    expect(await got).toMatchObject({ stock: 3 });
    expect(await requests()).toHaveLength(2);
  });
});

test("what does not pass is given up after three attempts and left to the job queue", async () => {
  const { client, fault, requests } = await openWarehouse();
  await fault({ path: "products", action: { kind: "status", status: 503 } });
  await expect(client.products.get("MUG")).rejects.toMatchObject({ code: "unavailable", retryable: true });
  expect(await requests()).toHaveLength(3);
});

test("a create whose answer is cut in the middle is looked up, not repeated", async () => {
  const { client, fault, requests } = await openWarehouse();
  await fault({ method: "POST", path: "products", when: "answer", times: 1, action: { kind: "truncate" } });
  expect(await client.products.create({ sku: "MUG" })).toMatchObject({
    how: "found",
    record: { sku: "MUG" },
  });
  expect((await requests()).map(({ method }) => method)).toEqual(["POST", "GET"]);
});

test("a create that did not land is sent again once the warehouse has said so", async () => {
  const { client, fault, requests } = await openWarehouse();
  await fault({ method: "POST", path: "products", times: 1, action: { kind: "reset" } });
  expect(await client.products.create({ sku: "MUG" })).toMatchObject({ how: "answered" });
  expect((await requests()).map(({ method }) => method)).toEqual(["POST", "GET", "POST"]);
});

test("a create that lands after it was looked up is found when the second is refused as a duplicate", async () => {
  const { client, fault, atFloor, requests } = await openWarehouse();
  await fault({ method: "POST", path: "products", times: 2, action: { kind: "hold" } });
  const timeOuts = holdTimeOuts();
  const created = client.products.create({ sku: "MUG" });
  await expect.poll(() => atFloor("held")).toEqual({ held: 1 });
  timeOuts.pass();
  await expect.poll(() => atFloor("held")).toEqual({ held: 2 });
  // Both land, in the order in which they came.
  await atFloor("release", {});
  expect(await created).toMatchObject({ how: "found" });
  expect((await requests()).map(({ method }) => method)).toEqual(["POST", "GET", "POST", "GET"]);
  expect(await atFloor("products")).toHaveLength(1);
});

test("a list of which one part landed is completed, each made once", async () => {
  const { client, fault, atFloor } = await openWarehouse({ stock: { CUP: 2 } });
  await fault({ method: "POST", path: "bulk", times: 1, action: { kind: "reset" } });
  const products = [{ sku: "CUP" }, { sku: "MUG" }, { sku: "VASE" }];
  const made = await client.products.createMany(products, { skipDuplicates: true });
  expect(made).toMatchObject({
    created: [{ sku: "MUG" }, { sku: "VASE" }],
    found: [{ sku: "CUP", stock: 2 }],
  });
  expect(await atFloor("products")).toHaveLength(3);
});

test("creating again what is there makes nothing twice and says so", async () => {
  const { client, atFloor } = await openWarehouse({ stock: { MUG: 1 } });
  const inbound = { ref: "RET-1", type: "return" as const, lines: [], expectedReceiveDate: "2030-01-01" };
  expect(await client.inbounds.create(inbound)).toMatchObject({ how: "answered" });
  expect(await client.inbounds.create(inbound)).toMatchObject({ how: "found", record: { ref: "RET-1" } });
  expect(await client.products.create({ sku: "MUG" })).toMatchObject({ how: "found", record: { stock: 1 } });
  expect(await atFloor("inbounds")).toHaveLength(1);
});

test("a line of ours is known again although the warehouse gave it a reference of its own", async () => {
  const { client, fault } = await openWarehouse({ stock: { MUG: 1 }, options: { rewriteLineRefs: true } });
  const lines = [{ ref: "1", sku: "MUG", quantity: 1 }];
  const { record } = await client.inbounds.create({
    ...{ ref: "RET-1", type: "return", expectedReceiveDate: "2030-01-01" },
    lines,
  });
  const known = record.lines!.map(({ ref }) => ref);
  await fault({ method: "POST", path: "lines", when: "answer", times: 1, action: { kind: "reset" } });
  const line = { ref: "2", sku: "MUG", quantity: 1 };
  const made = await client.lines.create("RET-1", { line, known });
  expect(made.how).toBe("found");
  expect(known).not.toContain(made.record.ref);
  expect((await client.inbounds.get("RET-1"))?.lines).toHaveLength(2);
});

/** From here on the clock stands still, until the longest of the waits has gone by. */
function standStill() {
  const now = Date.now();
  vi.setSystemTime(now);
  onTestFinished(() => void vi.useRealTimers());
  const waits = holdWaits();
  return {
    asked: waits.asked,
    pass() {
      vi.setSystemTime(now + Math.max(...waits.asked()));
      waits.pass();
    },
  };
}

describe("patience:", () => {
  test("a warehouse that asks us to wait is asked nothing by anybody before", async () => {
    const { client, fault, requests } = await openWarehouse({ stock: { MUG: 3 } });
    const headers = { "retry-after": "1" };
    await fault({ path: "products", times: 1, action: { kind: "status", status: 429, headers } });
    const time = standStill();
    const got = client.products.get("MUG");
    await expect.poll(time.asked).toEqual([1_000]);
    const checked = client.check();
    await expect.poll(time.asked).toEqual([1_000, 1_000]);
    expect(await requests()).toHaveLength(1);
    time.pass();
    expect(await got).toMatchObject({ stock: 3 });
    await checked;
    expect(await requests()).toHaveLength(3);
  });

  test("one that asks for an hour is left to the job queue, with what it said, and not asked meanwhile", async () => {
    const { client, asked } = await answering({ status: 429, body: "", headers: { "retry-after": "3600" } });
    const tooBusy = { code: "unavailable", retryable: true };
    await expect(client.check()).rejects.toMatchObject({ ...tooBusy, retryAfterMs: 3_600_000 });
    const later = (await thrown(client.check())) as { retryAfterMs: number };
    expect(later).toMatchObject(tooBusy);
    expect(later.retryAfterMs).toBeGreaterThan(3_590_000);
    expect(asked()).toBe(1);
  });

  test("one call that is to wait for an hour keeps the others waiting for two seconds", async () => {
    const { client, fault } = await openWarehouse({ stock: { MUG: 3, CUP: 2 } });
    const headers = { "retry-after": "3600" };
    await fault({ path: "products/MUG", action: { kind: "status", status: 429, headers } });
    const time = standStill();
    await expect(client.products.get("MUG")).rejects.toMatchObject({ scope: "record" });
    const got = client.products.get("CUP");
    await expect.poll(time.asked).toEqual([2_000]);
    time.pass();
    expect(await got).toMatchObject({ stock: 2 });
  });
});

describe("an answer of another kind is told apart:", () => {
  test.each([
    ["a refused token", { status: 401, body: "{}" }, "token-refused"],
    ["a token that may not do this", { status: 403, body: "{}" }, "forbidden"],
    ["a page instead of data", { body: "<html>" }, "not-understood"],
    ["data of another shape", { body: '{"description":"no sku"}' }, "not-understood"],
    ["a redirect, which would carry the token elsewhere", { status: 302, body: "" }, "redirected"],
    ["a refusal", { status: 422, body: "{}" }, "refused"],
  ])("%s", async (_what, answer, code) => {
    const { client } = await answering({ ...answer, headers: { location: "http://localhost:9/" } });
    await expect(client.products.get("MUG")).rejects.toMatchObject({ code });
  });

  test("a redirect, in words that name it; it may pass", async () => {
    const { client } = await answering({ status: 308, body: "", headers: { location: "/v4" } });
    await expect(client.check()).rejects.toMatchObject({
      ...{ sentence: { key: "redirected" }, scope: "system" },
      ...{ retryable: true, permanent: false },
    });
  });

  test("nobody at all", async () => {
    const { client } = await openWarehouse({ settings: { baseUrl: "http://localhost:9" } });
    await expect(client.check()).rejects.toMatchObject({ code: "unreachable", retryable: true });
  });

  test("an address where something else lives", async () => {
    const { client } = await answering({ status: 404, body: "<h1>Not found</h1>" });
    await expect(client.check()).rejects.toMatchObject({ code: "not-understood" });
  });

  test("an answer that never ends", async () => {
    const { client } = await answering({ body: Buffer.alloc(33 * 1024 * 1024, " ") });
    await expect(client.check()).rejects.toMatchObject({ code: "not-understood" });
  });
});

test("the warehouse's reason reaches the merchant and no log; neither do token and shopper", async () => {
  const body = JSON.stringify({ message: "senderName Ada Lovelace is not allowed" });
  const headers = { "x-request-id": "req-7" };
  const { client } = await answering({ status: 422, body, headers });
  const inbound = {
    ref: "RET-1",
    type: "return" as const,
    senderName: "Ada Lovelace",
    senderEmail: "ada@shop.example",
    expectedReceiveDate: "2030-04-01",
    lines: [],
  };
  const error = (await thrown(client.inbounds.update("RET-1", { senderName: "Ada Lovelace" }))) as Error & {
    sentence: object;
  };
  expect(error).toMatchObject({ code: "refused", requestId: "req-7", status: 422 });
  expect(error.sentence).toMatchObject({
    key: "refused",
    values: { reason: "senderName Ada Lovelace is not allowed" },
  });

  const tooLong = await thrown(client.inbounds.create({ ...inbound, senderCity: "Ada’s city".repeat(9) }));
  const nobody = await thrown(client.inbounds.create(inbound));
  const lines: string[] = [];
  const log = pino(new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }));
  for (const one of [error, tooLong, nobody]) log.error({ err: one }, String(one));
  expect(lines).toHaveLength(3);
  for (const line of lines) {
    expect(line).toContain("Warehouse: ");
    for (const secret of ["secret-token", "Ada", "ada@"]) expect(line).not.toContain(secret);
  }
});

test("a refusal without a reason does not promise one", async () => {
  const { client } = await answering({ status: 422, body: "" });
  const error = await thrown(client.check());
  expect(error).toMatchObject({ sentence: { key: "refused-unexplained", values: { reason: "" } } });
});
