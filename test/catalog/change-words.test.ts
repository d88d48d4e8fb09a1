import { describe, expect, test } from "vitest";
import { saveCatalogueSettings } from "../../app/domain/catalog/catalogue-settings.ts";
import { applyWords, previewWords, type ChangeWords } from "../../app/domain/catalog/mapping/change-words.ts";
import type { VariantId } from "../../app/domain/ids.ts";
import { openCatalogue } from "./bench.ts";

const bench = await openCatalogue();

const named = (...ids: string[]) => ({ variantIds: ids as VariantId[] });

/** Looks at the preview and does just that, having been asked again if need be. */
async function change(input: ChangeWords) {
  const { fingerprint } = await previewWords(bench.ctx, input);
  return applyWords(bench.ctx, { ...input, expected: fingerprint, confirmed: true });
}

describe("taking suggestions", () => {
  test("a suggestion taken is a mapping, and its stock is looked at next", async () => {
    await bench.variants({ mug: { sku: "m1" } });
    await bench.products({ M1: {} });
    await bench.matched();
    expect(await change({ action: "confirm", selection: { state: "suggested" } })).toEqual({
      outcome: "done",
      changed: 1,
    });
    expect(await bench.states()).toEqual(["mug: mapped → M1"]);
    expect(await bench.lookedAt()).toEqual(["M1"]);
  });

  test("the preview says by name what becomes of what", async () => {
    await bench.variants({ mug: { sku: "m1" }, cup: { sku: "C1" }, jug: { sku: "J1" } });
    await bench.products({ M1: {}, C1: {} });
    await bench.matched();
    const preview = await previewWords(bench.ctx, { action: "confirm", selection: {} });
    expect(preview).toMatchObject({ changes: 1, unchanged: 2, share: 100, asks: false });
    expect(preview.examples).toEqual([
      { variantId: "mug", productTitle: "mug", variantTitle: "", from: [], to: [{ sku: "M1", quantity: 1 }] },
    ]);
    expect(await bench.states()).toContain("mug: suggested (folded_sku) → M1"); // Nothing is changed yet.
  });

  test("two that are suggested the same SKU are both mapped to it, and so is one it is mapped to meanwhile", async () => {
    await bench.variants({ a: { sku: "m1" }, b: { barcode: "400" }, old: { sku: "OLD" } });
    await bench.products({ M1: { barcode: "400" } });
    await bench.matched();
    await bench.map("old", { M1: 1 });
    expect(await change({ action: "confirm", selection: { state: "suggested" } })).toMatchObject({
      changed: 2,
    });
    await bench.matched();
    expect(await bench.states()).toEqual(["a: mapped → M1", "b: mapped → M1", "old: mapped → M1"]);
  });

  test("one of them is taken and the other is still suggested", async () => {
    await bench.variants({ a: { sku: "m1" }, b: { barcode: "400" } });
    await bench.products({ M1: { barcode: "400" } });
    await bench.matched();
    await change({ action: "confirm", selection: named("b") });
    expect(await bench.states()).toEqual(["a: suggested (folded_sku) → M1", "b: mapped → M1"]);
  });

  test("a product made again takes the whole kit over, and the tombstone disappears", async () => {
    await bench.variants({ before: { sku: "SET-1" } });
    await bench.products({ MUG: {}, BOX: {} });
    await bench.map("before", { MUG: 2, BOX: 1 });
    await bench.gone("before");
    await bench.variants({ again: { sku: "SET-1" } });
    await bench.matched();
    const preview = await previewWords(bench.ctx, { action: "confirm", selection: {} });
    expect(preview.examples[0]?.to).toEqual([
      { sku: "BOX", quantity: 1 },
      { sku: "MUG", quantity: 2 },
    ]);
    await change({ action: "confirm", selection: {} });
    expect(await bench.shown()).toEqual(["again: mapped → BOX + 2 MUG"]);
    expect(await bench.former("again")).toEqual(["before"]);
    expect(await bench.lookedAt()).toEqual(["BOX", "MUG"]);
  });
});

