// @module-tag proof
import { describe, expect, test } from "vitest";
import { retryRecords } from "../../app/domain/events/retry-records.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { runJob } from "../../app/jobs/handlers.ts";
import { createWorld, SHOP, TOKEN, type World } from "../support/world.ts";
import { sendBack, sold } from "../support/returns.ts";
import { announceReceipt } from "./events.ts";

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

const eventOf = ({ services }: World, identifier: string) =>
  services.db.hint.findFirstOrThrow({ where: { shop: SHOP, identifier } });
const problems = async (world: World) =>
  (await listProblems(world.ctx)).map(({ kind, subject }) => `${kind} ${subject}`);

const status = (code: number) => ({ when: "request", action: { kind: "status", status: code } });

describe("an inbound that the warehouse does not show", () => {
  test("is tried again alone, then quarantined, and tried again when the merchant says so", async () => {
    const world = await connected();
    await makeInbound(world, "BAD");
    await world.atWarehouse("faults", { path: "/inbounds/BAD", ...status(500) });
    await announceReceipt(world, "BAD");
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
  });

  test("is no outage: while the whole warehouse is away, no try is counted", async () => {
    const world = await connected();
    await world.atWarehouse("faults", { path: "/fulfilment/", ...status(503) });
    await announceReceipt(world, "SOME");
    await world.settle();
    expect(await eventOf(world, "SOME")).toMatchObject({ tries: 0, retryAt: null, followedAt: null });
    expect(await problems(world)).toEqual(["warehouse-unreachable "]);
    await world.clearFaults();
    await world.retryNow();
    expect(await eventOf(world, "SOME")).toMatchObject({ followedAt: expect.any(Date) as Date });
    expect(await problems(world)).toEqual([]);
  });
});

test("a return that fails for an hour is a problem while it is still tried, and none once it is read", async () => {
  const world = await connected();
  const { id: returnId } = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.delivered();
  await world.atShop("faults", { path: "/graphql.json", operation: "ReturnById", ...status(500) });
  const run = (attempt: number) =>
    runJob(world.services, { name: "follow-return", payload: { shop: SHOP, returnId }, attempt });
  await expect(run(7)).rejects.toMatchObject({ scope: "record" });
  expect(await problems(world)).toEqual([]);
  await expect(run(8)).rejects.toMatchObject({ scope: "record" });
  expect(await problems(world)).toEqual([`return-unreadable ${returnId}`]);
  await world.clearFaults();
  await run(9);
  expect(await problems(world)).toEqual([]);
});
