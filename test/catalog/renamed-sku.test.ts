import { expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { listVariants } from "../../app/domain/catalog/list-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { createWorld, productPath, readShop, SHOP, type ShownVariant, type World } from "../support/world.ts";

async function mug(): Promise<{ world: World; variant: ShownVariant }> {
  const world = await createWorld({
    warehouse: { MUG: 5, CUP: 9, POT: 1 },
    variants: [{ sku: "MUG" }, { sku: "POT" }],
  });
  await world.connect();
  return { world, variant: (await readShop(world)).variant("MUG") };
}

const rename = (world: World, { variant, sku }: { variant: ShownVariant; sku: string | null }) =>
  world.atShop(productPath(variant), { variants: [{ id: variant.id, sku }] });

const map = ({ ctx }: World, { variant, sku }: { variant: ShownVariant; sku: string }) =>
  mapVariant(ctx, {
    variantId: variant.id as VariantId,
    components: [{ sku: sku as Sku, quantity: 1 }],
  });

async function importAgain(world: World): Promise<void> {
  await queueJob(world.services.db, { name: "import-catalogue", shop: SHOP });
  await world.settle();
}

async function renamed(world: World): Promise<string[]> {
  const { rows } = await listVariants(world.ctx, { state: "sku_renamed" });
  const problems = await listProblems(world.ctx);
  expect(problems.map(({ subject }) => subject)).toEqual(rows.map(({ variantId }) => variantId));
  return problems.map(({ kind, details: { sku, newSku } }) => `${kind} ${sku} ${newSku}`);
}

test("an SKU that is changed in Shopify is a problem until it is changed back", async () => {
  const { world, variant } = await mug();
  await rename(world, { variant, sku: "CUP" });
  await world.settle();
  expect(await renamed(world)).toEqual(["sku-renamed MUG CUP"]);
  await rename(world, { variant, sku: "VASE" });
  await world.settle();
  expect(await renamed(world)).toEqual(["sku-renamed MUG VASE"]);
  await rename(world, { variant, sku: "MUG" });
  await world.settle();
  expect(await renamed(world)).toEqual([]);
});

test.each(["CUP", "MUG"])(
  "a changed SKU is no problem any more once its variant is mapped to %s",
  async (sku) => {
    const { world, variant } = await mug();
    await rename(world, { variant, sku: "CUP" });
    await world.settle();
    expect(await map(world, { variant, sku })).toEqual({ outcome: "mapped" });
    await world.settle();
    await importAgain(world);
    expect(await renamed(world)).toEqual([]);
  },
);

test("a changed SKU is found by the next import when Shopify's webhook is lost, and so is that its variant is gone", async () => {
  const { world, variant } = await mug();
  await rename(world, { variant, sku: "CUP" });
  await world.delivered();
  await world.services.db.hint.deleteMany();
  await importAgain(world);
  expect(await renamed(world)).toEqual(["sku-renamed MUG CUP"]);
  await world.remove(productPath(variant));
  await world.delivered();
  await world.services.db.hint.deleteMany();
  await importAgain(world);
  expect(await renamed(world)).toEqual([]);
});

test("a variant that the merchant has mapped to another SKU than its own is no problem", async () => {
  const { world, variant } = await mug();
  await map(world, { variant, sku: "CUP" });
  await rename(world, { variant, sku: "VASE" });
  await world.settle();
  await importAgain(world);
  expect(await renamed(world)).toEqual([]);
});
