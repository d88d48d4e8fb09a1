import { describe, expect, test } from "vitest";
import type { Db } from "../../app/db.server.ts";
import { readSender } from "../../app/domain/returns/announce/read-sender.ts";
import { redactOrders } from "../../app/domain/returns/redact-orders.ts";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { kept, timeline, type ShownReturn } from "../support/returns.ts";
import { SHOP, TOKEN, type World } from "../support/world.ts";
import { areGood, correct, CORRECTING, later, mugs, REFUSED } from "./labels.ts";
import {
  announced,
  bangorBack,
  changes,
  check,
  cityOf,
  differs,
  edit,
  editUnanswered,
} from "./support/edited-orders.ts";

/** The order's edited sender may still arrive, so what the merchant has typed waits. */
async function waiting(): Promise<{ world: World; back: ShownReturn }> {
  const { world, back } = await announced();
  await editUnanswered(world, back);
  expect(await correct(world, back, "Caernarfon")).toEqual({ outcome: "kept" });
  return { world, back };
}

/** A context with which something happens just before the first statement that looks at the sender under a lock. */
function justBefore(world: World, happens: () => Promise<unknown>): World["ctx"] {
  let hasHappened = false;
  const db = world.ctx.db.$extends({
    query: {
      async $queryRaw({ args, query }) {
        if (args.sql.includes('"senderSentAt"') && !hasHappened) {
          hasHappened = true;
          await happens();
        }
        return (await query(args)) as unknown;
      },
    },
  });
  // What `$extends` gives has the same methods, and other types.
  return { ...world.ctx, db: db as unknown as Db };
}

