import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openReceiver, openWarehouse } from "./warehouse-bench.ts";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Where these clocks start out; they stand still unless moved. */
const MORNING = Date.parse("2030-04-01T08:00:00Z");

interface ShownClock {
  now: string;
  offsetMs: number;
  attempts?: number;
}

async function openAt(options = {}) {
  const warehouse = await openWarehouse({ now: () => MORNING, retryBaseMs: 500, ...options });
  await warehouse.stock({ MUG: 5 });
  return {
    ...warehouse,
    read: async () => (await warehouse.call<ShownClock>("GET /_sandbox/clock")).body,
    advance: async (advanceMs: number) =>
      (await warehouse.call<ShownClock>("POST /_sandbox/clock", { advanceMs })).body,
    receive: () => warehouse.call("POST /_sandbox/receive", { lines: [{ sku: "MUG", quantity: 1 }] }),
  };
}

test("the warehouse's time can be put forward and back, and a reset puts it right", async () => {
  const { call, read, advance } = await openAt();
  expect(await read()).toEqual({ now: "2030-04-01T08:00:00.000Z", offsetMs: 0 });
  expect(await advance(DAY_MS)).toEqual({ now: "2030-04-02T08:00:00.000Z", offsetMs: DAY_MS, attempts: 0 });
  expect(await advance(-DAY_MS - HOUR_MS)).toMatchObject({ now: "2030-04-01T07:00:00.000Z" });
  await call("POST /_sandbox/reset");
  expect(await read()).toEqual({ now: "2030-04-01T08:00:00.000Z", offsetMs: 0 });
});

test("what the warehouse writes down carries its own time", async () => {
  const { call, advance, announce, inbound } = await openAt();
  await announce("RET-1", { MUG: 1 });
  await advance(DAY_MS);
  await call("POST /_sandbox/receive", { inboundRef: "RET-1", lines: [{ sku: "MUG", quantity: 1 }] });
  expect((await inbound("RET-1")).receipts).toMatchObject([{ receiptDate: "2030-04-02" }]);
  expect((await call("GET /fulfilment/v3/inbounds?change-interval=5")).body).toMatchObject([
    { ref: "RET-1" },
  ]);
  await advance(6 * MINUTE_MS);
  expect((await call("GET /fulfilment/v3/inbounds?change-interval=5")).body).toEqual([]);
});

test("the clock survives a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "warehouse-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, "state.json");
  const before = await openAt({ stateFile });
  await before.advance(HOUR_MS);
  await before.close();
  const after = await openAt({ stateFile });
  expect(await after.read()).toEqual({ now: "2030-04-01T09:00:00.000Z", offsetMs: HOUR_MS });
});

test("a day in which a shop answers only 503 is 185 attempts with growing gaps, and then no more", async () => {
  const warehouse = await openAt();
  const attemptedAt: number[] = [];
  const shop = await openReceiver(Array<number>(200).fill(503), {
    hear: async () => void attemptedAt.push(Date.parse((await warehouse.read()).now)),
  });
  await warehouse.subscribe("receipt-received", shop.url);
  await warehouse.call("POST /_sandbox/deliveries/pause");
  await warehouse.receive();
  await warehouse.call("POST /_sandbox/deliveries/resume");

  await warehouse.advance(DAY_MS);
  expect(await warehouse.deliveries()).toMatchObject([
    { state: "dropped", attempts: 185, lastStatus: 503, nextAttemptAt: null },
  ]);
  expect(attemptedAt).toHaveLength(185);
  expect((attemptedAt.at(-1) ?? NaN) - MORNING).toBeLessThanOrEqual(DAY_MS);
  const gaps = attemptedAt.slice(1).map((at, index) => at - (attemptedAt[index] ?? NaN));
  expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
  expect(gaps.at(-1)).toBeGreaterThan(HOUR_MS);

  expect(await warehouse.advance(DAY_MS)).toMatchObject({ attempts: 0 });
  expect(shop.heard).toHaveLength(185);
});

test("time that runs forward counts the attempts made on the way, each at its moment", async () => {
  const warehouse = await openAt({ retryBaseMs: 10 * MINUTE_MS });
  const shop = await openReceiver([503, 503]);
  await warehouse.subscribe("receipt-received", shop.url);
  await warehouse.receive();
  // The longest first gap there is room for is a 184th of the day, some eight minutes.
  const { attempts } = await warehouse.advance(MINUTE_MS);
  expect(attempts).toBeLessThanOrEqual(1);
  expect(shop.heard).toHaveLength(1);
  expect(await warehouse.advance(HOUR_MS)).toMatchObject({
    now: "2030-04-01T09:01:00.000Z",
    attempts: 2,
  });
  expect(await warehouse.deliveries()).toMatchObject([{ state: "delivered", attempts: 3 }]);
});

test("two who move the clock at once both get what they asked for", async () => {
  const { advance, read } = await openAt();
  await Promise.all([advance(HOUR_MS), advance(HOUR_MS)]);
  expect(await read()).toMatchObject({ offsetMs: 2 * HOUR_MS });
});

test("while sending is paused the time passes without a word", async () => {
  const warehouse = await openAt();
  const shop = await openReceiver();
  await warehouse.subscribe("receipt-received", shop.url);
  await warehouse.call("POST /_sandbox/deliveries/pause");
  await warehouse.receive();
  expect(await warehouse.advance(HOUR_MS)).toMatchObject({ attempts: 0, offsetMs: HOUR_MS });
  expect(shop.heard).toEqual([]);
});

test.each([{}, { advanceMs: "an hour" }, { advanceMs: 0.5 }, { advanceMs: 1e15 }])(
  "a clock cannot be moved by %j",
  async (body) => {
    const { call } = await openAt();
    expect(await call("POST /_sandbox/clock", body)).toMatchObject({
      status: 422,
      body: { code: "invalid-field", field: "advanceMs" },
    });
  },
);
