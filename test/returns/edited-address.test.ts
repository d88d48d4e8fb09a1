import { describe, expect, test } from "vitest";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { redactOrders } from "../../app/domain/returns/redact-orders.ts";
import { readTimeline } from "../../app/domain/timeline/timeline.ts";
import { followedUntil, inbounds, kept, step, timeline } from "../support/returns.ts";
import { SHOP, TOKEN } from "../support/world.ts";
import { correct, CORRECTING, later, mailsAbout, mugs, REFUSED, seemsGone } from "./labels.ts";
import {
  ADDRESS,
  announced,
  announcedIn,
  bangorBack,
  changes,
  check,
  cityOf,
  differs,
  edit,
  editUnanswered,
  lastChange,
} from "./support/edited-orders.ts";

describe("an order's address that is edited in Shopify while the inbound is new", () => {
  test("is found by the next sync, sent to the warehouse, and put on a new label that is mailed once", async () => {
    const { world, back } = await announced();
    expect(await mailsAbout(world, back)).toBe(1);
    await edit(world, back, { city: "Conwy" });
    await world.sweep();
    expect(await cityOf(world, back)).toBe("Conwy");
    expect(await lastChange(world, back)).toMatchObject({
      outcome: "done",
      details: { from: "order", fields: "senderCity" },
    });
    await check(world, back);
    await world.sweep();
    expect(await changes(world, back)).toEqual(["inbound-change done"]);
    expect(await mailsAbout(world, back)).toBe(2);
    expect(await differs(world, back)).toBe(false);
  });

  test("leaves nothing of itself with the app", async () => {
    const { world, back } = await announced();
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    const row = await kept(world, back);
    const entries = await readTimeline(world.ctx, { subject: back.id });
    expect(JSON.stringify([row, entries])).not.toMatch(/Conwy|Bangor|Robin|High Street/);
  });

  test("never replaces what the merchant typed, and the page says so until they save the sender again", async () => {
    const { world, back } = await announced();
    await correct(world, back, "Caernarfon");
    await world.settle();
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Caernarfon");
    expect(await differs(world, back)).toBe(true);
    await correct(world, back, "Caernarfon");
    await world.settle();
    expect(await differs(world, back)).toBe(false);
    await check(world, back);
    expect(await differs(world, back)).toBe(false);
  });

  test("is not shown as another any more once it is edited back", async () => {
    const { world, back } = await announced();
    await correct(world, back, "Caernarfon");
    await world.settle();
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    await edit(world, back, { city: "Bangor" });
    await check(world, back);
    expect(await differs(world, back)).toBe(false);
  });

  test("is shown, and not sent, when the warehouse would not take it", async () => {
    const { world, back } = await announced();
    await edit(world, back, { city: "A town whose name is longer than the warehouse takes" });
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Bangor");
    expect(await differs(world, back)).toBe(true);
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Conwy");
    expect(await differs(world, back)).toBe(false);
  });

  test("is sent again until the warehouse takes it", async () => {
    const { world, back } = await announced();
    await edit(world, back, { city: "Conwy" });
    await world.atWarehouse("faults", { ...CORRECTING, times: 1, action: REFUSED });
    await check(world, back);
    expect((await kept(world, back))!.needs).toMatchObject([{ kind: "refused", what: "sender" }]);
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Conwy");
    expect((await kept(world, back))!.needs).toEqual([]);
  });

  test("is as the warehouse has it when the answer to it is lost", async () => {
    const { world, back } = await announced();
    await editUnanswered(world, back);
    await later(world);
    expect(await cityOf(world, back)).toBe("Conwy");
    await edit(world, back, { city: "Deganwy" });
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Deganwy");
  });

  test("sends only what was edited: what somebody corrected at the warehouse stays", async () => {
    const { world, back } = await announced();
    await world.ctx
      .warehouse(TOKEN)
      .inbounds.update((await kept(world, back))!.inboundRef, { senderCity: "Y Felinheli" });
    await edit(world, back, { city: "Bangor", zip: "LL57 1AA" });
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Y Felinheli");
    expect((await lastChange(world, back))?.details).toMatchObject({ fields: "senderPostCode" });
  });

  test("is not shown where the merchant has typed the same", async () => {
    const { world, back } = await announced();
    await correct(world, back, "Conwy");
    await world.settle();
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    expect(await differs(world, back)).toBe(false);
  });

  test("is shown when the merchant types something else before it was noticed", async () => {
    const { world, back } = await announced();
    await edit(world, back, { city: "Conwy" });
    await correct(world, back, "Caernarfon");
    await world.settle();
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Caernarfon");
    expect(await differs(world, back)).toBe(true);
  });

  test("does not replace what the merchant typed when the inbound seemed to be gone for a moment", async () => {
    const { world, back } = await announced();
    await correct(world, back, "Caernarfon");
    await world.settle();
    await seemsGone(world, back);
    await announceAnyway(world.ctx, { returnIds: [back.id] });
    await seemsGone(world, back);
    await world.settle();
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Caernarfon");
    expect(await differs(world, back)).toBe(true);
  });

  test("names no field as left out while nothing is sent", async () => {
    const { world, back } = await announced();
    await edit(world, back, { city: "Conwy", zip: "x".repeat(60) });
    await world.atWarehouse("faults", { ...CORRECTING, action: { kind: "status", status: 404, body: {} } });
    await check(world, back);
    await check(world, back);
    expect(await timeline(world, back)).not.toContain("sender-left-out");
  });

  test("is found by the next sync when it came while the return was being read", async () => {
    const { world, back } = await announced();
    await world.sweep();
    await edit(world, back, { city: "Conwy" });
    await world.services.db.return.updateMany({ where: { shop: SHOP }, data: { readAt: new Date() } });
    await world.sweep();
    expect(await cityOf(world, back)).toBe("Conwy");
  });

  test("is brought up to date when it is edited back after an answer that was lost", async () => {
    const { world, back } = await announced();
    await editUnanswered(world, back);
    expect(await cityOf(world, back)).toBe("Conwy");
    await edit(world, back, { city: "Bangor" });
    await later(world);
    await world.sweep();
    expect(await cityOf(world, back)).toBe("Bangor");
    expect(await kept(world, back)).toMatchObject({ senderDiffers: false, senderSentAt: null });
  });

  test("is brought up to date field by field when it is edited otherwise after an answer that was lost", async () => {
    const { world, back } = await announced();
    await editUnanswered(world, back, { address1: "9 Castle Street" });
    await edit(world, back, { city: "Deganwy" });
    await later(world);
    await world.sweep();
    expect(await inbounds(world)).toMatchObject([
      { senderCity: "Deganwy", senderAddressLine1: ADDRESS.address1 },
    ]);
  });

  test("is sent though the warehouse has refused what the merchant typed before", async () => {
    const { world, back } = await announced();
    await world.atWarehouse("faults", { ...CORRECTING, times: 1, action: REFUSED });
    expect(await correct(world, back, "Caernarfon")).toMatchObject({ outcome: "refused" });
    await world.settle();
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Conwy");
    expect(await differs(world, back)).toBe(false);
  });

  test("while its return is closed is sent when that is opened again", async () => {
    const { world, back } = await announced();
    await step(world, back, "close");
    await world.settle();
    await edit(world, back, { city: "Conwy" });
    await step(world, back, "reopen");
    await world.settle();
    await world.sweep();
    expect(await cityOf(world, back)).toBe("Conwy");
  });

  test("is still shown as another when its return was closed and is opened again", async () => {
    const { world, back } = await announced();
    await correct(world, back, "Caernarfon");
    await world.settle();
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    await step(world, back, "close");
    await world.settle();
    await step(world, back, "reopen");
    await world.settle();
    await world.sweep();
    expect(await differs(world, back)).toBe(true);
  });

  test("does not concern a return that the warehouse has begun with", async () => {
    const { world, back } = await announced();
    const { inboundRef } = (await kept(world, back))!;
    await world.atWarehouse(`inbounds/${inboundRef}/status`, { status: "in_progress" });
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Bangor");
    expect(await kept(world, back)).toMatchObject({ senderDigest: null, senderDiffers: false });
  });

  test("is not compared any more once the customer is forgotten", async () => {
    const { world, back } = await announced();
    const { db } = world.services;
    const { senderDigest } = (await kept(world, back))!;
    await redactOrders({ ...world.ctx, db }, { shop: SHOP, orderIds: [back.orderId] });
    await db.return.updateMany({ where: { shop: SHOP }, data: { senderDigest } });
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Bangor");
    expect(await kept(world, back)).toMatchObject({ senderDigest: null, senderDiffers: false });
  });

  test("counts as unchanged when the keys of the digest were changed", async () => {
    const { world, back } = await announced();
    await correct(world, back, "Caernarfon");
    await world.settle();
    await world.services.db.return.updateMany({
      where: { shop: SHOP, returnId: back.id },
      data: { senderDigest: "earlier.digest" },
    });
    await check(world, back);
    expect(await differs(world, back)).toBe(false);
    await edit(world, back, { city: "Conwy" });
    await check(world, back);
    expect(await differs(world, back)).toBe(true);
  });

  test.each(["before", "after"] as const)(
    "arrives when a run ends %s any of its calls",
    { tags: ["proof"] },
    async (when) => {
      const world = await mugs();
      let wasCut = true;
      for (let call = 1; wasCut; call++) {
        const back = await announcedIn(world);
        await edit(world, back, { city: "Conwy" });
        wasCut = await followedUntil(world, { returnId: back.id, call, when });
        await later(world);
        await check(world, back);
        expect(await cityOf(world, back), `call ${call}`).toBe("Conwy");
        expect(await differs(world, back), `call ${call}`).toBe(false);
      }
    },
  );
});

test("an address that was edited before the answer to the announcement was lost is sent afterwards", async () => {
  const world = await mugs();
  const create = { method: "POST", path: "/inbounds", when: "answer", times: 1, action: { kind: "reset" } };
  await world.atWarehouse("faults", create);
  const back = await bangorBack(world);
  await check(world, back).catch(() => undefined);
  await edit(world, back, { city: "Conwy" });
  await later(world);
  await check(world, back);
  await check(world, back);
  expect(await cityOf(world, back)).toBe("Conwy");
});
