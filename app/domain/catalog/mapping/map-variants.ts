import type { VariantState } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { checkSkus } from "../check-skus.ts";
import { goodsInWords } from "../goods-in-words.ts";
import { LONG_TX_MS } from "./match-variants.ts";
import { lockMappings } from "./lock-mappings.ts";
import { writeMappings, type Component } from "./write-mappings.ts";

export interface MapVariant {
  variantId: VariantId;
  /** What it is made of: one SKU for most, several for a kit. */
  components: Component[];
  /** How it stood when the merchant looked; standing otherwise by now, it is left alone. Without it, it may stand anyhow. */
  seen?: VariantState;
  /** The components the merchant's change began with; mapped to others by now, it is left alone. Without them, any are replaced. */
  replaces?: Component[];
}

export type MapVariantOutcome =
  | { outcome: "mapped" }
  | { outcome: "unknown-variant" }
  /** Made by the shop of its own parts; nobody sets its stock. */
  | { outcome: "bundle" }
  | { outcome: "unknown-sku"; sku: Sku }
  /** The warehouse could not be asked whether it has it. Nothing was saved. */
  | { outcome: "sku-not-checked"; sku: Sku }
  | { outcome: "no-components" }
  /** Somebody has said something else of it since. */
  | { outcome: "changed-meanwhile" };

/**
 * Records which SKUs of the warehouse a variant consists of. Other variants may use the same SKUs: each SKU has one
 * balance, which all of them share.
 */
export async function mapVariant(
  ctx: ShopContext,
  { variantId, components, seen, replaces }: MapVariant,
): Promise<MapVariantOutcome> {
  const { shop } = ctx;
  const variant = await ctx.db.variant.findUnique({ where: { shop_variantId: { shop, variantId } } });
  if (!variant || variant.goneAt) return { outcome: "unknown-variant" };
  if (variant.bundle) return { outcome: "bundle" };
  if (components.length === 0) return { outcome: "no-components" };
  const checked = await checkSkus(ctx, { skus: components.map(({ sku }) => sku) });
  const [unknown] = checked.unknown;
  if (unknown !== undefined) return { outcome: "unknown-sku", sku: unknown };
  const [unchecked] = checked.unchecked;
  if (unchecked !== undefined) return { outcome: "sku-not-checked", sku: unchecked };

  return ctx.db.$transaction(
    async (tx): Promise<MapVariantOutcome> => {
      await lockMappings(tx, shop);
      if (seen && !(await standsAs(tx, { shop, variantId, seen, components })))
        return { outcome: "changed-meanwhile" };
      if (replaces) {
        const held = await loadComponents(tx, { shop, variantId });
        // Sent twice is saved once.
        if (!isSame(held, replaces) && !isSame(held, components)) return { outcome: "changed-meanwhile" };
      }
      const word = { decision: "mapped", components } as const;
      const now = ctx.clock();
      await writeMappings(tx, { shop, now, source: "merchant", words: [{ variantId, word }] });
      const told = { kind: "mapped", details: { goods: goodsInWords(components) } } as const;
      await noteActivity({ ...ctx, db: tx }, { ...told, subject: variantId, at: now });
      return { outcome: "mapped" };
    },
    { timeout: LONG_TX_MS },
  );
}

/** Whether it stands as it was seen, or is mapped to what it should be already: asked twice is asked once. */
async function standsAs(
  tx: Tx,
  about: { shop: string; variantId: VariantId; seen: VariantState; components: readonly Component[] },
): Promise<boolean> {
  const { shop, variantId, seen, components } = about;
  const variant = await tx.variant.findUnique({ where: { shop_variantId: { shop, variantId } } });
  if (variant?.state !== "mapped") return variant?.state === seen;
  if (seen === "mapped") return true;
  return isSame(await loadComponents(tx, { shop, variantId }), components);
}

async function loadComponents(tx: Tx, where: { shop: string; variantId: VariantId }): Promise<Component[]> {
  const rows = await tx.mappingComponent.findMany({ where });
  return rows.map(({ sku, quantity }) => ({ sku: sku as Sku, quantity }));
}

/** In any order. */
function isSame(some: readonly Component[], others: readonly Component[]): boolean {
  const isAmong = ({ sku, quantity }: Component) =>
    others.some((one) => one.sku === sku && one.quantity === quantity);
  return some.length === others.length && some.every(isAmong);
}