describe("taking words back", () => {
  test("unmapped variants are not matched again by themselves", async () => {
    await bench.variants({ a: { sku: "A" }, b: { sku: "B" } });
    await bench.products({ A: {}, B: {} });
    await bench.matched();
    expect(await change({ action: "unmap", selection: named("a") })).toMatchObject({ changed: 1 });
    await bench.matched();
    expect(await bench.states()).toEqual(["a: unmapped (by_merchant)", "b: mapped → B"]);
  });

  test("a suggestion the merchant does not want is declined", async () => {
    await bench.variants({ mug: { sku: "m1" } });
    await bench.products({ M1: {} });
    await bench.matched();
    await change({ action: "unmap", selection: named("mug") });
    expect(await bench.states()).toEqual(["mug: unmapped (by_merchant)"]);
  });

  test("putting one aside leaves its barcode to the other that carries it", async () => {
    await bench.variants({ a: { barcode: "400" }, b: { barcode: "400" } });
    await bench.products({ M1: { barcode: "400" } });
    await bench.matched();
    await change({ action: "ignore", selection: named("a") });
    expect(await bench.states()).toEqual(["a: ignored", "b: suggested (barcode) → M1"]);
  });

  test("matched again, a variant is what its SKU says", async () => {
    await bench.variants({ a: { sku: "A" }, b: { sku: "B" }, c: { sku: "C" } });
    await bench.products({ A: {}, B: {}, X: {} });
    await bench.decide("a", "ignored");
    await bench.map("b", { X: 1 });
    await bench.matched();
    expect(await change({ action: "reset", selection: {} })).toMatchObject({ changed: 2 });
    expect(await bench.states()).toEqual(["a: mapped → A", "b: mapped → B", "c: not_at_warehouse"]);
  });

  test("what was matched by itself and still would be is not changed by matching it again", async () => {
    await bench.variants({ a: { sku: "A" } });
    await bench.products({ A: {} });
    await bench.matched();
    expect(await previewWords(bench.ctx, { action: "reset", selection: {} })).toMatchObject({
      changes: 0,
      unchanged: 1,
    });
    await bench.variants({ a: { sku: "RENAMED" } });
    expect(await previewWords(bench.ctx, { action: "reset", selection: {} })).toMatchObject({ changes: 1 });
  });

  test("a variant matched again keeps what it was before", async () => {
    await bench.variants({ a: { sku: "A" } });
    await bench.products({ A: {}, X: {} });
    await bench.map("a", { X: 1 });
    await bench.formerly("a", ["before"]);
    await change({ action: "reset", selection: {} });
    expect(await bench.states()).toEqual(["a: mapped → A"]);
    expect(await bench.former("a")).toEqual(["before"]);
  });

  test("what is remembered of a gone variant can be forgotten, and frees what was suggested because of it", async () => {
    await bench.variants({ before: { sku: "A" } });
    await bench.products({ A: {}, X: {} });
    await bench.map("before", { X: 1 });
    await bench.gone("before");
    await bench.variants({ again: { sku: "A" } });
    await bench.matched();
    expect(await bench.shown()).toEqual([
      "again: suggested (recreated) → X from before",
      "before: tombstoned → X",
    ]);
    await change({ action: "unmap", selection: { state: "tombstoned" } });
    expect(await bench.shown()).toEqual(["again: mapped → A"]);
  });

  test("a gone variant is neither put aside nor matched again", async () => {
    await bench.variants({ before: { sku: "A" } });
    await bench.map("before", { X: 1 });
    await bench.gone("before");
    for (const action of ["ignore", "reset", "confirm"] as const)
      expect(await previewWords(bench.ctx, { action, selection: {} })).toMatchObject({
        changes: 0,
        unchanged: 1,
      });
  });

  test("a bundle is the shop's own affair", async () => {
    await bench.variants({ set: { sku: "A", bundle: true } });
    await bench.matched();
    for (const action of ["unmap", "ignore", "reset", "confirm"] as const)
      expect(await previewWords(bench.ctx, { action, selection: {} })).toMatchObject({
        changes: 0,
        unchanged: 1,
      });
  });
});

