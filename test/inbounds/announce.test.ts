import { describe, expect, test } from "vitest";
import { announcePurchase } from "../../app/domain/inbounds/announce-purchase.ts";
import { askAboutPurchase } from "../../app/domain/inbounds/ask-about-purchase.ts";
import { editPurchase } from "../../app/domain/inbounds/edit-purchase.ts";
import {
  announce,
  announced,
  contentOf,
  FORM,
  goodsWorld,
  inbounds,
  move,
  otherClient,
  REF,
  rowOf,
  shown,
  story,
} from "../support/purchases.ts";

describe("goods that are announced", () => {
  test("are known at the warehouse, and stand as expected", async () => {
    const world = await goodsWorld();
    await announce(world, { lines: { MUG: 8, CUP: 3 }, fields: { senderCity: "Delft" } });
    expect(await shown(world)).toMatchObject({ stage: "announcing", due: "announce" });
    await world.settle();
    expect(await inbounds(world)).toMatchObject([
      { ref: REF, type: "purchase", supplierRef: "PO-1", senderName: "Potter & Sons", senderCity: "Delft" },
    ]);
    expect(await announced(world)).toEqual({ MUG: 8, CUP: 3 });
    expect(await shown(world)).toMatchObject({
      ...{ stage: "expected", status: "new", due: null, changeable: true, needs: [] },
      sums: { announced: 11, awaited: 11, good: 0 },
    });
    expect(await story(world)).toEqual(["asked purchase", "announce"]);
  });

  test("are announced once when the form is sent twice", async () => {
    const world = await goodsWorld();
    await Promise.all([announce(world), announce(world)]);
    await world.settle();
    await announce(world, { lines: { CUP: 99 } });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8 });
    expect(await story(world)).toEqual(["asked purchase", "announce"]);
  });

  test.each([
    ["before it arrived", { when: "request" }],
    ["after it arrived", { when: "answer" }],
  ])("are announced once when the connection broke %s", async (_, when) => {
    const world = await goodsWorld();
    const fault = { method: "POST", path: "/inbounds/\\?", times: 1, action: { kind: "reset" }, ...when };
    await world.atWarehouse("faults", fault);
    await announce(world);
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8 });
    expect(await shown(world)).toMatchObject({ stage: "expected" });
    expect(await world.atWarehouse("faults")).toEqual([]); // It did break.
  });

  test("are announced when the warehouse is back", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.atWarehouse("faults", { path: ".", action: { kind: "status", status: 503 } });
    await world.settle();
    expect(await shown(world)).toMatchObject({ stage: "announcing", due: "announce", needs: [] });
    await world.clearFaults();
    await world.retryNow();
    expect(await announced(world)).toEqual({ MUG: 8 });
  });

  test("of a job that was lost altogether are announced by the hourly sweep", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.services.pool.query(
      `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
       WHERE task_identifier = 'follow-purchase'`,
    );
    await world.settle();
    expect(await announced(world)).toBeNull();
    await world.sweep();
    expect(await announced(world)).toEqual({ MUG: 8 });
  });

  test("that the warehouse refuses need the merchant, who mends them", async () => {
    const world = await goodsWorld();
    await announce(world, { lines: { MUG: 8, CUP: 3 } });
    await otherClient(world).products.delete("CUP");
    await world.settle();
    expect(await shown(world)).toMatchObject({
      ...{ stage: "announcing", due: null, changeable: true },
      needs: [{ kind: "refused", sentence: { key: "refused" } }],
    });
    expect(await story(world)).toEqual(["asked purchase", "announce refused", "needs refused"]);

    expect(await editPurchase(world.ctx, { ref: REF, content: contentOf() })).toEqual({ outcome: "asked" });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8 });
    expect(await shown(world)).toMatchObject({ stage: "expected", needs: [] });
    expect((await story(world)).slice(-3)).toEqual(["asked edit", "announce", "needs-nothing"]);
  });

  test("that the warehouse refused are announced when the merchant tries again and it takes them", async () => {
    const world = await goodsWorld();
    const status = { kind: "status", status: 409, body: { message: "Stock is being counted." } };
    await world.atWarehouse("faults", { method: "POST", path: "/inbounds/\\?", action: status });
    await announce(world);
    await world.settle();
    expect(await shown(world)).toMatchObject({
      needs: [{ sentence: { values: { reason: "Stock is being counted." } } }],
    });
    await world.clearFaults();
    await askAboutPurchase(world.ctx, { ref: REF, what: "again" });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8 });
  });

  test("a thousand SKUs long are one call", async () => {
    const skus = Array.from({ length: 1000 }, (_, index) => `SKU-${index}`);
    const world = await goodsWorld(Object.fromEntries(skus.map((sku) => [sku, 0])));
    await announce(world, { lines: Object.fromEntries(skus.map((sku, index) => [sku, index + 1])) });
    await world.settle();
    expect(Object.keys((await announced(world)) ?? {})).toHaveLength(1000);
    const { calls } = await world.atWarehouse<{ calls: Record<string, number> }>("calls");
    expect(calls["POST inbounds"]).toBe(1);
    expect(await shown(world)).toMatchObject({ pages: 20, sums: { announced: 500_500 } });
  });
});

