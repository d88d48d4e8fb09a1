import { onTestFinished } from "vitest";
import { openDatabase } from "../../app/db.server.ts";
import { matchVariants } from "../../app/domain/catalog/mapping/match-variants.ts";
import { pushEdits } from "../../app/domain/catalog/push/push-edits.ts";
import { pushProducts } from "../../app/domain/catalog/push/push-products.ts";
import { storeWarehouseProducts } from "../../app/domain/catalog/import/store-warehouse-products.ts";
import type { VariantId } from "../../app/domain/ids.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import type { FulfilmentSettings } from "../../app/fulfilment/settings.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { control } from "../../sandbox/demo/control.ts";
import { openWarehouse } from "../fulfilment/bench.ts";
import { createDatabase } from "../support/database.ts";
import { LOCATION, SHOP } from "../support/world.ts";
import { secrets } from "../support/secrets.ts";

export interface SeededVariant {
  sku: string | null;
  title?: string;
  variantTitle?: string;
  bundle?: boolean;
  barcode?: string | null;
  weight?: number | null;
  width?: number | null;
  url?: string | null;
  imageUrl?: string | null;
}

/** A product as the warehouse's people see it. */
export interface AtWarehouse {
  sku: string;
  description: string;
  stock: number;
  weight: number | null;
}

/** A shop whose catalogue is rows, joined to a sandbox warehouse over real HTTP, which has `stock`. */
export async function openPush({
  variants = {},
  stock = {},
  settings,
}: {
  variants?: Record<string, SeededVariant>;
  stock?: Record<string, number>;
  settings?: Partial<FulfilmentSettings>;
} = {}) {
  const warehouse = await openWarehouse({ stock, ...(settings && { settings }) });
  const log = createLog("silent");
  const database = openDatabase({ url: await createDatabase(), log, secrets });
  onTestFinished(() => database.close());
  const { db, pool } = database;
  let minutes = 0;
  const began = Date.now();
  /** Each reading of the shop is later than the one before. */
  const nextReading = () => new Date(began + ++minutes * 60_000);

  // Whole but for `admin`: nothing that is sent to the warehouse is asked of the shop.
  const contextOf = (shop: string) =>
    ({
      ...{
        shop,
        db,
        pool,
        secrets,
        log,
        clock: () => new Date(),
        reached: new Set(),
        inboundsSeen: new Set(),
      },
      warehouse: () => warehouse.client,
    }) as unknown as ShopContext;

  /** The shop as it is read now. */
  async function read(shop: string, seeds: Record<string, SeededVariant>) {
    const at = nextReading();
    for (const [name, seed] of Object.entries(seeds)) {
      const shown = {
        ...{ sku: seed.sku, skuFolded: seed.sku?.trim().toLowerCase() || null },
        ...{ productTitle: seed.title ?? name, variantTitle: seed.variantTitle ?? "Default Title" },
        ...{ barcode: seed.barcode ?? null, weight: seed.weight ?? null, width: seed.width ?? null },
        ...{ bundle: seed.bundle ?? false, tracked: true, readAt: at, onHandReadAt: at },
      };
      const ids = { inventoryItemId: `item of ${name}`, productId: `product of ${name}` };
      await db.variant.upsert({
        where: { shop_variantId: { shop, variantId: name } },
        create: { shop, variantId: name, ...ids, ...shown },
        update: shown,
      });
      const product = {
        ...{ title: shown.productTitle, status: "ACTIVE" },
        ...{ url: seed.url ?? null, imageUrl: seed.imageUrl ?? null },
      };
      const { productId } = ids;
      await db.shopProduct.upsert({
        where: { shop_productId: { shop, productId } },
        create: { shop, productId, ...product },
        update: product,
      });
    }
    await db.$transaction((tx) => matchVariants(tx, { shop, now: new Date(), scope: "all" }));
  }

  async function connect(shop: string) {
    const keys = { accessToken: "token", webhookKey: "key" };
    const location = { locationId: LOCATION, locationName: LOCATION };
    await db.connection.create({ data: { shop, ...keys, ...location, connectedAt: new Date() } });
  }

  const ctx = contextOf(SHOP);
  await connect(SHOP);
  async function readWarehouse() {
    for await (const products of warehouse.client.products.pages())
      await storeWarehouseProducts(ctx, { products, readAt: new Date() });
  }
  await readWarehouse();
  await read(SHOP, variants);
  await warehouse.forgetRequests();

  return {
    ...{ ctx, db, warehouse, connect, contextOf, readWarehouse },
    /** What the shop shows of these variants by now. */
    shop: (seeds: Record<string, SeededVariant>) => read(SHOP, seeds),
    otherShop: (shop: string, seeds: Record<string, SeededVariant>) => read(shop, seeds),
    ids: (...names: string[]) => ({ variantIds: names as VariantId[] }),
    push: () => pushProducts(ctx),
    pushEdits: () => pushEdits(ctx),
    switchOnEdits: () => db.catalogueSettings.create({ data: { shop: SHOP, pushEdits: true } }),
    /** What lies in the warehouse's catalogue, by SKU. */
    products: () => control<AtWarehouse[]>(warehouse.url, { path: "products" }),
    /** The paths asked for with this method. */
    asked: async (method: string) =>
      (await warehouse.requests()).filter((request) => request.method === method).map(({ path }) => path),
    clearFaults: () => control(warehouse.url, { path: "faults", method: "DELETE" }),
    /** How each variant stands to the warehouse. */
    async states() {
      const rows = await db.variant.findMany({ where: { shop: SHOP }, orderBy: { variantId: "asc" } });
      return Object.fromEntries(rows.map(({ variantId, state }) => [variantId, state]));
    },
  };
}

/** So many variants, each a product of its own: `V000` with SKU `SKU-000` and so on. */
export function manyVariants(count: number): Record<string, SeededVariant> {
  const numbers = Array.from({ length: count }, (_, index) => String(index).padStart(3, "0"));
  return Object.fromEntries(numbers.map((number) => [`V${number}`, { sku: `SKU-${number}` }]));
}

/** Looks like an SKU to the shop, and like nothing to the warehouse: a space that is not the usual one. */
export const BAD_SKU = "\u00a0";
