import { describe, expect, test } from "vitest";
import type { Db } from "../../app/db.server.ts";
import { readSender } from "../../app/domain/returns/announce/read-sender.ts";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { kept, timeline, type ShownReturn } from "../support/returns.ts";
import type { World } from "../support/world.ts";
import { areGood, correct, CORRECTING, later, REFUSED } from "./labels.ts";
import { announced, changes, check, cityOf, differs, edit, editUnanswered } from "./support/edited-orders.ts";

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
        return query(args);
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
    expect(await timeline(world, back)).toContain("inbound-change refused");
  });
});