describe("what cannot be announced is said before anything is sent", () => {
  const tooLong = { senderName: "x".repeat(101), senderCity: "y".repeat(31), supplierRef: "z".repeat(36) };
  test.each([
    [
      "fields that are too long",
      contentOf({ fields: tooLong }),
      [
        { field: "supplierRef", rule: "too-long", limit: 35, length: 36 },
        { field: "senderName", rule: "too-long", limit: 100, length: 101 },
        { field: "senderCity", rule: "too-long", limit: 30, length: 31 },
      ],
    ],
    [
      "fields that are missing",
      contentOf({ fields: { senderName: " ", supplierRef: "", expectedReceiveDate: "" } }),
      ["supplierRef", "expectedReceiveDate", "senderName"].map((field) => ({ field, rule: "missing" })),
    ],
    [
      "a day that is none",
      contentOf({ fields: { expectedReceiveDate: "2030-02-31" } }),
      [{ field: "expectedReceiveDate", rule: "not-a-date" }],
    ],
    ["no goods", contentOf({ lines: {} }), [{ field: "lines", rule: "missing" }]],
    [
      "no pieces",
      contentOf({ lines: { MUG: 0 } }),
      [{ field: "lines[0].quantity", rule: "out-of-range", limit: 1 }],
    ],
    [
      "an SKU twice",
      { ...contentOf(), lines: [...contentOf().lines, ...contentOf().lines] },
      [{ field: "lines[1].sku", rule: "not-allowed" }],
    ],
  ])("%s", async (_, content, faults) => {
    const world = await goodsWorld();
    const result = await announcePurchase(world.ctx, { formId: FORM, content });
    expect(result).toEqual({ outcome: "objections", faults, unknownSkus: [] });
    await world.settle();
    expect(await inbounds(world)).toEqual([]);
    expect(await world.services.db.purchaseInbound.count()).toBe(0);
  });

  test("goods the warehouse does not know", async () => {
    const world = await goodsWorld();
    const content = contentOf({ lines: { MUG: 1, mug: 1, NONE: 1 } });
    const result = await announcePurchase(world.ctx, { formId: FORM, content });
    expect(result).toMatchObject({ outcome: "objections", faults: [] });
    expect(result.outcome === "objections" && result.unknownSkus.toSorted()).toEqual(["NONE", "mug"]);
  });
});

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

    await askAboutPurchase(world.ctx, { ref: REF, what: "leave" });
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
    while ((await held()) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
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
    await askAboutPurchase(world.ctx, { ref: REF, what: "leave" });
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
