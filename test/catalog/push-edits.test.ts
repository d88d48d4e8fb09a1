import { expect, test } from "vitest";
import { changeCatalogueSettings } from "../../app/domain/catalog/change-catalogue-settings.ts";
import { loadCatalogueSettings } from "../../app/domain/catalog/catalogue-settings.ts";
import { startPush } from "../../app/domain/catalog/push/start-push.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { manyVariants, openPush, type SeededVariant } from "./push-bench.ts";

const MUG = { sku: "MUG", title: "Mug", weight: 310, barcode: "400" };

/** These products were created from the shop, and edits are sent. */
async function created(variants: Record<string, SeededVariant>) {
  const bench = await openPush({ variants });
  await startPush(bench.ctx, { selection: "missing", confirmed: 1_000 });
  await bench.push();
  await bench.warehouse.forgetRequests();
  return bench;
}

const NONE = { width: null, height: null, length: null };
const jobs = async ({ ctx }: Awaited<ReturnType<typeof openPush>>) =>
  (
    await ctx.pool.query<{ key: string }>(
      "SELECT key FROM graphile_worker.jobs WHERE key LIKE 'push-edits:%' OR key LIKE 'import-catalogue:%'",
    )
  ).rows.map(({ key }) => key.split(":")[0]);

test("only the fields that were changed are sent", async () => {
  const bench = await created({ mug: MUG, cup: { sku: "CUP" } });
  await bench.switchOnEdits();
  // What people at the warehouse wrote there is not written over.
  await bench.warehouse.client.products.update("MUG", { barcode: "theirs" });
  await bench.warehouse.forgetRequests();
  await bench.shop({ mug: { ...MUG, weight: 320 }, cup: { sku: "CUP" } });
  await bench.pushEdits();
  expect(await bench.asked("PUT")).toEqual(["/fulfilment/v3/products/MUG"]);
  expect(await bench.products()).toContainEqual(
    expect.objectContaining({ sku: "MUG", weight: 320, barcode: "theirs", description: "Mug" }),
  );
});

test("what was sent is not sent again, however often the shop is read", async () => {
  const bench = await created({ mug: MUG });
  await bench.switchOnEdits();
  for (let reading = 0; reading < 3; reading++) {
    await bench.shop({ mug: { ...MUG, title: "Big mug" } });
    await bench.pushEdits();
  }
  expect(await bench.asked("PUT")).toHaveLength(1);
  expect(await bench.products()).toMatchObject([{ description: "Big mug" }]);
});

test("nothing is sent unless the merchant wants it", async () => {
  const bench = await created({ mug: MUG });
  await bench.shop({ mug: { ...MUG, weight: 320 } });
  await bench.pushEdits();
  expect(await bench.asked("PUT")).toEqual([]);
});

test("what is emptied in the shop stays as it is at the warehouse", async () => {
  const bench = await created({ mug: MUG });
  await bench.switchOnEdits();
  await bench.shop({ mug: { ...MUG, weight: null, barcode: null } });
  await bench.pushEdits();
  expect(await bench.asked("PUT")).toEqual([]);
  await bench.shop({ mug: { ...MUG, weight: 5, barcode: null } });
  await bench.pushEdits();
  expect(await bench.products()).toMatchObject([{ weight: 5, barcode: "400" }]);
});

test("products that were never created from here, parts of kits and shared goods are left alone", async () => {
  const bench = await created({ mug: MUG, cup: { sku: "CUP" }, jar: { sku: "JAR" } });
  await bench.switchOnEdits();
  const { shop } = bench.ctx;
  await bench.db.mappingComponent.create({ data: { shop, variantId: "mug", sku: "CUP", quantity: 1 } });
  await bench.db.mappingComponent.updateMany({ where: { variantId: "jar" }, data: { quantity: 2 } });
  await bench.shop({
    mug: { ...MUG, title: "Set" },
    cup: { sku: "CUP", title: "C" },
    jar: { sku: "JAR", title: "J" },
  });
  await bench.pushEdits();
  expect(await bench.asked("PUT")).toEqual([]);
});

test("a variant that was renamed goes on describing the goods it is mapped to", async () => {
  const bench = await created({ mug: MUG });
  await bench.switchOnEdits();
  await bench.shop({ mug: { ...MUG, sku: "MUG-2", title: "New mug" } });
  await bench.pushEdits();
  expect(await bench.products()).toMatchObject([{ sku: "MUG", description: "New mug" }]);
});

