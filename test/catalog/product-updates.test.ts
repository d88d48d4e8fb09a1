import { describe, expect, test } from "vitest";
import { cancelUpdate } from "../../app/domain/catalog/update/cancel-update.ts";
import { previewUpdate } from "../../app/domain/catalog/update/preview-update.ts";
import { readUpdateProgress } from "../../app/domain/catalog/update/read-update-page.ts";
import { startUpdate, type StartUpdate } from "../../app/domain/catalog/update/start-update.ts";
import { startPush } from "../../app/domain/catalog/push/start-push.ts";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { openPush, type SeededVariant } from "./push-bench.ts";

type Bench = Awaited<ReturnType<typeof openPush>>;
const YES = 1_000_000;
const MUG: SeededVariant = { sku: "MUG", title: "Mug", weight: 250 };

/** The warehouse had these before the app: each is called by its SKU there, and weighs 300 g. */
async function hadBefore(variants: Record<string, SeededVariant>): Promise<Bench> {
  const skus = Object.values(variants).map(({ sku }) => sku!);
  const bench = await openPush({ variants, stock: Object.fromEntries(skus.map((sku) => [sku, 5])) });
  for (const sku of new Set(skus)) await atWarehouse(bench, sku, { weight: 300 });
  return bench;
}

/** Somebody changes a product at the warehouse, and the app reads it. */
async function atWarehouse(bench: Bench, sku: string, changes: object): Promise<void> {
  await bench.warehouse.client.products.update(sku, changes);
  await bench.readWarehouse();
  await bench.warehouse.forgetRequests();
}

async function update({ ctx }: Bench, selection: StartUpdate["selection"] = "all") {
  const { fingerprint } = await previewUpdate(ctx, { selection });
  return startUpdate(ctx, { selection, fingerprint, confirmed: YES });
}

const changesOf = async (ctx: ShopContext) =>
  Object.fromEntries(
    (await previewUpdate(ctx, { selection: "all" })).rows.map(({ sku, differences }) => [
      sku,
      differences.map(({ field, store, warehouse }) => `${field}: ${store}, ${warehouse}`),
    ]),
  );
const stateOf = async ({ db }: Bench, sku = "MUG") => {
  const { state, left } = await db.productUpdate.findFirstOrThrow({ where: { sku } });
  return [state, ...left];
};

describe("products that the warehouse had before the app", () => {
  test("are compared with what it really has", async () => {
    const bench = await hadBefore({ mug: MUG, cup: { sku: "CUP", title: "CUP", weight: 300 } });
    expect(await changesOf(bench.ctx)).toEqual({ MUG: ["description: Mug, MUG", "weight: 250, 300"] });
    expect(await bench.asked("PUT")).toEqual([]);
  });

  test("found when they were to be created, are compared too, and keep their values", async () => {
    const bench = await openPush({ variants: { mug: MUG } });
    await startPush(bench.ctx, { selection: "missing", confirmed: YES });
    await bench.warehouse.client.products.create({ sku: "MUG", description: "Theirs", weight: 300 });
    await bench.push();
    await bench.switchOnEdits();
    expect(await bench.db.pushedProduct.findMany()).toMatchObject([{ state: "present", sent: null }]);
    expect(await changesOf(bench.ctx)).toEqual({ MUG: ["description: Mug, Theirs", "weight: 250, 300"] });
    await bench.shop({ mug: { ...MUG, title: "Big mug" } });
    await bench.pushEdits();
    expect(await bench.asked("PUT")).toEqual([]);
    expect(await bench.products()).toMatchObject([{ description: "Theirs", weight: 300 }]);
  });

  test("are updated when the merchant says so, only in the fields that differ", async () => {
    const bench = await hadBefore({ mug: MUG, cup: { sku: "CUP", weight: 7 } });
    await atWarehouse(bench, "MUG", { barcode: "theirs", width: 90 });
    expect(await update(bench, bench.ids("mug"))).toEqual({ outcome: "started", queued: 1 });
    await bench.pushEdits();
    expect(await bench.asked("PUT")).toEqual(["/fulfilment/v3/products/MUG"]);
    expect(await bench.products()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ sku: "CUP", weight: 300 }),
        expect.objectContaining({
          sku: "MUG",
          description: "Mug",
          weight: 250,
          barcode: "theirs",
          width: 90,
        }),
      ]),
    );
    expect(await stateOf(bench)).toEqual(["updated"]);
    expect(Object.keys(await changesOf(bench.ctx))).toEqual(["CUP"]);
  });

  test("are not followed afterwards: what the store changes later is shown again", async () => {
    const bench = await hadBefore({ mug: MUG });
    await bench.switchOnEdits();
    await update(bench);
    await bench.pushEdits();
    await bench.warehouse.forgetRequests();
    await bench.shop({ mug: { ...MUG, weight: 260 } });
    await bench.pushEdits();
    expect(await bench.asked("PUT")).toEqual([]);
    expect(await changesOf(bench.ctx)).toEqual({ MUG: ["weight: 260, 250"] });
  });
});