describe("a sender that the merchant typed", () => {
  test.each(["request", "answer"])(
    "arrives last, though it was typed while the %s of another was on its way",
    async (when) => {
      const { world, back } = await announced();
      await edit(world, back, { city: "Conwy" });
      await world.atWarehouse("faults", { ...CORRECTING, times: 1, when, action: { kind: "hold" } });
      const checking = check(world, back);
      await world.held("warehouse");
      expect(await correct(world, back, "Caernarfon")).toEqual({ outcome: "kept" });
      expect(await cityOf(world, back)).toBe(when === "answer" ? "Conwy" : "Bangor");
      await world.atWarehouse("release", {});
      await checking;
      await world.settle();
      expect(await cityOf(world, back)).toBe("Caernarfon");
      expect(await kept(world, back)).toMatchObject({ sender: null, senderDiffers: false });
      await edit(world, back, { city: "Deganwy" });
      await check(world, back);
      expect(await cityOf(world, back)).toBe("Caernarfon");
      expect(await differs(world, back)).toBe(true);
    },
  );

  test("is sent when another whose answer was lost can no longer arrive", async () => {
    const { world, back } = await announced();
    await editUnanswered(world, back);
    expect(await correct(world, back, "Caernarfon")).toEqual({ outcome: "kept" });
    await world.settle();
    expect(await cityOf(world, back)).toBe("Conwy");
    await later(world);
    expect(await cityOf(world, back)).toBe("Caernarfon");
    expect(await areGood(world, back)).toBe(true);
  });

  test("is not replaced by an order's sender that was compared before", async () => {
    const { world, back } = await announced();
    await edit(world, back, { city: "Conwy" });
    const typing = async () => expect(await correct(world, back, "Caernarfon")).toEqual({ outcome: "sent" });
    await followReturn(justBefore(world, typing), { returnId: back.id });
    await world.settle();
    expect(await changes(world, back)).toEqual(["inbound-change done"]);
    expect(await cityOf(world, back)).toBe("Caernarfon");
    expect(await differs(world, back)).toBe(true);
  });

  test("and that waits is not sent over what they have typed since", async () => {
    const { world, back } = await waiting();
    await world.pass(2);
    const typing = async () => expect(await correct(world, back, "Llandudno")).toEqual({ outcome: "sent" });
    await followReturn(justBefore(world, typing), { returnId: back.id });
    await world.settle();
    expect(await cityOf(world, back)).toBe("Llandudno");
  });

  test("and that waits is in the form when that is opened again", async () => {
    const { world, back } = await waiting();
    expect(await readSender(world.ctx, { returnId: back.id })).toMatchObject({
      from: "typed",
      sender: { senderCity: "Caernarfon" },
    });
  });

  test("and that waits is sent though the warehouse refuses what they type afterwards", async () => {
    const { world, back } = await waiting();
    await world.pass(2);
    await world.atWarehouse("faults", { ...CORRECTING, times: 1, action: REFUSED });
    expect(await correct(world, back, "Llandudno")).toMatchObject({ outcome: "refused" });
    await later(world);
    expect(await cityOf(world, back)).toBe("Caernarfon");
  });

  test.each([
    ["refused", REFUSED],
    ["answered as if there were no such inbound", { kind: "status", status: 404, body: {} }],
  ] as const)("and that waits is sent again after it was %s", async (_what, action) => {
    const { world, back } = await waiting();
    await world.pass(2);
    await world.atWarehouse("faults", { ...CORRECTING, times: 1, action });
    await check(world, back);
    expect(await kept(world, back)).toMatchObject({ sender: { senderCity: "Caernarfon" } });
    if (action === REFUSED)
      expect(await kept(world, back)).toMatchObject({ needs: [{ kind: "refused", what: "sender" }] });
    await check(world, back);
    expect(await cityOf(world, back)).toBe("Caernarfon");
    expect(await kept(world, back)).toMatchObject({ sender: null, needs: [] });
  });

  test("and that waits is forgotten when the warehouse begins with the return, and the timeline says so", async () => {
    const { world, back } = await waiting();
    const { inboundRef } = (await kept(world, back))!;
    await world.atWarehouse(`inbounds/${inboundRef}/status`, { status: "in_progress" });
    await later(world);
    expect(await kept(world, back)).toMatchObject({ sender: null });
    expect(await timeline(world, back)).toContain("inbound-change lost");
  });

  test("and that waits is forgotten when the store does not show the return any more", async () => {
    const { world, back } = await waiting();
    await world.atShop(`shops/demo/orders/${encodeURIComponent(back.orderId)}/age`, { days: 61 });
    await later(world);
    expect(await kept(world, back)).toMatchObject({ sender: null, needs: [{ kind: "not-shown" }] });
  });

  test.each([429, 503])(
    "and that waits gives way to what they type while the warehouse answers %i",
    async (status) => {
      const { world, back } = await waiting();
      await world.pass(2);
      await world.atWarehouse("faults", { ...CORRECTING, action: { kind: "status", status, body: {} } });
      expect(await correct(world, back, "Llandudno")).toEqual({ outcome: "kept" });
      await world.clearFaults();
      await later(world);
      expect(await cityOf(world, back)).toBe("Llandudno");
    },
  );

  test("is on the label though a check of the return has read it before", async () => {
    const { world, back } = await announced();
    await edit(world, back, { city: "Conwy" });
    const { inboundRef } = (await kept(world, back))!;
    await world.ctx.warehouse(TOKEN).inbounds.update(inboundRef, { senderCity: "Conwy" });
    await world.atShop("faults", { path: "graphql", times: 1, action: { kind: "hold" } });
    const checking = check(world, back);
    await world.held();
    await world.atWarehouse("faults", { ...CORRECTING, times: 1, action: { kind: "hold" } });
    const typing = correct(world, back, "Caernarfon");
    await world.held("warehouse");
    await world.atShop("release", {});
    await checking;
    await world.atWarehouse("release", {});
    expect(await typing).toEqual({ outcome: "sent" });
    await later(world);
    expect(await areGood(world, back)).toBe(true);
  });

  test("while the request that made the inbound was on its way is sent afterwards", async () => {
    const world = await mugs();
    const create = { method: "POST", path: "/inbounds", times: 1 };
    await world.atWarehouse("faults", { ...create, action: { kind: "hold" } });
    const back = await bangorBack(world);
    // Its run has ended, as far as the next one knows.
    const first = check(world, back).catch(() => undefined);
    await world.held("warehouse");
    expect(await correct(world, back, "Caernarfon")).toEqual({ outcome: "kept" });
    await world.atShop("faults", { path: "graphql", times: 1, action: { kind: "hold" } });
    const second = check(world, back);
    await world.held();
    await world.atWarehouse("release", {});
    await first;
    await world.atShop("release", {});
    await second;
    await later(world);
    expect(await cityOf(world, back)).toBe("Caernarfon");
  });

  test("and that waits does not come back once the customer is forgotten", async () => {
    const { world, back } = await waiting();
    await world.pass(2);
    await world.atWarehouse("faults", { ...CORRECTING, action: { kind: "hold" } });
    await world.atWarehouse("faults", { ...CORRECTING, when: "answer", action: REFUSED });
    const typing = correct(world, back, "Llandudno");
    await world.held("warehouse");
    await redactOrders({ ...world.ctx, db: world.services.db }, { shop: SHOP, orderIds: [back.orderId] });
    await world.atWarehouse("release", {});
    expect(await typing).toMatchObject({ outcome: "refused" });
    await later(world);
    expect(await kept(world, back)).toMatchObject({ sender: null });
  });
});
