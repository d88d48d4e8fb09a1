import { describe, expect, test } from "vitest";
import { askAboutPurchase } from "../../app/domain/inbounds/ask-about-purchase.ts";
import { editPurchase } from "../../app/domain/inbounds/edit-purchase.ts";
import {
  announce,
  announced,
  contentOf,
  goodsWorld,
  move,
  otherClient,
  REF,
  rowOf,
  shown,
  story,
  leave,
} from "../support/purchases.ts";

describe("a purchase that is deleted", () => {
  const remove = (world: Awaited<ReturnType<typeof goodsWorld>>) =>
    askAboutPurchase(world.ctx, { ref: REF, what: "delete" });

  test("while it is new is gone from the warehouse, and remembered here", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    expect(await remove(world)).toEqual({ outcome: "asked" });
    await world.settle();
    expect(await announced(world)).toBeNull();
    expect(await shown(world)).toMatchObject({ stage: "deleted", changeable: false, due: null });
    expect(await story(world)).toEqual(["asked purchase", "announce", "asked delete", "inbound-delete"]);
    expect(await remove(world)).toEqual({ outcome: "too-late" });
  });

  test("is gone although the answer is lost", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await world.atWarehouse("faults", {
      ...{ method: "DELETE", path: "/inbounds/", times: 1, when: "answer", action: { kind: "reset" } },
    });
    await remove(world);
    await world.settle();
    expect(await world.atWarehouse("faults")).toEqual([]); // It was lost.
    expect(await announced(world)).toBeNull();
    expect(await shown(world)).toMatchObject({ stage: "deleted", needs: [] });
  });

  test("before it was announced never gets there", async () => {
    const world = await goodsWorld();
    await announce(world);
    await remove(world);
    await world.settle();
    expect(await announced(world)).toBeNull();
    expect(await shown(world)).toMatchObject({ stage: "deleted", due: null });
  });

  test("while its making is on its way: should it arrive late, it goes as well", async () => {
    const world = await goodsWorld();
    await announce(world);
    const { db } = world.services;
    await db.purchaseInbound.updateMany({ data: { announcingAt: new Date() } });
    await remove(world);
    await world.settle();
    expect(await shown(world)).toMatchObject({ stage: "deleted" });
    const { fields, lines } = contentOf();
    await otherClient(world).inbounds.create({
      ...{ ref: REF, type: "purchase", ...fields },
      lines: lines.map((line) => ({ ref: line.sku, ...line })),
    });
    await world.pass(1);
    await world.settle();
    expect(await announced(world)).toBeNull();
    expect(await shown(world)).toMatchObject({ stage: "deleted" });
  });

  test("when the warehouse has begun with it stays, and the merchant is told", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    await move(world, "in_progress");
    await remove(world);
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8 });
    expect(await shown(world)).toMatchObject({
      ...{ stage: "expected", status: "in_progress", changeable: false },
      needs: [{ kind: "too-late", asked: "delete", status: "in_progress" }],
    });
    await leave(world);
    await world.settle();
    expect(await shown(world)).toMatchObject({ needs: [] });
    expect(await rowOf(world)).toMatchObject({ deleting: false, due: false });
  });

  test("by somebody at the warehouse is gone, and is not made again by itself", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await otherClient(world).inbounds.delete(REF);
    await editPurchase(world.ctx, { ref: REF, content: contentOf({ lines: { MUG: 1 } }) });
    await world.settle();
    expect(await announced(world)).toBeNull();
    expect(await shown(world)).toMatchObject({
      ...{ stage: "gone", changeable: false, needs: [{ kind: "too-late", asked: "edit", status: null }] },
    });
  });

  test("by a warehouse that says not found to everything is not believed to be gone", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await world.atWarehouse("faults", { path: ".", action: { kind: "status", status: 404 } });
    await askAboutPurchase(world.ctx, { ref: REF, what: "again" });
    await world.settle();
    expect(await shown(world)).toMatchObject({ stage: "expected", status: "new" });
  });
});