test("an update of a product that the app created is not sent again as an edit", async () => {
  const bench = await openPush({ variants: { mug: MUG } });
  await startPush(bench.ctx, { selection: "missing", confirmed: YES });
  await bench.push();
  await bench.switchOnEdits();
  await atWarehouse(bench, "MUG", { weight: 300 });
  await update(bench);
  await bench.pushEdits();
  await bench.shop({ mug: MUG });
  await bench.pushEdits();
  expect(await bench.asked("PUT")).toHaveLength(1);
  expect(await bench.products()).toMatchObject([{ weight: 250 }]);
});

test("kits, products of several variants, bundles and what has not been read are not compared", async () => {
  const bench = await hadBefore({
    mug: MUG,
    twin: { sku: "MUG", title: "Twin" },
    cup: { sku: "CUP", title: "Cup" },
    pair: { sku: "PAIR", title: "Pair" },
    box: { sku: "BOX", title: "Box", bundle: true },
    old: { sku: "OLD", title: "Old" },
  });
  await mapVariant(bench.ctx, {
    variantId: "pair" as VariantId,
    components: [{ sku: "PAIR" as Sku, quantity: 2 }],
  });
  await bench.db.mappingComponent.create({
    data: { shop: bench.ctx.shop, variantId: "cup", sku: "BOX", quantity: 1 },
  });
  await bench.db.warehouseProduct.updateMany({ where: { sku: "OLD" }, data: { detailed: false } });
  expect(await changesOf(bench.ctx)).toEqual({});
  await bench.readWarehouse();
  expect(Object.keys(await changesOf(bench.ctx))).toEqual(["OLD"]);
});

describe("nothing is overwritten that the merchant did not see", () => {
  test("when something else would change than was shown, nothing is queued", async () => {
    const bench = await hadBefore({ mug: MUG });
    const { fingerprint } = await previewUpdate(bench.ctx, { selection: "all" });
    await bench.shop({ mug: { ...MUG, weight: 251 } });
    const wanted = { selection: "all", fingerprint, confirmed: YES } as const;
    expect(await startUpdate(bench.ctx, wanted)).toEqual({ outcome: "changed-meanwhile" });
    expect(await bench.db.productUpdate.count()).toBe(0);
  });

  test("a value that somebody enters at the warehouse meanwhile stays, and is named", async () => {
    const bench = await hadBefore({ mug: MUG });
    await update(bench);
    await bench.warehouse.client.products.update("MUG", { weight: 310 });
    await bench.pushEdits();
    expect(await bench.products()).toMatchObject([{ description: "Mug", weight: 310 }]);
    expect(await stateOf(bench)).toEqual(["updated", "weight"]);
    expect(await readUpdateProgress(bench.ctx)).toMatchObject({
      counts: { updated: 1 },
      incomplete: [{ sku: "MUG", left: ["weight"] }],
    });
    expect(await changesOf(bench.ctx)).toEqual({ MUG: ["weight: 250, 310"] });
  });

  test("many are asked about first, and nothing is queued until the merchant agrees", async () => {
    const bench = await hadBefore({ mug: MUG, cup: { sku: "CUP" } });
    const { fingerprint } = await previewUpdate(bench.ctx, { selection: "all" });
    const wanted = { selection: "all", fingerprint } as const;
    expect(await startUpdate(bench.ctx, wanted)).toEqual({
      ...{ outcome: "ask", update: 2, known: 2, askBeyond: 20 },
    });
    expect(await bench.db.productUpdate.count()).toBe(0);
    expect(await startUpdate(bench.ctx, { ...wanted, confirmed: 2 })).toMatchObject({ queued: 2 });
  });

  test("a variant that is mapped to something else meanwhile sends nothing", async () => {
    const bench = await hadBefore({ mug: MUG });
    await update(bench);
    await bench.db.mappingComponent.updateMany({ data: { quantity: 2 } });
    await bench.pushEdits();
    expect(await bench.asked("PUT")).toEqual([]);
    expect(await stateOf(bench)).toEqual(["unmapped"]);
  });
});

