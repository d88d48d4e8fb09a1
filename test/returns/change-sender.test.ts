import { describe, expect, test } from "vitest";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { changeSender } from "../../app/domain/returns/announce/change-sender.ts";
import type { Sender } from "../../app/domain/inbounds/sender.ts";
import { readReturnDetail } from "../../app/domain/returns/read-return.ts";
import { readSender } from "../../app/domain/returns/announce/read-sender.ts";
import { changedFields, readTyped, senderRules } from "../../app/domain/returns/announce/sender-form.ts";
import { tryAgain } from "../../app/domain/returns/try-again.ts";
import { readTimeline } from "../../app/domain/timeline/timeline.ts";
import { inbounds, kept, sendBack, sold, step, timeline, type ShownReturn } from "../support/returns.ts";
import { createWorld, SHOP, TOKEN, type World } from "../support/world.ts";

const CITY = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch";
const ADDRESS = { firstName: "Robin", lastName: "Shopper", address1: "1 High Street", countryCode: "GB" };
const long = { shippingAddress: { ...ADDRESS, zip: "LL61 5UJ", city: CITY } };
const fits = { shippingAddress: { ...ADDRESS, zip: "LL61 5UJ", city: "Bangor" } };

async function returned(
  facts: object,
): Promise<{ world: World; back: ShownReturn; of: { returnId: string } }> {
  const world = await createWorld({ warehouse: { MUG: 9 }, variants: [{ sku: "MUG", onHand: 9 }] });
  await world.connect();
  const back = await sendBack(world, await sold(world, { MUG: 2 }, facts), { MUG: 1 });
  await world.settle();
  return { world, back, of: { returnId: back.id } };
}

/** What the merchant sees and leaves as it is, but for what is corrected. */
async function corrected(world: World, of: { returnId: string }, change: Sender): Promise<Sender> {
  const read = await readSender(world.ctx, of);
  if (read.outcome !== "read") throw new Error(read.outcome);
  return { ...read.sender, ...change };
}

const calls = (world: World) =>
  world.atWarehouse<{ method: string; path: string; body?: unknown }[]>("requests");
const puts = async (world: World) => (await calls(world)).filter(({ method }) => method === "PUT");

/** Everything the app keeps of a return but what the merchant typed, and its timeline, as text. */
async function told(world: World, back: ShownReturn): Promise<string> {
  const detail = await readReturnDetail(world.ctx, { returnId: back.id });
  return JSON.stringify([detail, await readTimeline(world.ctx, { subject: back.id })]);
}

describe("before a return is announced", () => {
  test("its sender is shown as the order has it, with each field's rule, and nothing of it is kept", async () => {
    const { world, back, of } = await returned(long);
    expect(await readSender(world.ctx, of)).toMatchObject({
      ...{ outcome: "read", from: "order" },
      sender: { senderName: "Robin Shopper", senderCity: CITY, senderCountryCode: "GB" },
    });
    expect((await kept(world, back))?.sender).toBeNull();
    expect(await told(world, back)).not.toContain("Robin");
  });

  test("a corrected sender goes out with the announcement, and is forgotten then", async () => {
    const { world, back, of } = await returned(long);
    const typed = await corrected(world, of, { senderCity: "Llanfair PG" });
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "kept" });
    expect(await readSender(world.ctx, of)).toMatchObject({ from: "typed", sender: typed });
    expect(await told(world, back)).not.toContain("Llanfair");
    await world.settle();
    expect(await inbounds(world)).toMatchObject([{ senderName: "Robin Shopper", senderCity: "Llanfair PG" }]);
    expect(await kept(world, back)).toMatchObject({ sender: null, needs: [], inboundStatus: "new" });
    expect(await timeline(world, back)).toEqual(expect.arrayContaining(["asked", "announce done"]));
  });

  test("what the warehouse would not take is refused field by field, and what was there stays", async () => {
    const { world, back, of } = await returned(long);
    const typed = await corrected(world, of, { senderName: "  ", senderPostCode: "x".repeat(21) });
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({
      outcome: "invalid",
      faults: [
        { field: "senderName", rule: "missing" },
        { field: "senderPostCode", rule: "too-long", limit: 20, length: 21 },
        { field: "senderCity", rule: "too-long", limit: 30, length: 58 },
      ],
    });
    expect((await kept(world, back))?.sender).toBeNull();
  });
});

