import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { retryRecords } from "../../app/domain/events/retry-records.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { receive } from "../support/stock.ts";
import { createWorld, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

async function connected(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  return world;
}

/** The warehouse has an inbound of this reference. */
async function makeInbound({ ctx }: World, ref: string): Promise<void> {
  const sender = { senderName: "Potter", senderAddressLine1: "Kiln Lane 4", senderCity: "Delft" };
  await ctx.warehouse(TOKEN).inbounds.create({
    ref,
    type: "purchase",
    supplierRef: ref,
    expectedReceiveDate: "2027-01-01",
    ...sender,
    senderCountryCode: "NL",
    lines: [{ ref: `${ref}-1`, sku: "MUG", quantity: 1 }],
  });
}

/** The warehouse says that something was received on an inbound. */
async function announce(world: World, identifier: string): Promise<void> {
  const { hookId } = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  const body = JSON.stringify({ type: "received", resource: "receipt", identifier });
  const signature = createHmac("sha256", WEBHOOK_KEY).update(body).digest("base64");
  const url = `${world.appUrl}/webhooks/warehouse/${hookId}/receipt-received`;
  expect(
    (await fetch(url, { method: "POST", headers: { "x-hook-signature": signature }, body })).status,
  ).toBe(200);
}

const onHand = async (world: World) => (await readShop(world)).onHand("MUG");
const eventOf = ({ services }: World, identifier: string) =>
  services.db.hint.findFirstOrThrow({ where: { shop: SHOP, identifier } });
const problems = async (world: World) =>
  (await listProblems(world.ctx)).map(({ kind, subject }) => `${kind} ${subject}`);

const status = (code: number, headers: Record<string, string> = {}) => ({
  when: "request",
  action: { kind: "status", status: code, headers },
});
const body = (text: string) => ({ when: "answer", action: { kind: "body", body: text } });
const inbound = (line: object) =>
  body(JSON.stringify({ ref: "X", status: "new", lines: [{ ref: "1", sku: "MUG", quantity: 1, ...line }] }));

/** What the warehouse answers to one inbound, and what becomes of the event that names it. */
const ANSWERS: Record<string, { fault: object; becomes: "quarantined" | "retried" }> = {
  "400": { fault: status(400), becomes: "quarantined" },
  "403": { fault: status(403), becomes: "quarantined" },
  "405": { fault: status(405), becomes: "quarantined" },
  "409": { fault: status(409), becomes: "quarantined" },
  "410": { fault: status(410), becomes: "quarantined" },
  "413": { fault: status(413), becomes: "quarantined" },
  "422": { fault: status(422), becomes: "quarantined" },
  "wrong types": { fault: inbound({ quantity: "many" }), becomes: "quarantined" },
  "missing fields": { fault: body("{}"), becomes: "quarantined" },
  nulls: { fault: inbound({ sku: null }), becomes: "quarantined" },
  "no object": { fault: body("[]"), becomes: "quarantined" },
  "408": { fault: status(408), becomes: "retried" },
  "423": { fault: status(423), becomes: "retried" },
  "425": { fault: status(425), becomes: "retried" },
  "429": { fault: status(429, { "retry-after": "0" }), becomes: "retried" },
  "500": { fault: status(500), becomes: "retried" },
  "501": { fault: status(501), becomes: "retried" },
  "502": { fault: status(502), becomes: "retried" },
  "503 with Retry-After": { fault: status(503, { "retry-after": "0" }), becomes: "retried" },
  "504": { fault: status(504), becomes: "retried" },
  redirect: { fault: status(302, { location: "/elsewhere" }), becomes: "retried" },
  HTML: { fault: body("<h1>Bad Gateway</h1>"), becomes: "retried" },
  empty: { fault: body(""), becomes: "retried" },
  truncated: { fault: { when: "answer", action: { kind: "truncate" } }, becomes: "retried" },
  reset: { fault: { when: "request", action: { kind: "reset" } }, becomes: "retried" },
  slow: { fault: { when: "request", action: { kind: "delay", ms: 20_000 } }, becomes: "retried" },
};

describe("an inbound that the warehouse does not show", () => {
  test("keeps no other event of the store waiting, whatever the warehouse answers", async () => {
    const world = await connected();
    const refOf = (answer: string) => `BAD-${Object.keys(ANSWERS).indexOf(answer)}-`;
    for (const [answer, { fault }] of Object.entries(ANSWERS)) {
      await makeInbound(world, refOf(answer));
      await world.atWarehouse("faults", { path: `/inbounds/${refOf(answer)}\\?`, ...fault });
      await announce(world, refOf(answer));
    }
    await receive(world, [{ sku: "MUG", quantity: 7 }]);
    await world.settle();
    expect(await onHand(world)).toBe(12);
    const became: Record<string, string> = {};
    for (const answer of Object.keys(ANSWERS)) {
      const { quarantinedAt, retryAt, followedAt } = await eventOf(world, refOf(answer));
      became[answer] =
        quarantinedAt && followedAt ? "quarantined" : retryAt && !followedAt ? "retried" : "lost";
    }
    expect(became).toEqual(
      Object.fromEntries(Object.entries(ANSWERS).map(([answer, { becomes }]) => [answer, becomes])),
    );
    const named = Object.keys(ANSWERS).filter((answer) => ANSWERS[answer]!.becomes === "quarantined");
    expect((await problems(world)).toSorted()).toEqual(
      named.map((answer) => `inbound-unreadable ${refOf(answer)}`).toSorted(),
    );
  }, 90_000);

  test("is tried again alone, then quarantined, and tried again when the merchant says so", async () => {
    const world = await connected();
    await makeInbound(world, "BAD");
    await world.atWarehouse("faults", { path: "/inbounds/BAD", ...status(500) });
    await announce(world, "BAD");
    await world.settle();
    for (let tries = 1; tries <= 5; tries++) {
      expect(await eventOf(world, "BAD")).toMatchObject({
        tries,
        quarantinedAt: null,
        failure: "unavailable 500",
      });
      expect(await problems(world)).toEqual([]);
      await world.pass(121);
      await world.settle();
    }
    expect(await eventOf(world, "BAD")).toMatchObject({ tries: 6, quarantinedAt: expect.any(Date) as Date });
    expect(await problems(world)).toEqual(["inbound-unreadable BAD"]);
    await world.clearFaults();
    await retryRecords(world.ctx);
    await world.settle();
    expect(await eventOf(world, "BAD")).toMatchObject({
      quarantinedAt: null,
      followedAt: expect.any(Date) as Date,
    });
    expect(await problems(world)).toEqual([]);
  }, 60_000);

  test("is no outage: while the whole warehouse is away, no try is counted", async () => {
    const world = await connected();
    await world.atWarehouse("faults", { path: "/fulfilment/", ...status(503) });
    await announce(world, "SOME");
    await world.settle();
    expect(await eventOf(world, "SOME")).toMatchObject({ tries: 0, retryAt: null, followedAt: null });
    expect(await problems(world)).toEqual(["warehouse-unreachable "]);
    await world.clearFaults();
    await world.retryNow();
    expect(await eventOf(world, "SOME")).toMatchObject({ followedAt: expect.any(Date) as Date });
    expect(await problems(world)).toEqual([]);
  }, 60_000);
});
