import { expect, onTestFinished, test } from "vitest";
import { closeConnection } from "../../app/domain/connection/close-connection.ts";
import { forgetAccount } from "../../app/domain/connection/forget-account.ts";
import { loadConnection } from "../../app/domain/connection/load-connection.ts";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import { writeMappings } from "../../app/domain/catalog/mapping/write-mappings.ts";
import { listVariants } from "../../app/domain/catalog/list-variants.ts";
import { importCatalogue } from "../../app/domain/catalog/import/import-catalogue.ts";
import type { VariantId } from "../../app/domain/ids.ts";
import { loadLooks, saveLooks, type Look } from "../../app/domain/stock/mirror/stock-looks.ts";
import { storeReceipts } from "../../app/domain/stock/receipts/read-receipts.ts";
import { changeStockSettings } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { inboundSchema } from "../../app/fulfilment/answers.ts";
import { untilBlocked, WHILE_WAITING } from "../support/until-blocked.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

/*
 * What the merchant clicks while a run stores what it has read: one waits for the other, and never both.
 */

const SKUS = ["CUP", "MUG", "POT"];

async function connected(): Promise<{ world: World; variantIds: VariantId[] }> {
  const world = await createWorld({
    warehouse: Object.fromEntries(SKUS.map((sku) => [sku, 5])),
    variants: SKUS.map((sku) => ({ sku, onHand: 5 })),
  });
  await world.connect();
  const shop = await readShop(world);
  return { world, variantIds: SKUS.map((sku) => shop.variant(sku).id as VariantId) };
}

const ROW_ID = { StockLook: "variantId", Variant: "variantId", InboundReceipt: "sku" };

/** Locks a row until the returned function is called. */
async function holdRow(
  { services }: World,
  { table, id }: { table: keyof typeof ROW_ID; id: string },
): Promise<() => Promise<unknown>> {
  const client = await services.pool.connect();
  onTestFinished(() => client.release());
  await client.query("BEGIN");
  await client.query(`SELECT FROM "${table}" WHERE "shop" = $1 AND "${ROW_ID[table]}" = $2 FOR UPDATE`, [
    SHOP,
    id,
  ]);
  return () => client.query("COMMIT");
}

/** How many of this database's connections wait for another. */
async function countWaiting({ services }: World): Promise<number> {
  const { rowCount } = await services.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rowCount ?? 0;
}

/** Begins one, waits until it waits, begins the other, waits until both do, and lets them go on. */
async function inTurn(
  world: World,
  { first, second, release }: Record<"first" | "second" | "release", () => Promise<unknown>>,
): Promise<void> {
  const one = first();
  one.catch(() => undefined);
  await untilBlocked(world.services.pool, one);
  const other = second();
  other.catch(() => undefined);
  await expect.poll(() => countWaiting(world)).toBe(2);
  await release();
  await Promise.all([one, other]);
}

/** Imports the catalog, waiting for Shopify where a job would be put off. */
async function importWhole({ ctx, delivered }: World): Promise<void> {
  while ((await importCatalogue(ctx)) === "unfinished") await delivered();
}

async function looksOf({ ctx }: World, variantIds: VariantId[]): Promise<Look[]> {
  const looks = await loadLooks(ctx, variantIds);
  return variantIds.map((variantId) => {
    const { look } = looks.get(variantId)!;
    return { ...look!, figures: { onHand: 4, available: 4, committed: 0 } };
  });
}

test("changing the mode waits for a run that stores what it found in another order", async () => {
  const { world, variantIds } = await connected();
  const [cup, mug, pot] = variantIds as [VariantId, VariantId, VariantId];
  const looks = await looksOf(world, [mug, pot, cup]);
  const release = await holdRow(world, { table: "StockLook", id: pot });
  await inTurn(world, {
    first: () => saveLooks(world.ctx, looks),
    second: () => changeStockSettings(world.ctx, { mode: "available" }),
    release,
  });
  expect(await world.services.db.stockLook.findMany({ where: { lookedAt: { not: null } } })).toEqual([]);
});

