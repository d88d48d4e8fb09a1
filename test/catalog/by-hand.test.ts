import { beforeEach, describe, expect, test } from "vitest";
import { applyWords, previewWords } from "../../app/domain/catalog/mapping/change-words.ts";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { listVariants } from "../../app/domain/catalog/list-variants.ts";
import { readVariant } from "../../app/domain/catalog/read-variant.ts";
import { relinkVariant } from "../../app/domain/catalog/mapping/relink-variant.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { explainStock } from "../../app/domain/stock/report/explain-stock.ts";
import { openJoinedCatalogue } from "./bench.ts";

const bench = await openJoinedCatalogue();

const map = (variantId: string, goods: Record<string, number>) => {
  const components = Object.entries(goods).map(([sku, quantity]) => ({ sku: sku as Sku, quantity }));
  return mapVariant(bench.ctx, { variantId: variantId as VariantId, components });
};
const relink = (variantId: string, from: string) =>
  relinkVariant(bench.ctx, { variantId: variantId as VariantId, from: from as VariantId });
const read = (variantId: string) => readVariant(bench.ctx, { variantId: variantId as VariantId });

describe("mapping one variant", () => {
  test("a kit is several goods with their quantities, and follows the one that runs out first", async () => {
    await bench.variants({ set: { sku: "SET" } });
    await bench.products({ MUG: { stock: 9 }, BOX: { stock: 7 } });
    await bench.matched();
    expect(await map("set", { MUG: 2, BOX: 1 })).toEqual({ outcome: "mapped" });
    expect(await bench.states()).toEqual(["set: mapped → BOX + 2 MUG"]);
    expect(await read("set")).toMatchObject({ follows: 4 });
    expect(await bench.lookedAt()).toEqual(["BOX", "MUG"]);
  });

  test("a suggestion that was seen is not taken when somebody has said something else since", async () => {
    await bench.variants({ mug: { sku: "m1" } });
    await bench.products({ M1: {}, BOX: {} });
    await bench.matched();
    const suggested = () =>
      mapVariant(bench.ctx, {
        variantId: "mug" as VariantId,
        components: [{ sku: "M1" as Sku, quantity: 1 }],
        seen: "suggested",
      });
    await map("mug", { BOX: 2 });
    expect(await suggested()).toEqual({ outcome: "changed-meanwhile" });
    expect(await bench.states()).toEqual(["mug: mapped → 2 BOX"]);
    await map("mug", { M1: 1 });
    expect(await suggested()).toEqual({ outcome: "mapped" });
  });

  test("a mapping isn't replaced when somebody has saved another since the change began", async () => {
    await bench.variants({ set: { sku: "SET" } });
    await bench.products({ MUG: {}, BOX: {} });
    await bench.matched();
    const components = [
      { sku: "MUG" as Sku, quantity: 2 },
      { sku: "BOX" as Sku, quantity: 1 },
    ];
    const change = (replaces: typeof components) =>
      mapVariant(bench.ctx, { variantId: "set" as VariantId, components, replaces });
    await map("set", { MUG: 1 });
    expect(await change([])).toEqual({ outcome: "changed-meanwhile" });
    expect(await change([{ sku: "MUG" as Sku, quantity: 3 }])).toEqual({ outcome: "changed-meanwhile" });
    expect(await bench.states()).toEqual(["set: mapped → MUG"]);
    expect(await change([{ sku: "MUG" as Sku, quantity: 1 }])).toEqual({ outcome: "mapped" });
    // Sent twice, and in another order.
    expect(await change([{ sku: "MUG" as Sku, quantity: 1 }])).toEqual({ outcome: "mapped" });
    expect(await change(components.toReversed())).toEqual({ outcome: "mapped" });
    expect(await bench.states()).toEqual(["set: mapped → BOX + 2 MUG"]);
  });

  test("goods the warehouse does not know cannot be mapped to", async () => {
    await bench.variants({ mug: { sku: "M1" } });
    expect(await map("mug", { M1: 1 })).toEqual({ outcome: "unknown-sku", sku: "M1" });
  });

  test("a SKU that the warehouse has got since the last import can be mapped to", async () => {
    await bench.variants({ mug: { sku: "M1" } });
    await bench.warehouse.atFloor("products", [{ sku: "NEW", description: "New lamp", stock: 2 }]);
    expect(await map("mug", { NEW: 1 })).toEqual({ outcome: "mapped" });
    expect(await read("mug")).toMatchObject({
      components: [{ sku: "NEW", description: "New lamp", stock: 2 }],
    });
  });

  test("a SKU is not called unknown when the warehouse cannot be asked", async () => {
    await bench.variants({ mug: { sku: "M1" } });
    await bench.warehouse.fault({ path: "/products", action: { kind: "status", status: 503 } });
    expect(await map("mug", { NEW: 1 })).toEqual({ outcome: "sku-not-checked", sku: "NEW" });
    expect(await bench.states()).toEqual(["mug: unmapped"]);
  });

  test("neither another shop's variant nor its goods can be mapped", async () => {
    await bench.variants({ ours: { sku: "O" } });
    await bench.elsewhere(async (other) => {
      await other.variants({ theirs: { sku: "T" } });
      await other.products({ T: {} });
    });
    expect(await map("theirs", { T: 1 })).toEqual({ outcome: "unknown-variant" });
    expect(await map("ours", { T: 1 })).toEqual({ outcome: "unknown-sku", sku: "T" });
    expect(await read("theirs")).toBeNull();
  });
});

