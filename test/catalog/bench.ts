import { randomUUID } from "node:crypto";
import type { MappingDecision } from "@prisma/client";
import { afterAll, beforeEach } from "vitest";
import { openDatabase } from "../../app/db.server.ts";
import {
  LONG_TX_MS,
  matchVariants,
  type MatchScope,
} from "../../app/domain/catalog/mapping/match-variants.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { control } from "../../sandbox/demo/control.ts";
import { createDatabase, shopTables } from "../support/database.ts";
import { openWarehouse } from "../fulfilment/bench.ts";
import { LOCATION, SHOP } from "../support/world.ts";
import { secrets } from "../support/secrets.ts";

interface SeededVariant {
  sku?: string;
  barcode?: string;
  bundle?: boolean;
}

/** A shop's catalogue as rows, with neither world behind it: for rules that only look at what is stored. */
export interface CatalogueBench {
  ctx: ShopContext;
  /** Forgets every shop, as before each test. */
  empty(): Promise<void>;
  /** Variants as the shop shows them, by name; again for the same name is a change. */
  variants(variants: Record<string, SeededVariant>): Promise<void>;
  products(products: Record<string, { barcode?: string; stock?: number }>): Promise<void>;
  decide(variantId: string, decision: MappingDecision, components?: Record<string, number>): Promise<void>;
  map(variantId: string, components: Record<string, number>): Promise<void>;
  gone(variantId: string): Promise<void>;
  /** What a mapped variant was before. */
  formerly(variantId: string, former: string[]): Promise<void>;
  former(variantId: string): Promise<string[] | undefined>;
  /** A figure the shop was given. */
  wrote(variantId: string, figure: { from: number; to: number }): Promise<void>;
  /** So many variants `v1`, `v2`, … in one go, each with a suggestion (`S1`, …), or mapped to it. */
  fill(count: number, how?: { mapped: boolean }): Promise<void>;
  /** Matches everything, as after an import. */
  matched(scope?: MatchScope): Promise<void>;
  /** Does the same in another shop of the same database. */
  elsewhere(work: (other: CatalogueBench) => Promise<void>): Promise<void>;
  /** `name: state (reason) → what is suggested, or what it is mapped to`, by name. */
  states(): Promise<string[]>;
  /** The same, without gone variants of which nothing is remembered. */
  shown(): Promise<string[]>;
  /** SKUs whose stock is looked at next. */
  lookedAt(): Promise<string[]>;
}

/** The bench of one test file, to be opened at its top: empty before each test, closed after the last. */
export async function openCatalogue(): Promise<CatalogueBench> {
  return (await openRows()).bench;
}

/** The same, joined to a sandbox warehouse over real HTTP, which has nothing but what tests of the file put there. */
export async function openJoinedCatalogue() {
  const { bench, atEnd } = await openRows();
  const warehouse = await openWarehouse({ atEnd });
  const { ctx } = bench;
  ctx.warehouse = () => warehouse.client;
  beforeEach(async () => {
    await control(warehouse.url, { path: "faults", method: "DELETE" });
    const location = { locationId: LOCATION, locationName: LOCATION };
    const keys = { accessToken: "token", webhookKey: "key" };
    await ctx.db.connection.create({ data: { shop: SHOP, ...keys, ...location, connectedAt: new Date() } });
  });
  return { ...bench, warehouse };
}

async function openRows() {
  const ends: (() => Promise<void>)[] = [];
  const log = createLog("silent");
  const database = openDatabase({ url: await createDatabase((end) => void ends.push(end)), log, secrets });
  const { db, pool } = database;
  const ctx = { shop: SHOP, db, pool, secrets, log, clock: () => new Date() } as ShopContext;
  const bench = benchOf(ctx, await shopTables(pool));
  beforeEach(() => bench.empty());
  afterAll(async () => {
    await database.close();
    for (const end of ends) await end();
  });
  return { bench, atEnd: (end: () => Promise<void>) => void ends.push(end) };
}

