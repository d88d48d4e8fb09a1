import { beforeEach, describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { listVariants } from "../../app/domain/catalog/list-variants.ts";
import { readVariant } from "../../app/domain/catalog/read-variant.ts";
import { relinkVariant } from "../../app/domain/catalog/mapping/relink-variant.ts";
import { setSharing } from "../../app/domain/catalog/mapping/set-sharing.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { explainStock } from "../../app/domain/stock/report/explain-stock.ts";
import { openCatalogue } from "./bench.ts";

const bench = await openCatalogue();

const map = (variantId: string, goods: Record<string, number>, sharing?: "same" | "primary") => {
  const components = Object.entries(goods).map(([sku, quantity]) => ({ sku: sku as Sku, quantity }));
  return mapVariant(bench.ctx, {
    variantId: variantId as VariantId,
    components,
    ...(sharing && { sharing }),
  });
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
    expect(await read("set")).toMatchObject({ follows: 4, sharing: "whole" });
    expect(await bench.lookedAt()).toEqual(["BOX", "MUG"]);
  });

  test("a conflict says what the goods are mapped to, and nothing is changed", async () => {
    await bench.variants({ mug: { sku: "M1" }, other: { sku: "OTHER" } });
    await bench.products({ M1: {} });
    await bench.matched();
    expect(await map("other", { M1: 1 })).toMatchObject({
      outcome: "taken",
      sku: "M1",
      by: { variantId: "mug" },
    });
    expect(await bench.states()).toEqual(["mug: mapped → M1", "other: not_at_warehouse"]);
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

  test("goods the warehouse does not know cannot be mapped to", async () => {
    await bench.variants({ mug: { sku: "M1" } });
    expect(await map("mug", { M1: 1 })).toEqual({ outcome: "unknown-sku", sku: "M1" });
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

describe("sharing goods", () => {
  beforeEach(async () => {
    await bench.variants({ mug: { sku: "M1" }, gift: { sku: "GIFT" } });
    await bench.products({ M1: { stock: 5 } });
    await bench.matched();
  });

  test("with the same count, each shows all of it", async () => {
    await map("gift", { M1: 1 }, "same");
    for (const one of ["mug", "gift"])
      expect(await read(one)).toMatchObject({ follows: 5, sharing: "whole" });
    expect((await read("mug"))?.components[0]?.mappedTo.map(({ variantId }) => variantId)).toEqual([
      "gift",
      "mug",
    ]);
  });

  test("with one that shows the stock, the others show none", async () => {
    await map("gift", { M1: 1 }, "primary");
    expect(await read("gift")).toMatchObject({ follows: 5, sharing: "whole" });
    expect(await read("mug")).toMatchObject({ follows: 0, sharing: "nothing" });
  });

  test("the merchant can change it, and the stock is looked at anew", async () => {
    await map("gift", { M1: 1 }, "same");
    await bench.ctx.db.hint.deleteMany();
    const sku = "M1" as Sku;
    const primary = { sku, policy: "primary", primaryVariantId: "mug" as VariantId } as const;
    expect(await setSharing(bench.ctx, primary)).toEqual({ outcome: "set" });
    expect(await read("gift")).toMatchObject({ follows: 0 });
    expect(await bench.lookedAt()).toEqual(["M1"]);
    expect(await setSharing(bench.ctx, { sku, policy: "same" })).toEqual({ outcome: "set" });
    expect(await read("gift")).toMatchObject({ follows: 5 });
  });

  test("what is not shared, or not by the one named, has nothing to be said about", async () => {
    const sku = "M1" as Sku;
    expect(await setSharing(bench.ctx, { sku, policy: "same" })).toEqual({ outcome: "not-shared" });
    await map("gift", { M1: 1 }, "same");
    const stranger = { sku, policy: "primary", primaryVariantId: "nobody" as VariantId } as const;
    expect(await setSharing(bench.ctx, stranger)).toEqual({ outcome: "not-mapped" });
    expect(await setSharing({ ...bench.ctx, shop: "other.myshopify.com" }, { sku, policy: "same" })).toEqual({
      outcome: "not-shared",
    });
  });

  test("shared without a word, as when a gone variant comes back, it stands still and says so", async () => {
    await bench.map("gift", { M1: 1 });
    await bench.matched();
    expect(await read("mug")).toMatchObject({ sharing: "undecided", follows: undefined });
    const { rows } = await listVariants(bench.ctx, {});
    expect(rows.map(({ variantId, undecided }) => `${variantId}: ${undecided}`)).toEqual([
      "gift: true",
      "mug: true",
    ]);
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

  test("shows the stock of shared goods if the gone one did", async () => {
    await bench.variants({ mug: { sku: "X" } });
    await bench.map("mug", { MUG: 1 });
    await bench.share("MUG", "primary", "before");
    await relink("again", "before");
    expect(await bench.ctx.db.sharedSku.findMany()).toMatchObject([
      { sku: "MUG", primaryVariantId: "again" },
    ]);
  });

  test("is not relinked once the gone variant is back", async () => {
    await bench.ctx.db.variant.updateMany({ where: { variantId: "before" }, data: { goneAt: null } });
    expect(await relink("again", "before")).toEqual({ outcome: "came-back" });
  });

  test("is not relinked when the goods are another variant's by now, which is named", async () => {
    await bench.variants({ box: { sku: "BOX" } });
    await bench.matched();
    expect(await relink("again", "before")).toMatchObject({
      outcome: "taken",
      sku: "BOX",
      by: { variantId: "box" },
    });
    expect(await bench.shown()).toContain("before: tombstoned → BOX + 2 MUG");
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
    await bench.variants({ a: { sku: "M1" }, b: { sku: "M1" } });
    await bench.products({ M1: {} });
    await bench.matched();
    expect(await read("a")).toMatchObject({
      ...{ state: "ambiguous", reason: "several_variants", rivals: [{ variantId: "b" }] },
      candidates: [{ sku: "M1", mappedTo: [] }],
    });
  });
});
