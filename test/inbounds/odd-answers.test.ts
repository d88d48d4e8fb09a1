import { expect, test } from "vitest";
import { deleteWarehouseProduct } from "../../app/domain/catalog/push/delete-warehouse-product.ts";
import type { Sku } from "../../app/domain/ids.ts";
import { askAboutPurchase } from "../../app/domain/inbounds/ask-about-purchase.ts";
import { editPurchase } from "../../app/domain/inbounds/edit-purchase.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { showOddly, without, withReceiptLines, type ShownInbound } from "../support/odd-answers.ts";
import {
  announce,
  announced,
  contentOf,
  goodsWorld,
  move,
  REF,
  shown,
  takeIn,
  leave,
} from "../support/purchases.ts";
import type { World } from "../support/world.ts";

async function expecting(lines: Record<string, number>): Promise<World> {
  const world = await goodsWorld({ MUG: 0, CUP: 0 });
  await announce(world, { lines });
  await world.settle();
  return world;
}

const counted = async (world: World) =>
  Object.fromEntries(
    (await shown(world)).goods.map(({ sku, description: _, ...units }) => [
      sku,
      Object.fromEntries(Object.entries(units).filter(([, count]) => count > 0)),
    ]),
  );

const problems = async ({ ctx }: World) => (await listProblems(ctx)).map(({ kind }) => kind);

/** What the merchant has typed for a purchase that is announced already. */
const edited = (lines: Record<string, number>) => ({ ref: REF, content: contentOf({ lines }) });

test("units without a condition are not counted as good, and need a person until the merchant says that they may stay so", async () => {
  const world = await expecting({ MUG: 8 });
  await takeIn(world, [{ sku: "MUG", quantity: 3 }]);
  const odd = withReceiptLines(({ defective: _, ...line }) => line);
  await showOddly(world, { refs: [REF], odd });
  await world.settle();
  expect(await counted(world)).toEqual({ MUG: { announced: 8, unclear: 3, awaited: 5 } });
  expect(await shown(world)).toMatchObject({
    needs: [{ kind: "unclear", units: 3, unread: 0 }],
    receipts: [{ good: 0, defective: 0, unclear: 3 }],
  });

  expect(await leave(world)).toEqual({ outcome: "asked" });
  await world.settle();
  expect((await shown(world)).needs).toEqual([]);

  await world.clearFaults();
  await takeIn(world, [{ sku: "MUG", quantity: 1 }]);
  await showOddly(world, { refs: [REF], odd });
  await world.settle();
  expect((await shown(world)).needs).toMatchObject([{ kind: "unclear", units: 4 }]);
});

test("a line of a receipt without its SKU leaves the others as they are, and needs a person", async () => {
  const world = await expecting({ MUG: 8 });
  await takeIn(world, [
    { sku: "MUG", quantity: 3 },
    { sku: "CUP", quantity: 1 },
  ]);
  await showOddly(world, {
    refs: [REF],
    odd: withReceiptLines((line) => (line.sku === "CUP" ? { ...line, sku: null } : line)),
  });
  await world.settle();
  expect(await counted(world)).toEqual({ MUG: { announced: 8, good: 3, awaited: 5 } });
  expect((await shown(world)).needs).toMatchObject([{ kind: "unclear", units: 0, unread: 1 }]);
});

test("a parcel that is shown on two inbounds counts only what is the purchase's own", async () => {
  const world = await expecting({ MUG: 8 });
  await takeIn(world, [{ sku: "MUG", quantity: 3 }]);
  await showOddly(world, {
    refs: [REF],
    odd: (inbound) => ({
      ...inbound,
      receipts: inbound.receipts.map((receipt) => ({
        ...receipt,
        lines: [...receipt.lines, { sku: "MUG", quantity: 5, defective: false, inboundRef: "WH-9" }],
      })),
    }),
  });
  await world.settle();
  expect(await counted(world)).toEqual({ MUG: { announced: 8, good: 3, awaited: 5 } });
});

test("without receipts, the lines say how much came at least, and what was known to be good stays so", async () => {
  const world = await expecting({ MUG: 8 });
  await takeIn(world, [{ sku: "MUG", quantity: 3 }]);
  await world.settle();
  await takeIn(world, [{ sku: "MUG", quantity: 2 }]);
  await showOddly(world, { refs: [REF], odd: without("receipts") });
  await world.settle();
  expect(await shown(world)).toMatchObject({
    stage: "receiving",
    receipts: [
      { good: 3, unclear: 0, isBeyond: false },
      { good: 0, unclear: 2, isBeyond: true },
    ],
  });
  expect(await counted(world)).toEqual({ MUG: { announced: 8, good: 3, unclear: 2, awaited: 3 } });
  expect(await problems(world)).toEqual(["inbound-parts-missing"]);

  await world.clearFaults();
  await move(world, "cancelled");
  await world.settle();
  expect(await counted(world)).toEqual({ MUG: { announced: 8, good: 5, short: 3 } });
  expect(await problems(world)).toEqual([]);
});

test("nothing is short of a purchase that shows neither lines nor receipts", async () => {
  const world = await expecting({ MUG: 8 });
  await takeIn(world, [{ sku: "MUG", quantity: 8 }]);
  await showOddly(world, { refs: [REF], odd: without("lines", "receipts") });
  await world.settle();
  expect(await shown(world)).toMatchObject({ stage: "received", needs: [{ kind: "parts-missing" }] });
  expect((await counted(world)).MUG).not.toHaveProperty("short");
  expect((await counted(world)).MUG).toMatchObject({ announced: 8 });
});

test("a change waits until the warehouse shows the lines", async () => {
  const world = await expecting({ MUG: 8 });
  await showOddly(world, { refs: [REF], odd: without("lines", "receipts") });
  expect(await editPurchase(world.ctx, edited({ MUG: 9, CUP: 1 }))).toEqual({ outcome: "asked" });
  await world.settle();
  expect(await announced(world)).toEqual({ MUG: 8 });
  expect((await shown(world)).needs).toEqual([{ kind: "parts-missing", of: "change", isSeen: false }]);

  await world.clearFaults();
  await askAboutPurchase(world.ctx, { ref: REF, what: "again" });
  await world.settle();
  expect(await announced(world)).toEqual({ MUG: 9, CUP: 1 });
  expect((await shown(world)).needs).toEqual([]);
});

test("a product is not deleted while an open inbound does not show its lines", async () => {
  const world = await expecting({ CUP: 8 });
  const product = { sku: "CUP" as Sku, typedSku: "CUP" };
  await showOddly(world, { refs: [REF], odd: without("lines") });
  await world.atWarehouse("faults", {
    method: "DELETE",
    path: "/products/",
    action: { kind: "status", status: 500 },
  });
  expect(await deleteWarehouseProduct(world.ctx, product)).toMatchObject({
    outcome: "warehouse-failed",
    sentence: { key: "not-understood" },
  });
  const requests = await world.atWarehouse<{ method: string }[]>("requests");
  expect(requests.filter(({ method }) => method === "DELETE")).toEqual([]);
});

test("receipts of an inbound that shows no receipts are kept as they were read", async () => {
  const world = await expecting({ MUG: 8 });
  await takeIn(world, [{ sku: "MUG", quantity: 3 }]);
  await world.settle();
  const odd = (inbound: ShownInbound) => ({ ...inbound, receipts: null });
  await showOddly(world, { refs: [REF], odd });
  await askAboutPurchase(world.ctx, { ref: REF, what: "again" });
  await world.settle();
  expect(await counted(world)).toEqual({ MUG: { announced: 8, good: 3, awaited: 5 } });
});