describe("an SKU that several variants use", () => {
  const usersOf = (detail: Awaited<ReturnType<typeof read>>) =>
    detail?.components.map(({ sku, users, usedBy }) => {
      return `${sku}, ${users}: ${usedBy.map(({ variantId }) => variantId).join(", ")}`;
    });

  test("is mapped to a second listing of the item without a question, and each names the other", async () => {
    await bench.variants({ mug: { sku: "M1" }, gift: { sku: "GIFT" } });
    await bench.products({ M1: { stock: 5 } });
    await bench.matched();
    expect(await map("gift", { M1: 1 })).toEqual({ outcome: "mapped" });
    expect(await bench.states()).toEqual(["gift: mapped → M1", "mug: mapped → M1"]);
    for (const one of ["mug", "gift"]) expect(usersOf(await read(one))).toEqual(["M1, 2: gift, mug"]);
  });

  test("is a part of kits and is also sold singly", async () => {
    await bench.variants({ mug: { sku: "MUG" }, set: {}, "big set": {} });
    await bench.products({ MUG: { stock: 5 }, BOX: { stock: 9 } });
    await bench.matched();
    expect(await map("set", { MUG: 2, BOX: 1 })).toEqual({ outcome: "mapped" });
    expect(await map("big set", { MUG: 4, BOX: 1 })).toEqual({ outcome: "mapped" });
    expect(usersOf(await read("set"))).toEqual(["BOX, 2: big set, set", "MUG, 3: big set, mug, set"]);
    expect(await read("set")).toMatchObject({ follows: 2 });
  });

  test("is given back to the others when one is unmapped", async () => {
    await bench.variants({ mug: { sku: "M1" }, gift: { sku: "GIFT" } });
    await bench.products({ M1: {} });
    await bench.matched();
    await map("gift", { M1: 1 });
    const selection = { variantIds: ["gift" as VariantId] };
    const { fingerprint } = await previewWords(bench.ctx, { action: "unmap", selection });
    await applyWords(bench.ctx, { action: "unmap", selection, expected: fingerprint, confirmed: true });
    expect(await bench.states()).toEqual(["gift: unmapped (by_merchant)", "mug: mapped → M1"]);
    expect(usersOf(await read("mug"))).toEqual(["M1, 1: mug"]);
  });

  test("names the first ten and counts them all", async () => {
    const sold = Array.from({ length: 12 }, (_, index) => `v${String(index).padStart(2, "0")}`);
    await bench.variants(Object.fromEntries(sold.map((variantId) => [variantId, { sku: "M1" }])));
    await bench.products({ M1: {} });
    await bench.matched();
    expect(usersOf(await read("v11"))).toEqual([`M1, 12: ${sold.slice(0, 10).join(", ")}`]);
  });

  test("is not shared with another shop", async () => {
    await bench.variants({ ours: { sku: "M1" } });
    await bench.products({ M1: {} });
    await bench.matched();
    await bench.elsewhere(async (other) => {
      await other.variants({ theirs: { sku: "M1" } });
      await other.products({ M1: {} });
      await other.matched();
    });
    expect(usersOf(await read("ours"))).toEqual(["M1, 1: ours"]);
  });
});

