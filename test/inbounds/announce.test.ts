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
  otherClient,
  REF,
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
    expect((await story(world)).slice(-3)).toEqual(["asked edit", "needs-nothing", "announce"]);
  });

  test("leave out the fields that nobody filled in", async () => {
    const world = await goodsWorld();
    const status = { kind: "status", status: 422, body: { message: "Some field is empty." } };
    await world.atWarehouse("faults", { method: "POST", path: "/inbounds/", body: '":""', action: status });
    await announce(world);
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8 });
    expect((await shown(world)).needs).toEqual([]);
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
    expect(result).toEqual({ outcome: "objections", faults, unknownSkus: [], uncheckedSkus: [] });
    await world.settle();
    expect(await inbounds(world)).toEqual([]);
    expect(await world.services.db.purchaseInbound.count()).toBe(0);
  });

  test("SKUs that the warehouse does not have", async () => {
    const world = await goodsWorld();
    const content = contentOf({ lines: { MUG: 1, mug: 1, NONE: 1 } });
    const result = await announcePurchase(world.ctx, { formId: FORM, content });
    expect(result).toEqual({
      ...{ outcome: "objections", faults: [] },
      ...{ unknownSkus: ["mug", "NONE"], uncheckedSkus: [] },
    });
  });
});

describe("an SKU that the warehouse has got since the last import", () => {
  test("is announced, and shown as the warehouse calls it", async () => {
    const world = await goodsWorld();
    await world.atWarehouse("products", [{ sku: "NEW", description: "New lamp", stock: 0 }]);
    await announce(world, { lines: { MUG: 1, NEW: 2 } });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 1, NEW: 2 });
    const { goods } = await shown(world);
    expect(goods.map(({ sku, description }) => `${sku}: ${description}`).toSorted()).toEqual([
      "MUG: MUG",
      "NEW: New lamp",
    ]);
  });

  test("is added to what is announced", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await world.atWarehouse("products", [{ sku: "NEW", description: "New lamp", stock: 0 }]);
    const content = contentOf({ lines: { MUG: 8, NEW: 2 } });
    expect(await editPurchase(world.ctx, { ref: REF, content })).toEqual({ outcome: "asked" });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8, NEW: 2 });
  });
});

describe("an SKU that cannot be checked", () => {
  const away = { method: "GET", path: "/products", action: { kind: "status", status: 503 } };
  const content = contentOf({ lines: { MUG: 8, NEW: 2, NONE: 1 } });
  const objections = { outcome: "objections", faults: [], unknownSkus: [] };

  test("is named, and nothing is sent until the merchant says that the warehouse may decide", async () => {
    const world = await goodsWorld();
    await world.atWarehouse("products", [{ sku: "NEW", description: "New lamp", stock: 0 }]);
    await world.atWarehouse("faults", away);
    const unchecked = { ...objections, uncheckedSkus: ["NEW", "NONE"] };
    expect(await announcePurchase(world.ctx, { formId: FORM, content })).toEqual(unchecked);
    expect(await world.services.db.purchaseInbound.count()).toBe(0);

    const anyway = { formId: FORM, content, sendUnchecked: true };
    expect(await announcePurchase(world.ctx, anyway)).toEqual({ outcome: "announced", ref: REF });
    await world.clearFaults();
    await world.settle();
    // The warehouse refuses all of it for one SKU; the merchant corrects what was kept.
    expect(await inbounds(world)).toEqual([]);
    expect(await shown(world)).toMatchObject({ needs: [{ kind: "refused" }], changeable: true });
    expect(await editPurchase(world.ctx, { ref: REF, content })).toEqual({
      ...objections,
      ...{ unknownSkus: ["NONE"], uncheckedSkus: [] },
    });
    const corrected = contentOf({ lines: { MUG: 8, NEW: 2 } });
    expect(await editPurchase(world.ctx, { ref: REF, content: corrected })).toEqual({ outcome: "asked" });
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8, NEW: 2 });
  });

  test("does not let through one that the warehouse does not have", async () => {
    const world = await goodsWorld();
    const bad = { ...away, path: "/products/NEW$", action: { kind: "status", status: 400 } };
    await world.atWarehouse("faults", bad);
    const unknown = { ...objections, unknownSkus: ["NONE"] };
    expect(await announcePurchase(world.ctx, { formId: FORM, content, sendUnchecked: true })).toEqual({
      ...unknown,
      uncheckedSkus: [],
    });
    expect(await announcePurchase(world.ctx, { formId: FORM, content })).toEqual({
      ...unknown,
      uncheckedSkus: ["NEW"],
    });
  });

  test("is sent in a change of what is announced once the merchant says so", async () => {
    const world = await goodsWorld();
    await announce(world);
    await world.settle();
    await world.atWarehouse("products", [{ sku: "NEW", description: "New lamp", stock: 0 }]);
    await world.atWarehouse("faults", away);
    const change = { ref: REF, content: contentOf({ lines: { MUG: 8, NEW: 2 } }) };
    expect(await editPurchase(world.ctx, change)).toEqual({ ...objections, uncheckedSkus: ["NEW"] });
    expect(await editPurchase(world.ctx, { ...change, sendUnchecked: true })).toEqual({ outcome: "asked" });
    await world.clearFaults();
    await world.settle();
    expect(await announced(world)).toEqual({ MUG: 8, NEW: 2 });
  });
});