describe("once a return is announced", () => {
  test("its sender is shown as the warehouse has it", async () => {
    const { world, of } = await returned(fits);
    expect(await readSender(world.ctx, of)).toMatchObject({
      ...{ outcome: "read", from: "inbound" },
      sender: { senderCity: "Bangor" },
    });
  });

  test("only the fields that differ are sent; the timeline names them and not what they hold", async () => {
    const { world, back, of } = await returned(fits);
    const typed = await corrected(world, of, { senderCity: "Conwy", senderEmail: "" });
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "sent" });
    expect(await inbounds(world)).toMatchObject([
      { senderName: "Robin Shopper", senderCity: "Conwy", senderEmail: "" },
    ]);
    const [entry] = await readTimeline(world.ctx, { subject: back.id });
    expect(entry).toMatchObject({
      ...{ kind: "inbound-change", outcome: "done" },
      details: { fields: "senderEmail, senderCity" },
    });
    expect(await told(world, back)).not.toContain("Conwy");
    expect((await kept(world, back))?.sender).toBeNull();
  });

  test("saying the same twice sends nothing twice", async () => {
    const { world, back, of } = await returned(fits);
    const typed = await corrected(world, of, { senderCity: "Conwy" });
    await changeSender(world.ctx, { ...of, typed });
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "sent" });
    expect(await puts(world)).toHaveLength(1);
    expect((await timeline(world, back)).filter((one) => one.startsWith("inbound-change"))).toHaveLength(1);
  });

  test("a change whose answer was lost is kept until it can no longer arrive, and may be made again", async () => {
    const { world, of } = await returned(fits);
    const typed = await corrected(world, of, { senderCity: "Conwy" });
    const lost = { path: "/inbounds/", method: "PUT", when: "answer", action: { kind: "reset" } };
    await world.atWarehouse("faults", lost);
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "kept" });
    await world.clearFaults();
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "kept" });
    await world.pass(2);
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "sent" });
    expect(await inbounds(world)).toMatchObject([{ senderCity: "Conwy" }]);
  });

  test("it is refused when the warehouse has begun with the goods", async () => {
    const { world, of } = await returned(fits);
    const typed = await corrected(world, of, { senderCity: "Conwy" });
    const [inbound] = await inbounds(world);
    await world.atWarehouse(`inbounds/${inbound!.ref}/status`, { status: "in_progress" });
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "moved-on" });
    expect(await readSender(world.ctx, of)).toEqual({ outcome: "moved-on" });
    expect(await puts(world)).toEqual([]);
  });

  test("it is refused when the return is over", async () => {
    const { world, back, of } = await returned(fits);
    const typed = await corrected(world, of, { senderCity: "Conwy" });
    await step(world, back, "cancel");
    await world.settle();
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "moved-on" });
  });

  test("it is refused when the warehouse has no such inbound any more, until it is announced again", async () => {
    const { world, back, of } = await returned(fits);
    const typed = await corrected(world, of, { senderCity: "Conwy" });
    const [inbound] = await inbounds(world);
    await world.ctx.warehouse(TOKEN).inbounds.delete(inbound!.ref);
    expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "inbound-gone" });

    expect(await tryAgain(world.ctx, of)).toBe(true);
    await world.settle();
    expect((await kept(world, back))?.needs).toEqual([{ kind: "inbound-gone" }]);
    expect(await announceAnyway(world.ctx, { returnIds: [back.id] })).toBe(1);
    await world.settle();
    expect(await inbounds(world)).toMatchObject([{ ref: inbound!.ref, senderCity: "Bangor" }]);
    expect((await kept(world, back))?.needs).toEqual([]);
  });
});

test("a return of another shop has no sender to be seen or changed", async () => {
  const { world, of } = await returned(long);
  await world.services.db.return.updateMany({
    where: { shop: SHOP },
    data: { shop: "theirs.myshopify.com" },
  });
  expect(await readSender(world.ctx, of)).toEqual({ outcome: "unknown-return" });
  const typed = { senderName: "R", senderAddressLine1: "1", senderCity: "C", senderCountryCode: "GB" };
  expect(await changeSender(world.ctx, { ...of, typed })).toEqual({ outcome: "unknown-return" });
});

describe("the form", () => {
  test("knows of each field what the warehouse takes", () => {
    expect(senderRules()).toEqual([
      { field: "senderName", limit: 100, isNeeded: true },
      { field: "senderEmail", limit: 80, isNeeded: false },
      { field: "senderPhonenumber", limit: null, isNeeded: false },
      { field: "senderAddressLine1", limit: 100, isNeeded: true },
      { field: "senderAddressLine2", limit: 100, isNeeded: false },
      { field: "senderPostCode", limit: 20, isNeeded: false },
      { field: "senderCity", limit: 30, isNeeded: true },
      { field: "senderCountryCode", limit: 2, isNeeded: true },
    ]);
  });

  test("leaves out what was left empty, and takes nothing and an empty text for one", () => {
    expect(readTyped({ senderName: " Robin ", senderEmail: " " })).toEqual({ senderName: "Robin" });
    expect(changedFields({ senderName: "Robin" }, { senderName: "Robin", senderEmail: null })).toEqual([]);
    expect(changedFields({ senderName: "Robin" }, { senderName: "R", senderEmail: "r@x" })).toEqual([
      "senderName",
      "senderEmail",
    ]);
  });
});