test("mapping variants waits for a run that stores what it found in another order", async () => {
  const { world, variantIds } = await connected();
  const [cup, mug, pot] = variantIds as [VariantId, VariantId, VariantId];
  const looks = await looksOf(world, [mug, pot, cup]);
  const now = world.ctx.clock();
  const words = variantIds.map((variantId) => ({ variantId, word: { decision: "ignored" } as const }));
  const release = await holdRow(world, { table: "StockLook", id: pot });
  await inTurn(world, {
    first: () => saveLooks(world.ctx, looks),
    second: () =>
      world.services.db.$transaction(
        (tx) => writeMappings(tx, { shop: SHOP, source: "merchant", ...{ now, words } }),
        WHILE_WAITING,
      ),
    release,
  });
  expect(await world.services.db.mapping.count({ where: { decision: "ignored" } })).toBe(3);
});

test("changing the mode and the location at once, one waits for the other", async () => {
  const { world, variantIds } = await connected();
  const locationId = (await readShop(world)).location("Shop floor");
  const release = await holdRow(world, { table: "StockLook", id: variantIds[0]! });
  await inTurn(world, {
    first: () => chooseLocation(world.ctx, { locationId }),
    second: () => changeStockSettings(world.ctx, { mode: "available" }),
    release,
  });
  expect(await world.services.db.stockSettings.findFirst()).toMatchObject({
    mode: "available",
    phase: "shadow",
  });
});

test("disconnecting waits for an import that is being taken over", async () => {
  const { world, variantIds } = await connected();
  await world.services.db.variant.updateMany({ data: { variantTitle: "of another day" } });
  const release = await holdRow(world, { table: "Variant", id: variantIds[2]! });
  await inTurn(world, {
    first: () => importWhole(world),
    second: () =>
      world.services.db.$transaction(
        (tx) => closeConnection(tx, { shop: SHOP, at: world.ctx.clock() }),
        WHILE_WAITING,
      ),
    release,
  });
  expect(await world.services.db.catalogueImport.count()).toBe(0);
});

test("forgetting an account waits for a run that stores what an inbound has brought", async () => {
  const { world } = await connected();
  const { ctx, services } = world;
  const connection = await loadConnection(ctx);
  const brought = (units: number) =>
    inboundSchema.parse({
      ...{ ref: "IN-1", status: "partially_received" },
      receipts: [{ lines: ["MUG", "POT", "CUP"].map((sku) => ({ sku, quantity: units })) }],
    });
  const store = (units: number) =>
    storeReceipts(ctx, { inbounds: [brought(units)], epoch: connection?.stockEpoch ?? 0 });
  const at = { shop: SHOP, inboundRef: "IN-1", units: 1, changedAt: ctx.clock() };
  for (const sku of SKUS) await services.db.inboundReceipt.create({ data: { ...at, sku } });
  const release = await holdRow(world, { table: "InboundReceipt", id: "POT" });
  await inTurn(world, {
    first: () => store(2),
    second: () => services.db.$transaction((tx) => forgetAccount(tx, SHOP), WHILE_WAITING),
    release,
  });
  expect(await services.db.inboundReceipt.count()).toBe(0);
  await store(3);
  expect(await services.db.inboundReceipt.count()).toBe(0);
});

test("a run stores what it found while an import is being taken over", async () => {
  const { world, variantIds } = await connected();
  const looks = await looksOf(world, variantIds);
  await world.services.db.variant.updateMany({ data: { variantTitle: "of another day" } });
  const release = await holdRow(world, { table: "Variant", id: variantIds[2]! });
  const importing = importWhole(world);
  await untilBlocked(world.services.pool, importing);
  const lookedAt = world.ctx.clock();
  // Does not wait for the import.
  await saveLooks(
    world.ctx,
    looks.map((look) => ({ ...look, lookedAt })),
  );
  await release();
  await importing;
  const { rows } = await listVariants(world.ctx, {});
  expect(rows.map(({ onHand }) => onHand)).toEqual([4, 4, 4]);
});
