import { Prisma } from "@prisma/client";
import { holdings, holdingsOf } from "../../catalog/mapping/holdings.ts";
import type { InventoryItemId, Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";

/** A variant whose stock is ours to mirror, with all it is made of. */
export interface Mapped {
  variantId: VariantId;
  inventoryItemId: InventoryItemId;
  /** `buffer`: what the merchant keeps back of just this SKU, where there is such a word. */
  components: { sku: Sku; quantity: number; buffer: number | null }[];
}

/** Everything, or what holds one of some SKUs, or some variants, or what some inventory items belong to. */
export type MappedScope =
  | "all"
  | { skus: readonly Sku[] }
  | { variantIds: readonly VariantId[] }
  | { items: readonly InventoryItemId[] };

/** Up to so many are asked for in a statement that is planned once: a plan that is kept is one for few. */
const FEW = 50;

/** The mapped variants in the scope, each with all it is made of. */
export async function loadMapped(ctx: ShopContext, scope: MappedScope): Promise<Mapped[]> {
  const { shop } = ctx;
  const { name, sql } = scope === "all" ? {} : variantsIn(shop, scope);
  const held = sql ? holdingsOf(shop, sql) : holdings(shop);
  const { text, values } = Prisma.sql`
    WITH parts AS MATERIALIZED (SELECT h.* FROM ${held} h)
    SELECT c."variantId", c."inventoryItemId",
      jsonb_agg(jsonb_build_object('sku', c."sku", 'quantity', c."quantity", 'buffer', b."pieces") ORDER BY c."sku")
        AS "components"
    FROM parts c
    LEFT JOIN "StockBuffer" b ON b."shop" = ${shop} AND b."sku" = c."sku"
    GROUP BY c."variantId", c."inventoryItemId"`;
  const { rows } = await ctx.pool.query<Mapped>({ ...(name && { name }), text, values });
  return rows;
}

/**
 * The mapped variants in the scope with all that are decided together with them: every variant of each SKU, every SKU of each
 * variant, and so on.
 */
export async function loadWhole(ctx: ShopContext, scope: MappedScope): Promise<Mapped[]> {
  if (scope === "all") return loadMapped(ctx, scope);
  const { shop } = ctx;
  const { name, sql } = variantsIn(shop, scope);
  // Each step is a lookup, as in `holdingsOf`.
  const { text, values } = Prisma.sql`
    WITH RECURSIVE together AS (
      ${sql}
      UNION
      SELECT o."variantId" FROM together t
      CROSS JOIN LATERAL (
        SELECT "sku" FROM "MappingComponent" WHERE "shop" = ${shop} AND "variantId" = t."variantId" OFFSET 0) c
      CROSS JOIN LATERAL (
        SELECT "variantId" FROM "MappingComponent" WHERE "shop" = ${shop} AND "sku" = c."sku" OFFSET 0) o
    )
    SELECT "variantId" FROM together`;
  const { rows } = await ctx.pool.query<{ variantId: VariantId }>({
    ...(name && { name: `${name}-together` }),
    text,
    values,
  });
  return loadMapped(ctx, { variantIds: rows.map(({ variantId }) => variantId) });
}

/** For each of these variants a number that it shares with those it is decided together with, and with no other. */
export function groupsOf(mapped: readonly Mapped[]): Map<VariantId, number> {
  const parents = mapped.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root]!;
    parents[at] = root;
    return root;
  };
  const firstOf = new Map<Sku, number>();
  for (const [at, { components }] of mapped.entries())
    for (const { sku } of components) {
      const first = firstOf.get(sku);
      if (first === undefined) firstOf.set(sku, at);
      else parents[rootOf(at)] = rootOf(first);
    }
  return new Map(mapped.map(({ variantId }, at) => [variantId, rootOf(at)]));
}

/** Selects variants that have or had a part in the scope; with a name for the whole statement where it is planned once. */
function variantsIn(
  shop: string,
  scope: Exclude<MappedScope, "all">,
): { name: string | false; sql: Prisma.Sql } {
  if ("items" in scope) {
    const sql = Prisma.sql`
      SELECT "variantId" FROM "Variant" WHERE "shop" = ${shop} AND "inventoryItemId" = ANY(${[...scope.items]}::text[])`;
    return { name: scope.items.length <= FEW && "mapped-by-items", sql };
  }
  const parts = Prisma.sql`SELECT "variantId" FROM "MappingComponent" WHERE "shop" = ${shop}`;
  if ("variantIds" in scope) {
    const sql = Prisma.sql`${parts} AND "variantId" = ANY(${[...scope.variantIds]}::text[])`;
    return { name: scope.variantIds.length <= FEW && "mapped-by-variants", sql };
  }
  const sql = Prisma.sql`${parts} AND "sku" = ANY(${[...scope.skus]}::text[])`;
  return { name: scope.skus.length <= FEW && "mapped-by-skus", sql };
}

/** The SKUs that these variants are made of, each once. */
export function skusOf(mapped: readonly Mapped[]): Sku[] {
  return [...new Set(mapped.flatMap(({ components }) => components.map(({ sku }) => sku)))];
}
