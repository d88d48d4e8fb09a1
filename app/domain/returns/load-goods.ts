import { Prisma } from "@prisma/client";
import type { ShopReturn } from "../../shopify/returns.ts";
import { componentsOf } from "../catalog/mapping/components-of.ts";
import type { Component } from "../catalog/mapping/write-mappings.ts";
import type { ShopContext } from "../shop-context.ts";
import type { ReturnLine } from "./return-lines.ts";

type Goods = Pick<ReturnLine, "goods" | "components">;

/**
 * What each line of a return is to the warehouse, in the lines' order. The variant is asked first, also when it is gone
 * from the shop, because its mapping is remembered. A line whose variant Shopify does not name any more goes by the SKU it was
 * sold under: that of one remembered mapping, or else the warehouse's own.
 */
export async function loadGoods(ctx: ShopContext, { lines }: Pick<ShopReturn, "lines">): Promise<Goods[]> {
  const sold = lines.flatMap((line) => line.sold ?? []);
  const variantIds = sold.flatMap(({ variantId }) => variantId ?? []);
  const skus = sold.flatMap(({ variantId, sku }) => (variantId === null && sku ? [sku] : []));
  const [byVariant, bySku] = await Promise.all([
    variantIds.length > 0 ? mappedVariants(ctx, variantIds) : new Map<string, Goods>(),
    skus.length > 0 ? soldSkus(ctx, skus) : new Map<string, Goods>(),
  ]);
  return lines.map(({ sold: line }): Goods => {
    if (!line) return { goods: "unverified", components: [] };
    if (line.variantId) return byVariant.get(line.variantId) ?? UNMAPPED;
    return bySku.get(line.sku ?? "") ?? { goods: "custom", components: [] };
  });
}

const UNMAPPED: Goods = { goods: "unmapped", components: [] };

async function mappedVariants(ctx: ShopContext, variantIds: string[]): Promise<Map<string, Goods>> {
  const rows = await ctx.db.$queryRaw<{ variantId: string; decision: string; components: Component[] }[]>`
    SELECT m."variantId", m."decision"::text AS "decision",
      ${componentsOf(ctx.shop, Prisma.sql`m."variantId"`)} AS "components"
    FROM "Mapping" m WHERE m."shop" = ${ctx.shop} AND m."variantId" = ANY(${variantIds}::text[])`;
  return new Map(
    rows.flatMap(({ variantId, decision, components }): [string, Goods][] => {
      if (decision === "ignored") return [[variantId, { goods: "ignored", components: [] }]];
      return decision === "mapped" && components.length > 0
        ? [[variantId, { goods: "mapped", components }]]
        : [];
    }),
  );
}

/** By SKU, where only one thing can be meant. */
async function soldSkus(ctx: ShopContext, skus: string[]): Promise<Map<string, Goods>> {
  const { shop } = ctx;
  const [remembered, stored] = await Promise.all([
    ctx.db.mapping.findMany({
      where: { shop, shopSku: { in: skus }, decision: "mapped" },
      select: { variantId: true, shopSku: true },
    }),
    ctx.db.warehouseProduct.findMany({ where: { shop, sku: { in: skus } }, select: { sku: true } }),
  ]);
  const goods = await mappedVariants(
    ctx,
    remembered.map(({ variantId }) => variantId),
  );
  const found = new Map<string, Goods>();
  for (const { sku } of stored) found.set(sku, { goods: "mapped", components: [{ sku, quantity: 1 }] });
  for (const sku of skus) {
    const [only, ...others] = remembered.filter(({ shopSku }) => shopSku === sku);
    const known = only && others.length === 0 ? goods.get(only.variantId) : undefined;
    if (known) found.set(sku, known);
  }
  return found;
}
