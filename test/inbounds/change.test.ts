import { describe, expect, test } from "vitest";
import { editPurchase } from "../../app/domain/inbounds/edit-purchase.ts";
import {
  announce,
  announced,
  contentOf,
  goodsWorld,
  inbounds,
  move,
  otherClient,
  REF,
  shown,
  story,
  leave,
} from "../support/purchases.ts";

describe("a purchase that is changed", () => {
  const requests = async (world: Awaited<ReturnType<typeof goodsWorld>>) => {
    const { calls } = await world.atWarehouse<{ calls: Record<string, number> }>("calls");
    return calls;
  };

  test("while it is new: its fields and lines follow, and nothing else is sent", async () => {
    const world = await goodsWorld();
    await announce(world, { lines: { MUG: 8, CUP: 3 }, fields: { senderCity: "Delft" } });
    await world.settle();
    const before = await requests(world);
    const content = contentOf({ lines: { MUG: 9, VASE: 2 }, fields: { supplierRef: "PO-2" } });
    await editPurchase(world.ctx, { ref: REF, content });
    expect(await shown(world)).toMatchObject({ due: "edit" });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 9, VASE: 2 });
    expect(await inbounds(world)).toMatchObject([{ supplierRef: "PO-2", senderCity: "" }]);
    const after = await requests(world);
    const sent = Object.keys(after)
      .filter((call) => !call.startsWith("GET") && after[call] !== before[call])
      .map((call) => `${call} × ${after[call]! - (before[call] ?? 0)}`);
    expect(sent.toSorted()).toEqual([
      "DELETE inbounds/:ref/lines/:lineRef × 1",
      "POST inbounds/:ref/lines × 1",
      "PUT inbounds/:ref × 1",
      "PUT inbounds/:ref/lines/:lineRef × 1",
    ]);
    expect(await story(world)).toEqual([
      ...["asked purchase", "announce", "asked edit", "inbound-change", "line-change MUG", "line-add VASE"],
      "line-remove CUP",
    ]);
    const { timeline } = await shown(world);
    expect(timeline.find(({ kind }) => kind === "inbound-change")?.details).toEqual({
      fields: "supplierRef, senderCity",
    });
  });

  test.each([
    ["GET", "/inbounds/purchase-[^/]*$"],
    ["PUT", "/inbounds/purchase-[^/]*$"],
    ["PUT", "/lines/"],
    ["POST", "/lines"],
    ["DELETE", "/lines/"],
  ])("is changed once although the answer to %s %s is lost", async (method, path) => {
    const world = await goodsWorld();
    await announce(world, { lines: { MUG: 8, CUP: 3 } });
    await world.settle();
    await world.atWarehouse("faults", {
      ...{ method, path: path.replace("$", "(\\?|$)"), times: 1, when: "answer", action: { kind: "reset" } },
    });
    const content = contentOf({ lines: { MUG: 9, VASE: 2 }, fields: { supplierRef: "PO-2" } });
    await editPurchase(world.ctx, { ref: REF, content });
    await world.settle();
    expect(await world.atWarehouse("faults")).toEqual([]); // It was lost.
    expect(await announced(world)).toEqual({ MUG: 9, VASE: 2 });
    expect(await inbounds(world)).toMatchObject([{ supplierRef: "PO-2" }]);
    expect(await shown(world)).toMatchObject({ needs: [], due: null });
  });

  test("into what it is already sends nothing", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await editPurchase(world.ctx, { ref: REF, content: contentOf() });
    await world.settle();
    expect(await story(world)).toEqual(["asked purchase", "announce", "asked edit"]);
    expect(await shown(world)).toMatchObject({ due: null, needs: [] });
  });

  test("before it was sent is announced as it was changed", async () => {
    const world = await goodsWorld();
    await announce(world);
    await editPurchase(world.ctx, { ref: REF, content: contentOf({ lines: { CUP: 1 } }) });
    await world.settle();
    expect(await announced(world)).toEqual({ CUP: 1 });
    expect(await story(world)).toEqual(["asked purchase", "asked edit", "announce"]);
  });

  test("when the warehouse has begun with it, unknown to us: nothing changes, and the merchant is told how it is", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    await move(world, "in_progress");
    const content = contentOf({ lines: { MUG: 1 } });
    expect(await editPurchase(world.ctx, { ref: REF, content })).toEqual({ outcome: "asked" });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8 });
    expect(await shown(world)).toMatchObject({
      ...{ status: "in_progress", changeable: false, due: null, sums: { announced: 8 } },
      needs: [{ kind: "too-late", asked: "edit", status: "in_progress" }],
    });
    expect(await editPurchase(world.ctx, { ref: REF, content })).toEqual({ outcome: "too-late" });

    await leave(world);
    await world.settle();
    expect(await shown(world)).toMatchObject({ needs: [], due: null });
    expect(await story(world)).toEqual([
      ...["asked purchase", "announce", "asked edit", "inbound-status in_progress", "needs too-late"],
      ...["asked leave", "needs-nothing"],
    ]);
  });

  test("in the very moment in which the warehouse begins with it is told as too late, not as refused", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await world.atWarehouse("faults", {
      ...{ method: "PUT", path: "/lines/", times: 1, action: { kind: "hold" } },
    });
    await editPurchase(world.ctx, { ref: REF, content: contentOf({ lines: { MUG: 1 } }) });
    const settling = world.settle();
    const held = async () => (await world.atWarehouse<{ held: number }>("held")).held;
    await expect.poll(held).toBe(1);
    await move(world, "in_progress");
    await world.atWarehouse("release", {});
    await settling;
    expect(await announced(world)).toEqual({ MUG: 8 });
    expect(await shown(world)).toMatchObject({
      ...{ status: "in_progress", needs: [{ kind: "too-late", asked: "edit", status: "in_progress" }] },
    });
  });

  test("of which somebody else took an SKU's product away needs the merchant, and the rest stands", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await otherClient(world).products.delete("VASE");
    await editPurchase(world.ctx, { ref: REF, content: contentOf({ lines: { MUG: 8, VASE: 1 } }) });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8 });
    expect(await shown(world)).toMatchObject({ changeable: true, needs: [{ kind: "refused" }] });
  });
});