describe("when it is repeated, cut off or answered late", () => {
  test("the same update asked for twice is sent once", async () => {
    const bench = await hadBefore({ mug: MUG });
    await Promise.all([update(bench), update(bench)]);
    await bench.pushEdits();
    await bench.pushEdits();
    expect(await bench.asked("PUT")).toHaveLength(1);
  });

  test("an answer that is lost costs another look, and no second change", async () => {
    const bench = await hadBefore({ mug: MUG, cup: { sku: "CUP", weight: 7 } });
    await bench.warehouse.fault({ method: "PUT", path: "/MUG", when: "answer", action: { kind: "reset" } });
    await update(bench);
    await expect(bench.pushEdits()).rejects.toThrow("no whole answer");
    await bench.clearFaults();
    await bench.warehouse.forgetRequests();
    await bench.pushEdits();
    expect(await bench.asked("PUT")).toEqual([]);
    expect((await bench.products()).map(({ weight }) => weight).sort()).toEqual([250, 7]);
    expect([await stateOf(bench), await stateOf(bench, "CUP")]).toEqual([["updated"], ["updated"]]);
  });

  test("a run that ends before it notes what was sent is done again, and sends nothing", async () => {
    const bench = await hadBefore({ mug: MUG });
    await update(bench);
    // As if the process had ended right after the warehouse took it.
    await bench.warehouse.client.products.update("MUG", { weight: 250, description: "Mug" });
    await bench.warehouse.forgetRequests();
    await bench.pushEdits();
    expect(await bench.asked("PUT")).toEqual([]);
    expect(await stateOf(bench)).toEqual(["updated"]);
  });

  test("what is called off while it is being sent is not written over", { tags: ["proof"] }, async () => {
    const bench = await hadBefore({ mug: MUG });
    await update(bench);
    await bench.warehouse.fault({ method: "PUT", path: "/MUG", when: "answer", action: { kind: "hold" } });
    const run = bench.pushEdits();
    await expect.poll(() => bench.asked("PUT")).toHaveLength(1);
    expect(await cancelUpdate(bench.ctx)).toBe(1);
    await bench.clearFaults();
    await run;
    expect(await bench.db.productUpdate.count()).toBe(0);
    expect(await cancelUpdate(bench.ctx)).toBeNull();
  });

  test("an outage leaves everything waiting, and it is sent afterwards", async () => {
    const bench = await hadBefore({ mug: MUG });
    await update(bench);
    await bench.warehouse.fault({ path: "/fulfilment/", action: { kind: "status", status: 503 } });
    await expect(bench.pushEdits()).rejects.toThrow();
    expect(await bench.db.productUpdate.findMany()).toMatchObject([{ state: "waiting", tries: 0 }]);
    await bench.clearFaults();
    await bench.pushEdits();
    expect(await stateOf(bench)).toEqual(["updated"]);
  });
});

test("a refusal is shown with the product, holds back no other, and is over with the next update", async () => {
  const bench = await hadBefore({ mug: MUG, cup: { sku: "CUP", weight: 7 } });
  const action = { kind: "status", status: 422, body: { message: "Too light for our shelves." } };
  await bench.warehouse.fault({ method: "PUT", path: "/MUG", action });
  await update(bench);
  await bench.pushEdits();
  expect(await stateOf(bench, "CUP")).toEqual(["updated"]);
  expect(await readUpdateProgress(bench.ctx)).toMatchObject({
    counts: { updated: 1, rejected: 1 },
    incomplete: [
      { sku: "MUG", sentence: { key: "refused", values: { reason: "Too light for our shelves." } } },
    ],
  });
  await bench.clearFaults();
  await update(bench);
  await bench.pushEdits();
  expect(await stateOf(bench)).toEqual(["updated"]);
  expect(await listProblems(bench.ctx)).toEqual([]);
});

test("a product that is gone from the warehouse is forgotten, and nothing is sent", async () => {
  const bench = await hadBefore({ mug: MUG });
  await update(bench);
  await bench.warehouse.atFloor("correct", { sku: "MUG", stock: 0 });
  await bench.warehouse.client.products.delete("MUG");
  await bench.pushEdits();
  expect(await stateOf(bench)).toEqual(["gone"]);
  expect(await bench.db.warehouseProduct.count()).toBe(0);
  expect(await bench.states()).toEqual({ mug: "mapped" });
});
