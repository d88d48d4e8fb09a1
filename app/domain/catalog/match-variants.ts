import type { VariantState } from "@prisma/client";
import type { Tx } from "../../db.server.ts";
import { recordHint } from "../events/record-hint.ts";
import { MAPPING_MADE } from "../events/translate-hint.ts";
import type { InventoryItemId, Sku, VariantId } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { decideMatches, type MatchCandidate } from "./decide-match.ts";

interface CandidateRow extends MatchCandidate {
  inventoryItemId: InventoryItemId;
}

/** Some of the shop's variants: those named, and all that carry or are mapped to one of the SKUs. */
export interface MatchScope {
  variantIds: readonly VariantId[];
  /** Must hold the SKUs of the variants named. */
  skus: readonly Sku[];
}

/**
 * Decides for the shop's variants how they stand to the warehouse's products, and makes the mappings that are sure.
 * For each mapping made, a hint to look at its stock goes with it; when everything is matched there is none, because
 * the comparison of everything follows anyway. Repeating it changes nothing; a mapping made meanwhile by somebody else
 * is kept.
 */
export async function matchVariants(ctx: ShopContext, scope: MatchScope | "all"): Promise<void> {
  const { shop } = ctx;
  const candidates = await loadCandidates(ctx, scope);
  const known = await ctx.db.warehouseProduct.findMany({
    where: { shop, ...(scope !== "all" && { sku: { in: [...scope.skus] } }) },
    select: { sku: true },
  });
  const decisions = decideMatches({ candidates, atWarehouse: new Set(known.map(({ sku }) => sku)) });

  const itemOf = new Map(candidates.map((row) => [row.variantId, row.inventoryItemId]));
  const mappedAt = ctx.clock();
  const mappings = decisions.flatMap(({ variantId, mapTo }) => {
    const inventoryItemId = itemOf.get(variantId);
    return mapTo && inventoryItemId ? [{ shop, variantId, inventoryItemId, sku: mapTo, mappedAt }] : [];
  });
  const byState = Map.groupBy(decisions, ({ state }) => state);
  await ctx.db.$transaction(async (tx) => {
    await tx.mapping.createMany({ data: mappings, skipDuplicates: true });
    for (const [state, of] of byState)
      await setState(tx, { shop, state, variantIds: of.map(({ variantId }) => variantId) });
    if (scope === "all") return;
    for (const { sku } of mappings)
      await recordHint(tx, { shop, source: "app", event: MAPPING_MADE, identifier: sku });
  });
}

async function loadCandidates(ctx: ShopContext, scope: MatchScope | "all"): Promise<CandidateRow[]> {
  const { skus, variantIds } = scope === "all" ? { skus: [], variantIds: [] } : scope;
  return ctx.db.$queryRaw<CandidateRow[]>`
    SELECT v."variantId", v."inventoryItemId", v."sku", v."bundle", m."sku" AS "mappedTo"
    FROM "Variant" v LEFT JOIN "Mapping" m ON m."shop" = v."shop" AND m."variantId" = v."variantId"
    WHERE v."shop" = ${ctx.shop} AND (
      ${scope === "all"} OR v."variantId" = ANY(${[...variantIds]}::text[])
      OR v."sku" = ANY(${[...skus]}::text[]) OR m."sku" = ANY(${[...skus]}::text[]))`;
}

async function setState(
  tx: Tx,
  { shop, state, variantIds }: { shop: string; state: VariantState; variantIds: VariantId[] },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Variant" SET "state" = ${state}::"VariantState"
    WHERE "shop" = ${shop} AND "variantId" = ANY(${variantIds}::text[])
      AND "state" <> ${state}::"VariantState"`;
}
