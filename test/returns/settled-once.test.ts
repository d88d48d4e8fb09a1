import { describe, expect, test } from "vitest";
import { markSeen } from "../../app/domain/returns/mark-seen.ts";
import { disposeReturn } from "../../app/domain/returns/settle/dispose-return.ts";
import { markMissing } from "../../app/domain/returns/settle/mark-missing.ts";
import { ReturningShop } from "./support/receipts.ts";

/** As a need names the line. */
const MUG_LINE = { id: expect.any(String) as string, title: "MUG" };

/** A location of the store that is not the warehouse. */
const FLOOR = "Shop floor";

/** SKUs and units that the warehouse is asked for. */
async function asked(shop: ReturningShop, back: string): Promise<Record<string, number> | undefined> {
  const inbound = await shop.inbound(back);
  return inbound && Object.fromEntries((inbound.lines ?? []).map(({ sku, quantity }) => [sku, quantity]));
}

async function cameInPart(): Promise<{ shop: ReturningShop; back: string }> {
  const shop = await ReturningShop.open({ MUG: 9 });
  const back = await shop.comesBack({ MUG: 2 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.settle();
  return { shop, back };
}

/** Its inbound is gone, and the merchant has it announced again. */
async function sentAgain(
  how: "deleteInbound" | "endInbound",
): Promise<{ shop: ReturningShop; back: string }> {
  const { shop, back } = await cameInPart();
  await shop[how](back);
  await shop.settle();
  expect(await shop.needs(back)).toContainEqual({ kind: "inbound-gone" });
  await shop.sendAgain(back);
  await shop.settle();
  return { shop, back };
}

describe.each(["deleteInbound", "endInbound"] as const)(
  "a return whose inbound ended in part (%s)",
  (how) => {
    test("is sent again with the rest only, and every unit is restocked once", async () => {
      const { shop, back } = await sentAgain(how);
      expect((await shop.row(back)).inboundRef).toMatch(/^return-\d+-2$/);
      expect(await asked(shop, back)).toEqual({ MUG: 1 });
      expect(await shop.needs(back)).toEqual([]);

      await shop.received(back, { sku: "MUG", quantity: 1 });
      await shop.settle();
      expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 } });
      expect(await shop.onHand("MUG")).toBe(9);
      expect(await shop.row(back)).toMatchObject({ stage: "settled", needsPerson: false });
      const received = await shop.written(back, "received");
      expect(received.map(({ details }) => details)).toEqual([
        { sku: "MUG", good: 1, defective: 0 },
        { sku: "MUG", good: 2, defective: 0 },
      ]);
    });

    test("counts as missing only what came on neither inbound", async () => {
      const { shop, back } = await sentAgain(how);
      await shop.endInbound(back);
      await shop.settle();
      await shop.sendAgain(back);
      await shop.settle();
      await shop.received(back, { sku: "MUG", quantity: 1, defective: true });
      await shop.settle();
      expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1, NOT_RESTOCKED: 1 } });
      expect(await markMissing(shop.world.ctx, { returnId: back })).toEqual({ outcome: "nothing-short" });
    });
  },
);

test("a unit that came on an inbound that was deleted before it could be restocked is restocked", async () => {
  const shop = await ReturningShop.open({ MUG: 9 });
  const back = await shop.comesBack({ MUG: 1 });
  await shop.choose({ restock: false });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.settle();
  await shop.deleteInbound(back);
  await shop.settle();
  expect(await shop.disposed(back)).toEqual({});
  // All of it has come: nobody has to announce anything.
  expect(await shop.needs(back)).toEqual([]);

  await shop.choose({ restock: true });
  await shop.follow(back);
  expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
  expect(await shop.onHand("MUG")).toBe(9);
});

