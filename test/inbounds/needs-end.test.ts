import { describe, expect, test } from "vitest";
import { askAboutPurchase } from "../../app/domain/inbounds/ask-about-purchase.ts";
import { editPurchase } from "../../app/domain/inbounds/edit-purchase.ts";
import { followPurchase } from "../../app/domain/inbounds/follow-purchase.ts";
import { leaveAsItIs, type PurchaseNeed } from "../../app/domain/inbounds/purchase-needs.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { showOddly, without, withReceiptLines } from "../support/odd-answers.ts";
import {
  announce,
  announced,
  contentOf,
  goodsWorld,
  leave,
  move,
  REF,
  shown,
  takeIn,
} from "../support/purchases.ts";
import { throughAll } from "../support/cut-off.ts";
import type { World } from "../support/world.ts";

type Kind = PurchaseNeed["kind"];

interface Row {
  happens(world: World): Promise<unknown>;
  /** How its cause ends, in words and in fact. */
  how: string;
  ends(world: World): Promise<unknown>;
}

const again = (world: World) => askAboutPurchase(world.ctx, { ref: REF, what: "again" });
const edit = (world: World, lines: Record<string, number>) =>
  editPurchase(world.ctx, { ref: REF, content: contentOf({ lines }) });

/** Every reason for which an incoming shipment needs attention. */
const ROWS: Record<Kind, Row> = {
  refused: {
    async happens(world) {
      await world.ctx.warehouse("warehouse-token").products.delete("VASE");
      await edit(world, { MUG: 8, VASE: 1 });
    },
    how: "the warehouse has the product again, and the merchant tries again",
    async ends(world) {
      await world.atWarehouse("products", [{ sku: "VASE", description: "VASE", stock: 0 }]);
      await again(world);
    },
  },
  "too-late": {
    async happens(world) {
      await world.atWarehouse("deliveries/faults", { kind: "drop" });
      await move(world, "in_progress");
      await edit(world, { MUG: 1 });
    },
    how: "the merchant leaves it as it is",
    ends: leave,
  },
  unclear: {
    async happens(world) {
      await takeIn(world, [{ sku: "MUG", quantity: 3 }]);
      await showOddly(world, { refs: [REF], odd: withReceiptLines(({ defective: _, ...line }) => line) });
    },
    how: "the warehouse says in which condition the units came",
    async ends(world) {
      await world.clearFaults();
      await again(world);
    },
  },
  "parts-missing": {
    async happens(world) {
      await takeIn(world, [{ sku: "MUG", quantity: 8 }]);
      await showOddly(world, { refs: [REF], odd: without("lines", "receipts") });
    },
    how: "the warehouse shows all of it",
    async ends(world) {
      await world.clearFaults();
      await again(world);
    },
  },
};

const KINDS = Object.keys(ROWS) as Kind[];
const kinds = async (world: World) => (await shown(world)).needs.map(({ kind }) => kind);

async function happened(kind: Kind): Promise<World> {
  const world = await goodsWorld();
  await announce(world);
  await world.settle();
  await ROWS[kind].happens(world);
  await world.settle();
  expect(await kinds(world)).toEqual([kind]);
  return world;
}

/** 30 days in which it is read again, too. */
async function later(world: World): Promise<void> {
  await world.pass(30 * 24 * 60);
  await world.sweep();
  await followPurchase(world.ctx, { ref: REF });
}

describe("a reason why an incoming shipment needs attention", () => {
  test.each(KINDS)("%s ends with its cause, and not before", async (kind) => {
    const world = await happened(kind);
    await later(world);
    expect(await kinds(world), "30 days later").toEqual([kind]);
    await ROWS[kind].ends(world);
    await world.settle();
    expect(await kinds(world), ROWS[kind].how).toEqual([]);
  });

  test.each(KINDS)("%s ends for good when the merchant leaves it as it is", async (kind) => {
    const world = await happened(kind);
    expect(await leave(world)).toEqual({ outcome: "asked" });
    // At once, whether or not the warehouse answers.
    expect(await kinds(world)).toEqual([]);
    await world.settle();
    expect(await kinds(world)).toEqual([]);
    await later(world);
    expect(await kinds(world), "30 days later").toEqual([]);
  });
});