test("a change the warehouse refuses is named with its reason, holds back no other, and is over when it is mended", async () => {
  const bench = await created({ mug: MUG, cup: { sku: "CUP" } });
  await bench.switchOnEdits();
  const action = { kind: "status", status: 422, body: { message: "Too heavy for our shelves." } };
  await bench.warehouse.fault({ method: "PUT", path: "/MUG", action });
  await bench.shop({ mug: { ...MUG, weight: 9_000 }, cup: { sku: "CUP", weight: 7 } });
  await bench.pushEdits();
  expect(await listProblems(bench.ctx)).toMatchObject([
    {
      ...{ kind: "edit-rejected", subject: "MUG" },
      details: {
        ...{ sku: "MUG", variantId: "mug" },
        sentence: { key: "refused", values: { reason: "Too heavy for our shelves." } },
      },
    },
  ]);
  expect(await bench.products()).toContainEqual(expect.objectContaining({ sku: "CUP", weight: 7 }));
  await bench.pushEdits();
  expect(await bench.asked("PUT")).toHaveLength(2); // Not tried again until the shop changes it.

  await bench.clearFaults();
  await bench.shop({ mug: { ...MUG, weight: 320 } });
  await bench.pushEdits();
  expect(await listProblems(bench.ctx)).toEqual([]);
  expect(await bench.products()).toContainEqual(expect.objectContaining({ sku: "MUG", weight: 320 }));
});

test("a refused change that is taken back needs no mending", async () => {
  const bench = await created({ mug: MUG });
  await bench.switchOnEdits();
  await bench.warehouse.fault({ method: "PUT", path: "/MUG", action: { kind: "status", status: 409 } });
  await bench.shop({ mug: { ...MUG, weight: 9_000 } });
  await bench.pushEdits();
  expect(await listProblems(bench.ctx)).toMatchObject([{ details: { sentence: { key: "refused" } } }]);
  await bench.shop({ mug: MUG });
  await bench.pushEdits();
  expect(await listProblems(bench.ctx)).toEqual([]);
});

test("an answer that is lost costs nothing but a second asking", async () => {
  const bench = await created({ mug: MUG, cup: { sku: "CUP" } });
  await bench.switchOnEdits();
  await bench.shop({ mug: { ...MUG, weight: 320 }, cup: { sku: "CUP", weight: 7 } });
  await bench.warehouse.fault({ method: "PUT", path: "/MUG", when: "answer", action: { kind: "reset" } });
  await expect(bench.pushEdits()).rejects.toThrow("no whole answer");
  await bench.clearFaults();
  await bench.pushEdits();
  expect(await bench.products()).toMatchObject([{ weight: 7 }, { weight: 320 }]);
  await bench.warehouse.forgetRequests();
  await bench.pushEdits();
  expect(await bench.asked("PUT")).toEqual([]);
});

test("a product that is gone from the warehouse is forgotten, and its mapping kept", async () => {
  const bench = await created({ mug: MUG });
  await bench.switchOnEdits();
  await bench.warehouse.client.products.delete("MUG");
  await bench.shop({ mug: { ...MUG, weight: 320 } });
  await bench.pushEdits();
  expect(await bench.db.warehouseProduct.count()).toBe(0);
  expect(await bench.states()).toEqual({ mug: "mapped" });
});

test("switching it on tells how many earlier changes go with it, and asks when they are many", async () => {
  const bench = await created(manyVariants(10));
  const wanted = { pushEdits: true, askBeyond: 20, dimensions: NONE };
  const three = {
    V000: { sku: "SKU-000", weight: 1 },
    V001: { sku: "SKU-001", weight: 1 },
    V002: { sku: "SKU-002", weight: 1 },
  };
  await bench.shop(three);
  expect(await changeCatalogueSettings(bench.ctx, wanted)).toEqual({
    ...{ outcome: "ask", changes: 3, known: 10, askBeyond: 20 },
  });
  expect((await loadCatalogueSettings(bench.ctx)).pushEdits).toBe(false);
  expect(await changeCatalogueSettings(bench.ctx, { ...wanted, confirmed: 3 })).toEqual({ outcome: "saved" });
  expect(await jobs(bench)).toEqual(["push-edits"]);
  await bench.pushEdits();
  expect(await bench.asked("PUT")).toHaveLength(3);
});

test.each(["width", "custom.", ".width", "custom.width.deep", "cus tom.width", "c.w"])(
  "%j is no metafield's name, and nothing is saved",
  async (width) => {
    const bench = await openPush();
    const wanted = { pushEdits: true, askBeyond: 5, dimensions: { ...NONE, width } };
    expect(await changeCatalogueSettings(bench.ctx, wanted)).toEqual({
      outcome: "invalid",
      fields: ["width"],
    });
    expect((await loadCatalogueSettings(bench.ctx)).askBeyond).toBe(20);
  },
);

test("metafields named anew are read at once", async () => {
  const bench = await openPush();
  const dimensions = { width: "custom.width", height: "$app:parcel.height_mm", length: null };
  const wanted = { pushEdits: false, askBeyond: 20, dimensions };
  expect(await changeCatalogueSettings(bench.ctx, wanted)).toEqual({ outcome: "saved" });
  expect(await jobs(bench)).toEqual(["import-catalogue"]);
  expect((await loadCatalogueSettings(bench.ctx)).dimensions).toEqual(dimensions);
});