describe("what somebody settled in Shopify before a return was sent", () => {
  test("is not asked for, and what comes is other units", async () => {
    const shop = await ReturningShop.open({ MUG: 9, SCARF: 5 });
    await shop.choose({ announce: false });
    const back = await shop.comesBack({ MUG: 2, SCARF: 1 });
    await shop.step(back, "dispose", {
      lines: [{ sku: "MUG", quantity: 1 }],
      type: "RESTOCKED",
      location: FLOOR,
    });
    await shop.settle();
    await shop.sendAgain(back);
    await shop.settle();
    expect(await asked(shop, back)).toEqual({ MUG: 1, SCARF: 1 });

    await shop.received(back, { sku: "MUG", quantity: 1 }, { sku: "SCARF", quantity: 1 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 }, SCARF: { RESTOCKED: 1 } });
    expect(await shop.row(back)).toMatchObject({ stage: "settled", needsPerson: false });
  });

  test("is restocked once when it comes to the warehouse all the same", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    await shop.choose({ announce: false });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.step(back, "dispose", {
      lines: [{ sku: "MUG", quantity: 1 }],
      type: "RESTOCKED",
      location: FLOOR,
    });
    await shop.sendAgain(back);
    await shop.settle();
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 } });
    expect(await shop.needs(back)).toEqual([]);
  });

  test("does not change what the warehouse was asked for when it is settled afterwards", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.step(back, "dispose", {
      lines: [{ sku: "MUG", quantity: 1 }],
      type: "RESTOCKED",
      location: FLOOR,
    });
    await shop.settle();
    expect(await asked(shop, back)).toEqual({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 } });
    expect(await shop.needs(back)).toEqual([]);
  });
});

describe("after units were settled, the merchant is told with both numbers and until they have seen it", () => {
  const seen = async (shop: ReturningShop, back: string) => {
    const asked = { returnId: back, needs: await shop.needs(back) };
    expect(await markSeen(shop.world.ctx, asked)).toBe(true);
    await shop.settle();
    return shop.needs(back);
  };

  test.each([false, true])("that fewer came than were restocked, the return closed: %s", async (close) => {
    const shop = await ReturningShop.open({ MUG: 9 });
    await shop.choose({ close });
    const back = await shop.comesBack({ MUG: 3 });
    await shop.received(back, { sku: "MUG", quantity: 3 });
    await shop.settle();
    expect((await shop.shown(back)).status).toBe(close ? "CLOSED" : "OPEN");
    await shop.correct("MUG", "gone", 2);
    await shop.settle();
    const corrected = { kind: "corrected", as: "settled", ...MUG_LINE, settled: 3 };
    expect(await shop.needs(back)).toEqual([{ ...corrected, came: 1 }]);
    expect(await shop.onHand("MUG")).toBe(7);

    expect(await seen(shop, back)).toEqual([]);
    await shop.correct("MUG", "gone", 1);
    await shop.settle();
    expect(await shop.needs(back)).toEqual([{ ...corrected, came: 0 }]);
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 3 } });
  });

  test("of each line on its own, and again when it is said again", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const back = await shop.comesBack({ MUG: 1 }, { MUG: 1 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();
    const corrected = { kind: "corrected", as: "settled", ...MUG_LINE, settled: 1, came: 0 };
    await shop.correct("MUG", "gone");
    await shop.settle();
    expect(await shop.needs(back)).toEqual([corrected]);
    expect(await seen(shop, back)).toEqual([]);
    await shop.correct("MUG", "gone");
    await shop.settle();
    expect(await shop.needs(back)).toEqual([corrected]);
    expect(await seen(shop, back)).toEqual([]);

    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    expect(await shop.needs(back)).toEqual([]);
    await shop.correct("MUG", "gone");
    await shop.settle();
    expect(await shop.needs(back)).toEqual([corrected]);
  });

  test("that what was restocked is defective", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();
    await shop.correct("MUG", "defective", 1);
    await shop.settle();
    const need = { kind: "corrected", as: "restocked", ...MUG_LINE, settled: 2, came: 1 };
    expect(await shop.needs(back)).toEqual([need]);
    expect(await seen(shop, back)).toEqual([]);
  });

  test.each([false, true])("that a missing unit turned up, the return closed: %s", async (close) => {
    const shop = await ReturningShop.open({ MUG: 9 });
    await shop.choose({ close });
    const back = await shop.comesBack({ MUG: 2 });
    await shop.receivedLongAgo(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    expect(await markMissing(shop.world.ctx, { returnId: back })).toEqual({ outcome: "asked" });
    await shop.settle();
    expect((await shop.shown(back)).status).toBe(close ? "CLOSED" : "OPEN");
    await shop.received(back, { sku: "MUG", quantity: 1 });
    await shop.settle();
    expect(await shop.needs(back)).toEqual([{ kind: "turned-up", ...MUG_LINE, missing: 1, came: 1 }]);
    expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1, MISSING: 1 } });
    expect(await seen(shop, back)).toEqual([]);
    expect(await shop.onHand("MUG")).toBe(9);
  });

  test("and an open return is closed once they have", async () => {
    const { shop, back } = await cameInPart();
    await shop.correct("MUG", "gone");
    await shop.settle();
    await shop.choose({ close: true });
    await shop.step(back, "dispose", { lines: [{ sku: "MUG", quantity: 1 }], type: "NOT_RESTOCKED" });
    await shop.settle();
    expect((await shop.shown(back)).status).toBe("OPEN");
    expect(await seen(shop, back)).toEqual([]);
    await shop.settle();
    expect((await shop.shown(back)).status).toBe("CLOSED");
  });
});