describe("a product that was deleted and made again", () => {
  beforeEach(async () => {
    await bench.variants({ before: { sku: "SET-1" } });
    await bench.products({ MUG: {}, BOX: {} });
    await bench.map("before", { MUG: 2, BOX: 1 });
    await bench.formerly("before", ["long before"]);
    await bench.gone("before");
    await bench.variants({ again: { sku: "SET-1" } });
    await bench.matched();
  });

  test("is relinked with kit and history, and the tombstone disappears", async () => {
    await bench.wrote("long before", { from: 1, to: 2 });
    await bench.wrote("before", { from: 2, to: 3 });
    await bench.wrote("stranger", { from: 8, to: 9 });
    expect(await relink("again", "before")).toEqual({ outcome: "relinked" });
    expect(await bench.shown()).toEqual(["again: mapped → BOX + 2 MUG"]);
    expect(await bench.former("again")).toEqual(["before", "long before"]);
    const { entries } = await explainStock(bench.ctx, { variantId: "again" as VariantId });
    expect(entries.map(({ from, to, ofFormer }) => ({ from, to, ofFormer }))).toEqual([
      { from: 2, to: 3, ofFormer: true },
      { from: 1, to: 2, ofFormer: true },
    ]);
    expect(await bench.lookedAt()).toEqual(["BOX", "MUG"]);
  });

  test("both sides of it name the other", async () => {
    expect(await read("again")).toMatchObject({ former: { variantId: "before", components: [{}, {}] } });
    expect(await read("before")).toMatchObject({ heirs: [{ variantId: "again" }] });
    const { rows } = await listVariants(bench.ctx, { state: "tombstoned" });
    expect(rows).toMatchObject([{ variantId: "before", heir: "again" }]);
  });

  test("relinking twice is relinking once", async () => {
    await relink("again", "before");
    expect(await relink("again", "before")).toEqual({ outcome: "relinked" });
    expect(await bench.former("again")).toEqual(["before", "long before"]);
  });

  test("is not relinked once the gone variant is back", async () => {
    await bench.ctx.db.variant.updateMany({ where: { variantId: "before" }, data: { goneAt: null } });
    expect(await relink("again", "before")).toEqual({ outcome: "came-back" });
  });

  test("is relinked although another variant uses one of the SKUs by now", async () => {
    await bench.variants({ box: { sku: "BOX" } });
    await bench.matched();
    expect(await relink("again", "before")).toEqual({ outcome: "relinked" });
    expect(await bench.shown()).toEqual(["again: mapped → BOX + 2 MUG", "box: mapped → BOX"]);
  });

  test("is not relinked when somebody has said something else of it since", async () => {
    await bench.products({ TIN: {} });
    await map("again", { TIN: 1 });
    expect(await relink("again", "before")).toEqual({ outcome: "changed-meanwhile" });
    expect(await bench.shown()).toEqual(["again: mapped → TIN", "before: tombstoned → BOX + 2 MUG"]);
  });

  test("is never relinked to another shop's", async () => {
    await bench.elsewhere(async (other) => {
      await other.variants({ theirs: { sku: "T" } });
      await other.map("theirs", { T: 1 });
      await other.gone("theirs");
    });
    expect(await relink("again", "theirs")).toEqual({ outcome: "nothing-remembered" });
    expect(await relink("theirs", "before")).toEqual({ outcome: "unknown-variant" });
  });
});

describe("renamed", () => {
  test("in the shop, a variant still follows what it is mapped to, and says what it was called", async () => {
    await bench.variants({ mug: { sku: "M1" } });
    await bench.products({ M1: { stock: 5 } });
    await bench.matched();
    await bench.variants({ mug: { sku: "M2" } });
    await bench.matched();
    expect(await read("mug")).toMatchObject({ state: "mapped", renamed: { from: "M1" }, follows: 5 });
  });

  test("at the warehouse, the goods are unknown, and what carries the barcode now is offered", async () => {
    await bench.variants({ mug: { sku: "M1", barcode: "400" } });
    await bench.products({ M1: { barcode: "400" } });
    await bench.matched();
    await bench.ctx.db.warehouseProduct.deleteMany({ where: { sku: "M1" } });
    await bench.products({ "M1-NEW": { barcode: "400", stock: 3 } });
    expect(await read("mug")).toMatchObject({
      ...{ state: "mapped", follows: null, components: [{ sku: "M1", known: false, stock: null }] },
      candidates: [{ sku: "M1-NEW", stock: 3 }],
    });
  });

  test("why nothing is guessed is said by name", async () => {
    await bench.variants({ a: { barcode: "400" }, b: { barcode: "400" } });
    await bench.products({ M1: { barcode: "400" } });
    await bench.matched();
    expect(await read("a")).toMatchObject({
      ...{ state: "ambiguous", reason: "several_variants", rivals: [{ variantId: "b" }] },
      candidates: [{ sku: "M1", usedBy: [] }],
    });
  });
});