describe("what was shown is what is done", () => {
  test("a search selects just what the list shows for it", async () => {
    await bench.variants({ "red mug": { sku: "RM" }, "blue mug": { sku: "BM" }, jug: { sku: "J" } });
    await bench.products({ RM: {}, BM: {}, J: {} });
    await bench.matched();
    const input = { action: "unmap", selection: { state: "mapped", search: "m" } } as const;
    expect((await previewWords(bench.ctx, input)).examples.map(({ variantId }) => variantId)).toEqual([
      "blue mug",
      "red mug",
    ]);
    expect(await change(input)).toMatchObject({ changed: 2 });
    expect(await bench.states()).toContain("jug: mapped → J");
  });

  test("if it would do something else meanwhile, nothing is done and the new preview is shown", async () => {
    await bench.variants({ mug: { sku: "m1" } });
    await bench.products({ M1: {} });
    await bench.matched();
    const input = { action: "confirm", selection: {} } as const;
    const { fingerprint } = await previewWords(bench.ctx, input);
    await bench.variants({ jug: { sku: "j1" } });
    await bench.products({ J1: {} });
    await bench.matched();
    const outcome = await applyWords(bench.ctx, { ...input, expected: fingerprint, confirmed: true });
    expect(outcome).toMatchObject({ outcome: "changed-meanwhile", preview: { changes: 2 } });
    expect(await bench.states()).toContain("mug: suggested (folded_sku) → M1");
  });

  test("so it is when the number stays the same but the suggestion is another", async () => {
    await bench.variants({ mug: { sku: "m1" } });
    await bench.products({ M1: {} });
    await bench.matched();
    const input = { action: "confirm", selection: named("mug") } as const;
    const { fingerprint } = await previewWords(bench.ctx, input);
    await bench.variants({ mug: { sku: "m2" } });
    await bench.products({ M2: {} });
    await bench.matched();
    const outcome = await applyWords(bench.ctx, { ...input, expected: fingerprint, confirmed: true });
    expect(outcome.outcome).toBe("changed-meanwhile");
  });

  test("done twice, the second time finds nothing left to do", async () => {
    await bench.variants({ a: { sku: "A" } });
    await bench.products({ A: {} });
    await bench.matched();
    const input = { action: "ignore", selection: {} } as const;
    const { fingerprint } = await previewWords(bench.ctx, input);
    const twice = { ...input, expected: fingerprint, confirmed: true };
    expect(await applyWords(bench.ctx, twice)).toEqual({ outcome: "done", changed: 1 });
    expect(await applyWords(bench.ctx, twice)).toEqual({ outcome: "done", changed: 0 });
    expect(await bench.states()).toEqual(["a: ignored"]);
  });

  test("done by two at once, it is done once", async () => {
    await bench.variants({ a: { sku: "m1" } });
    await bench.products({ M1: {} });
    await bench.matched();
    const input = { action: "confirm", selection: named("a") } as const;
    const { fingerprint: expected } = await previewWords(bench.ctx, input);
    const again = () => applyWords(bench.ctx, { ...input, expected, confirmed: true });
    const outcomes = await Promise.all([again(), again()]);
    expect(outcomes.map((each) => each.outcome === "done" && each.changed).sort()).toEqual([0, 1]);
    expect(await bench.ctx.db.mappingComponent.count()).toBe(1);
  });

  test("more than the merchant's share is asked about again", async () => {
    const some = Object.fromEntries(
      Array.from({ length: 10 }, (_, index) => [`v${index}`, { sku: `S${index}` }]),
    );
    await bench.variants(some);
    await bench.products(Object.fromEntries(Object.values(some).map(({ sku }) => [sku, {}])));
    await bench.matched();
    const few = { action: "unmap", selection: named("v0", "v1") } as const;
    expect(await previewWords(bench.ctx, few)).toMatchObject({ share: 20, asks: false });
    const many = { action: "unmap", selection: named("v0", "v1", "v2") } as const;
    const { asks, fingerprint } = await previewWords(bench.ctx, many);
    expect(asks).toBe(true);
    const unasked = { ...many, expected: fingerprint, confirmed: false };
    expect(await applyWords(bench.ctx, unasked)).toMatchObject({ outcome: "ask", preview: { changes: 3 } });
    expect((await bench.states()).every((state) => state.includes("mapped →"))).toBe(true);
    const dimensions = { width: null, height: null, length: null };
    await saveCatalogueSettings(bench.ctx, { pushEdits: false, askBeyond: 50, dimensions });
    expect(await applyWords(bench.ctx, unasked)).toMatchObject({ outcome: "done", changed: 3 });
  });

  test("another shop's variants are neither seen nor touched, even when named", async () => {
    await bench.elsewhere(async (other) => {
      await other.variants({ theirs: { sku: "T" } });
      await other.products({ T: {} });
      await other.matched();
    });
    for (const selection of [named("theirs"), {}]) {
      const preview = await previewWords(bench.ctx, { action: "unmap", selection });
      expect(preview).toMatchObject({ changes: 0, unchanged: 0, examples: [] });
      await change({ action: "unmap", selection });
    }
    await bench.elsewhere(async (other) => expect(await other.states()).toEqual(["theirs: mapped → T"]));
  });

  test("a mapping is never taken over from another shop's gone variant", async () => {
    await bench.elsewhere(async (other) => {
      await other.variants({ before: { sku: "A" } });
      await other.map("before", { X: 3 });
      await other.gone("before");
    });
    await bench.variants({ again: { sku: "A" } });
    await bench.ctx.db.variant.updateMany({
      where: { variantId: "again" },
      data: { state: "suggested", reason: "recreated", suggestedSku: "X", suggestedFrom: "before" },
    });
    expect(await previewWords(bench.ctx, { action: "confirm", selection: {} })).toMatchObject({ changes: 0 });
  });
});

test("a hundred thousand variants are one action", { tags: ["proof"] }, async () => {
  const many = 100_000;
  await bench.fill(many);
  await bench.matched();
  const all = { action: "confirm", selection: { state: "suggested" } } as const;
  const preview = await previewWords(bench.ctx, all);
  expect(preview).toMatchObject({ changes: many, asks: true });
  expect(await change(all)).toEqual({ outcome: "done", changed: many });
  const ids = (await bench.ctx.db.variant.findMany({ select: { variantId: true } })).map(
    (one) => one.variantId,
  );
  expect(await change({ action: "unmap", selection: named(...ids) })).toMatchObject({ changed: many });
  expect(await bench.ctx.db.variant.count({ where: { state: "unmapped" } })).toBe(many);
  expect(await bench.ctx.db.mappingComponent.count()).toBe(0);
});
