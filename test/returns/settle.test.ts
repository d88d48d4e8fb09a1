import { expect, test } from "vitest";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { cutAt, CutOff, throughAll } from "../support/cut-off.ts";
import { sendBack } from "../support/returns.ts";
import type { World } from "../support/world.ts";
import { ReturningShop } from "./support/receipts.ts";

async function calls(world: World, field: string): Promise<number> {
  return (await world.atShop<{ calls: Record<string, number> }>("calls")).calls[field] ?? 0;
}

test("a settled return stays open, and is not processed, unless the merchant wants it", async () => {
  const shop = await ReturningShop.open({ MUG: 5 });
  const back = await shop.comesBack({ MUG: 1 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.settle();
  expect(await shop.shown(back)).toMatchObject({ status: "OPEN", lines: [{ processed: 0 }] });
  expect((await shop.row(back)).stage).toBe("settled");
});

test("it is closed once everything is disposed of, and not before", async () => {
  const shop = await ReturningShop.open({ MUG: 5 });
  await shop.choose({ close: true });
  const back = await shop.comesBack({ MUG: 2 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.settle();
  expect((await shop.shown(back)).status).toBe("OPEN");
  await shop.received(back, { sku: "MUG", quantity: 1, defective: true });
  await shop.settle();
  expect(await shop.shown(back)).toMatchObject({ status: "CLOSED", lines: [{ processed: 0 }] });
  expect((await shop.row(back)).stage).toBe("closed");
  expect(await shop.needs(back)).toEqual([]);
  await shop.sweep();
  expect((await shop.written(back, "close")).map(({ outcome }) => outcome)).toEqual(["done"]);
});

test("one that the merchant opens again stays open", async () => {
  const shop = await ReturningShop.open({ MUG: 5 });
  await shop.choose({ close: true });
  const back = await shop.comesBack({ MUG: 1 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.settle();
  expect((await shop.shown(back)).status).toBe("CLOSED");
  await shop.step(back, "reopen");
  await shop.settle();
  await shop.sweep();
  expect((await shop.shown(back)).status).toBe("OPEN");
  expect((await shop.written(back, "close")).map(({ outcome }) => outcome)).toEqual(["done"]);
});

test("one with exchange items is closed once these are processed, and not before", async () => {
  const shop = await ReturningShop.open({ MUG: 5, CUP: 5 });
  await shop.choose({ close: true });
  const bought = await shop.sold({ MUG: 1 });
  const back = await sendBack(shop.world, bought, { MUG: 1 }, { exchange: [{ sku: "CUP", quantity: 1 }] });
  await shop.settle();
  await shop.received(back.id, { sku: "MUG", quantity: 1 });
  await shop.settle();
  expect((await shop.shown(back.id)).status).toBe("OPEN");
  await shop.step(back.id, "process-exchange");
  await shop.settle();
  expect((await shop.shown(back.id)).status).toBe("CLOSED");
});

test("it stays open while more has come in than was returned", async () => {
  const shop = await ReturningShop.open({ MUG: 5 });
  await shop.choose({ close: true, process: true });
  const back = await shop.comesBack({ MUG: 1 });
  await shop.received(back, { sku: "MUG", quantity: 2 });
  await shop.settle();
  expect(await shop.shown(back)).toMatchObject({ status: "OPEN", lines: [{ processed: 0 }] });
});

test("what came back is processed, what is missing is not", async () => {
  const shop = await ReturningShop.open({ MUG: 9 });
  await shop.choose({ process: true, close: true });
  const back = await shop.comesBack({ MUG: 3 });
  await shop.step(back, "dispose", { lines: [{ sku: "MUG", quantity: 1 }], type: "MISSING" });
  await shop.received(back, { sku: "MUG", quantity: 1 }, { sku: "MUG", quantity: 1, defective: true });
  await shop.settle();
  expect(await shop.shown(back)).toMatchObject({ status: "CLOSED", lines: [{ quantity: 3, processed: 2 }] });
});

test("what the merchant has processed already is not processed again", async () => {
  const shop = await ReturningShop.open({ MUG: 9 });
  await shop.choose({ process: true });
  const back = await shop.comesBack({ MUG: 3 });
  await shop.step(back, "process", { lines: [{ sku: "MUG", quantity: 2 }] });
  await shop.received(back, { sku: "MUG", quantity: 3 });
  await shop.settle();
  expect((await shop.shown(back)).lines).toMatchObject([{ processed: 3 }]);
  expect((await shop.written(back, "process")).map(({ details }) => details["pieces"])).toEqual([1]);
});

test.each(["before", "after"] as const)(
  "killed %s any call of settling, the app processes and closes a return once",
  { tags: ["proof"] },
  async (when) => {
    const shop = await ReturningShop.open({ MUG: 60 });
    const { world } = shop;
    const bought = await shop.sold({ MUG: 50 });
    let call = 1;
    for (; ; call++) {
      await shop.choose({ process: false, close: false });
      const back = await shop.returned(bought, { MUG: 1 });
      await shop.received(back, { sku: "MUG", quantity: 1 });
      await shop.settle();
      await shop.choose({ process: true, close: true });
      const before = await calls(world, "returnProcess");
      const { around, wasCut } = cutAt({ call, when });
      await followReturn(throughAll(world.ctx, around), { returnId: back }).catch((error: unknown) => {
        if (!(error instanceof CutOff)) throw error;
      });
      await followReturn(world.ctx, { returnId: back });
      await shop.settle();
      await shop.pass();
      expect(await shop.shown(back), `call ${call}`).toMatchObject({
        ...{ status: "CLOSED", lines: [{ quantity: 1, processed: 1 }] },
      });
      expect((await calls(world, "returnProcess")) - before, `call ${call}`).toBe(1);
      expect((await shop.row(back)).stage, `call ${call}`).toBe("closed");
      if (!wasCut()) break;
    }
    expect(call).toBeGreaterThan(15);
  },
);
