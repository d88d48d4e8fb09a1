import { noteActivity } from "../../activity/note-activity.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { LONG_TX_MS } from "./match-variants.ts";
import { lockMappings } from "./lock-mappings.ts";
import { writeRelinks } from "./write-relinks.ts";

export interface RelinkVariant {
  variantId: VariantId;
  /** The gone variant whose mapping it takes over. */
  from: VariantId;
}

export type RelinkOutcome =
  | { outcome: "relinked" }
  | { outcome: "unknown-variant" }
  /** Made by the shop of its own parts; nobody sets its stock. */
  | { outcome: "bundle" }
  /** Nothing is remembered of the gone variant. */
  | { outcome: "nothing-remembered" }
  /** The shop has the variant again. */
  | { outcome: "came-back" }
  /** Somebody has said something else of the variant since. */
  | { outcome: "changed-meanwhile" };

/**
 * Lets a variant take over the mapping of one that is gone from the shop, because its product was deleted and made
 * again: what it is made of and what it was before. Its stock is looked at next. Taking over what has been taken over changes nothing.
 */
export async function relinkVariant(
  ctx: ShopContext,
  { variantId, from }: RelinkVariant,
): Promise<RelinkOutcome> {
  const { shop } = ctx;
  return ctx.db.$transaction(
    async (tx): Promise<RelinkOutcome> => {
      await lockMappings(tx, shop);
      const find = (id: VariantId) =>
        tx.variant.findUnique({ where: { shop_variantId: { shop, variantId: id } } });
      const variant = await find(variantId);
      if (!variant || variant.goneAt) return { outcome: "unknown-variant" };
      if (variant.bundle) return { outcome: "bundle" };
      const former = await find(from);
      if (former && !former.goneAt) return { outcome: "came-back" };
      const mapping = await tx.mapping.findUnique({
        where: { shop_variantId: { shop, variantId: from }, decision: "mapped" },
      });
      const own = await tx.mapping.findUnique({ where: { shop_variantId: { shop, variantId } } });
      if (!mapping) {
        const done = own?.decision === "mapped" && own.formerVariantIds.includes(from);
        return { outcome: done ? "relinked" : "nothing-remembered" };
      }
      if (own) return { outcome: "changed-meanwhile" };
      const now = ctx.clock();
      await writeRelinks(tx, { shop, now, relinks: [{ variantId, from }] });
      await noteActivity({ ...ctx, db: tx }, { kind: "relinked", details: {}, subject: variantId, at: now });
      return { outcome: "relinked" };
    },
    { timeout: LONG_TX_MS },
  );
}