function benchOf(ctx: ShopContext, tables: readonly string[]): CatalogueBench {
  const { db, shop } = ctx;
  const at = new Date();
  const bench: CatalogueBench = {
    ctx,
    async empty() {
      for (const table of tables) await ctx.pool.query(`DELETE FROM "${table}"`);
    },
    async variants(variants: Record<string, SeededVariant>) {
      for (const [variantId, { sku, barcode, bundle = false }] of Object.entries(variants)) {
        const shown = {
          sku: sku ?? null,
          skuFolded: sku?.trim().toLowerCase() ?? null,
          barcode: barcode ?? null,
          bundle,
        };
        await db.variant.upsert({
          where: { shop_variantId: { shop, variantId } },
          create: {
            ...{
              shop,
              variantId,
              inventoryItemId: `item of ${variantId}`,
              productId: `product of ${variantId}`,
            },
            ...{
              productTitle: variantId,
              variantTitle: "",
              tracked: true,
              onHandReadAt: at,
              readAt: at,
              ...shown,
            },
          },
          update: shown,
        });
      }
    },
    async products(products: Record<string, { barcode?: string; stock?: number }>) {
      for (const [sku, { barcode = null, stock = 0 }] of Object.entries(products))
        await db.warehouseProduct.upsert({
          where: { shop_sku: { shop, sku } },
          create: {
            ...{ shop, sku, barcode, stock, description: sku, readAt: at },
            ...{ skuFolded: sku.trim().toLowerCase(), search: [sku, barcode].join(" ").trim().toLowerCase() },
          },
          update: { barcode, stock },
        });
    },
    async decide(variantId: string, decision: MappingDecision, components: Record<string, number> = {}) {
      const variant = await db.variant.findUnique({ where: { shop_variantId: { shop, variantId } } });
      await db.mapping.create({
        data: {
          ...{ shop, variantId, inventoryItemId: `item of ${variantId}`, decision, source: "merchant" },
          ...{ shopSku: variant?.sku ?? null, mappedAt: at },
        },
      });
      await db.mappingComponent.createMany({
        data: Object.entries(components).map(([sku, quantity]) => ({ shop, variantId, sku, quantity })),
      });
    },
    map: (variantId: string, components: Record<string, number>) =>
      bench.decide(variantId, "mapped", components),
    async gone(variantId: string) {
      const data = { goneAt: at, state: "tombstoned" } as const;
      await db.variant.update({ where: { shop_variantId: { shop, variantId } }, data });
    },
    async formerly(variantId, formerVariantIds) {
      await db.mapping.update({
        where: { shop_variantId: { shop, variantId } },
        data: { formerVariantIds },
      });
    },
    async former(variantId) {
      const mapping = await db.mapping.findUnique({ where: { shop_variantId: { shop, variantId } } });
      return mapping?.formerVariantIds;
    },
    async wrote(variantId, { from, to }) {
      await db.ledgerEntry.create({
        data: {
          ...{ shop, variantId, inventoryItemId: `item of ${variantId}`, sku: variantId, outcome: "written" },
          ...{ warehouseStock: to, warehouseReadAt: at, shopFigure: from, shopReadAt: at, target: to },
          ...{ writeKey: randomUUID(), intendedAt: at },
        },
      });
    },
    async fill(count, { mapped } = { mapped: false }) {
      await db.$executeRaw`
        INSERT INTO "Variant" ("shop", "variantId", "inventoryItemId", "productId", "productTitle", "variantTitle",
          "sku", "skuFolded", "tracked", "bundle", "state", "onHandReadAt", "readAt")
        SELECT ${shop}, 'v' || n, 'item of v' || n, 'product of v' || n, 'A product of some length, number ' || n,
          'Blue / Large', 's' || n, 's' || n, true, false,
          CASE WHEN ${mapped} THEN 'mapped' ELSE 'unmapped' END::"VariantState", ${at}, ${at}
        FROM generate_series(1, ${count}::integer) AS n`;
      await db.$executeRaw`
        INSERT INTO "WarehouseProduct" ("shop", "sku", "skuFolded", "description", "stock", "search", "readAt")
        SELECT ${shop}, 'S' || n, 's' || n, '', 1, 's' || n, ${at} FROM generate_series(1, ${count}::integer) AS n`;
      if (!mapped) return;
      await db.$executeRaw`
        INSERT INTO "Mapping" ("shop", "variantId", "inventoryItemId", "decision", "source", "shopSku", "mappedAt")
        SELECT ${shop}, 'v' || n, 'item of v' || n, 'mapped', 'sku', 's' || n, ${at}
        FROM generate_series(1, ${count}::integer) AS n`;
      await db.$executeRaw`
        INSERT INTO "MappingComponent" ("shop", "variantId", "sku", "quantity")
        SELECT ${shop}, 'v' || n, 'S' || n, 1 FROM generate_series(1, ${count}::integer) AS n`;
    },
    matched: (scope) =>
      db.$transaction((tx) => matchVariants(tx, { shop, now: ctx.clock(), scope: scope ?? "all" }), {
        timeout: LONG_TX_MS,
      }),
    elsewhere: (work) => work(benchOf({ ...ctx, shop: "other.myshopify.com" }, tables)),
    async states(): Promise<string[]> {
      const variants = await db.variant.findMany({ where: { shop }, orderBy: { variantId: "asc" } });
      const components = await db.mappingComponent.findMany({ where: { shop }, orderBy: { sku: "asc" } });
      return variants.map(({ variantId, state, reason, suggestedSku, suggestedFrom }) => {
        const parts = components
          .filter((one) => one.variantId === variantId)
          .map(({ sku, quantity }) => (quantity === 1 ? sku : `${quantity} ${sku}`));
        const goal = suggestedSku ?? parts.join(" + ");
        const from = suggestedFrom ? ` from ${suggestedFrom}` : "";
        return `${variantId}: ${state}${reason ? ` (${reason})` : ""}${goal ? ` → ${goal}${from}` : ""}`;
      });
    },
    async shown() {
      const forgotten = await db.variant.findMany({
        where: { shop, goneAt: { not: null }, state: { not: "tombstoned" } },
      });
      const ids = forgotten.map(({ variantId }) => `${variantId}:`);
      return (await bench.states()).filter((state) => !ids.some((id) => state.startsWith(id)));
    },
    async lookedAt() {
      const hints = await db.hint.findMany({ where: { shop }, orderBy: { identifier: "asc" } });
      return hints.map(({ identifier }) => identifier ?? "");
    },
  };
  return bench;
}