test("a receipt that is corrected on an inbound before the present one counts", async () => {
  const { shop, back } = await sentAgain("endInbound");
  await shop.correct("MUG", "gone");
  await shop.settle();
  const need = { kind: "corrected", as: "settled", ...MUG_LINE, settled: 1, came: 0 };
  expect(await shop.needs(back)).toEqual([need]);
  // Neither unit is at the warehouse.
  expect(await asked(shop, back)).toEqual({ MUG: 2 });
  await shop.received(back, { sku: "MUG", quantity: 2 });
  await shop.settle();
  expect(await shop.needs(back)).toEqual([]);
  expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 2 } });
});

test("a line is added, and its unit restocked before the return is followed: it is not taken for settled before", async () => {
  const shop = await ReturningShop.open({ MUG: 9, LID: 9 });
  const back = await shop.returned(await shop.sold({ MUG: 2, LID: 1 }), { LID: 1 });
  await shop.step(back, "lines", { add: [{ sku: "MUG", quantity: 2 }] });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await disposeReturn(shop.world.ctx, { returnId: back });
  expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
  await shop.settle();
  expect(await shop.disposed(back)).toEqual({ MUG: { RESTOCKED: 1 } });
});

test("a receipt of the inbound before is corrected: nobody is told that the return changed", async () => {
  const shop = await ReturningShop.open({ MUG: 9, LID: 9 });
  const back = await shop.comesBack({ MUG: 2, LID: 2 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.settle();
  await shop.endInbound(back);
  await shop.settle();
  await shop.sendAgain(back);
  await shop.settle();
  await shop.received(back, { sku: "LID", quantity: 1 });
  await shop.settle();
  expect(await shop.needs(back)).toEqual([]);
  await shop.correct("MUG", "gone");
  await shop.settle();
  expect(await shop.needs(back)).toMatchObject([{ kind: "corrected", came: 0 }]);
});

test("a missing unit comes in after the return was cancelled", async () => {
  const shop = await ReturningShop.open({ MUG: 9, LID: 9 });
  const back = await shop.comesBack({ MUG: 1, LID: 1 });
  await shop.received(back, { sku: "LID", quantity: 1 });
  await shop.choose({ restock: false });
  await shop.step(back, "dispose", { lines: [{ sku: "MUG", quantity: 1 }], type: "MISSING" });
  await shop.step(back, "cancel");
  await shop.settle();
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.settle();
  expect(await shop.needs(back)).toContainEqual({ kind: "turned-up", ...MUG_LINE, missing: 1, came: 1 });
});