test("what the merchant says while the shipment is being read is not lost", async () => {
  const world = await happened("unclear");
  let calls = 0;
  const meanwhile: ShopContext = throughAll(world.ctx, async (send) => {
    const answer = await send();
    calls += 1;
    // The connection, the shipment and its inbound have been read, and nothing is stored yet.
    if (calls === 3) await leave(world);
    return answer;
  });
  await followPurchase(meanwhile, { ref: REF });
  await world.settle();
  expect(await kinds(world)).toEqual([]);
});

describe("what the merchant leaves as it is", () => {
  test("is what their page showed: what has come since is shown", async () => {
    const world = await happened("too-late");
    await takeIn(world, [{ sku: "MUG", quantity: 3 }]);
    await showOddly(world, { refs: [REF], odd: withReceiptLines(({ defective: _, ...line }) => line) });
    await again(world);
    await world.settle();
    expect(await kinds(world)).toEqual(["too-late", "unclear"]);
    const needs = (await shown(world)).needs.filter(({ kind }) => kind === "too-late");
    await askAboutPurchase(world.ctx, { ref: REF, what: "leave", needs });
    await world.settle();
    expect(await kinds(world)).toEqual(["unclear"]);
  });

  test("is not a change that is wanted since", async () => {
    const world = await happened("refused");
    const { needs } = await shown(world);
    await edit(world, { MUG: 9 });
    expect(await kinds(world)).toEqual([]);
    expect(await askAboutPurchase(world.ctx, { ref: REF, what: "leave", needs })).toEqual({
      outcome: "moved-on",
    });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 9 });
  });

  test("is nothing where none of it is so any more", async () => {
    const world = await happened("unclear");
    const { needs } = await shown(world);
    await world.clearFaults();
    await again(world);
    await world.settle();
    expect(await askAboutPurchase(world.ctx, { ref: REF, what: "leave", needs })).toEqual({
      outcome: "moved-on",
    });
  });
});

describe("when the merchant says that the warehouse may leave it so", () => {
  const refused = (reason: string): PurchaseNeed => ({
    kind: "refused",
    sentence: { key: "refused", values: { field: "", limit: 0, length: 0, reason } },
  });
  const unclear = (isSeen: boolean): PurchaseNeed => ({ kind: "unclear", units: 1, unread: 0, isSeen });
  const parts = (of: "change" | "receipts", isSeen = false): PurchaseNeed => ({
    ...{ kind: "parts-missing", of, isSeen },
  });
  test.each<[string, PurchaseNeed[], PurchaseNeed[], ReturnType<typeof leaveAsItIs>]>([
    [
      "a change that was refused is dropped",
      [refused("No.")],
      [refused("No.")],
      { needs: [], isDropped: true },
    ],
    ["it is another refusal by now", [refused("Later.")], [refused("No.")], null],
    [
      "what is unclear stays so, and a change stays wanted",
      [unclear(false), parts("change")],
      [unclear(false)],
      { needs: [unclear(true), parts("change")], isDropped: false },
    ],
    [
      "a change that could not be made is dropped, and what came is looked at still",
      [parts("change"), parts("receipts")],
      [parts("change")],
      { needs: [parts("receipts")], isDropped: true },
    ],
    [
      "receipts may stay unknown",
      [parts("receipts")],
      [parts("receipts")],
      { needs: [parts("receipts", true)], isDropped: false },
    ],
  ])("%s", (_what, needs, asked, expected) => {
    expect(leaveAsItIs(needs, asked)).toEqual(expected);
  });
});
