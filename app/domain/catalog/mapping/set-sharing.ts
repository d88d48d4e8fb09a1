import type { SharingPolicy } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { recordHint } from "../../events/record-hint.ts";
import { MAPPING_MADE } from "../../events/translate-hint.ts";
import { holdings } from "./holdings.ts";
import { lockMappings } from "./lock-mappings.ts";

export type SetSharing = { sku: Sku } & (
  | { policy: "same" }
  /** This variant shows the stock, the others show 0. */
  | { policy: "primary"; primaryVariantId: VariantId }
);

export type SetSharingOutcome =
  | { outcome: "set" }
  /** Fewer than two variants are mapped to it. */
  | { outcome: "not-shared" }
  /** The variant that is to show the stock is not mapped to it. */
  | { outcome: "not-mapped" };

/**
 * Records what the merchant wants with goods that several variants are mapped to; their stock is looked at next. Both
 * or neither. Saying it again changes nothing.
 */
export async function setSharing(ctx: ShopContext, input: SetSharing): Promise<SetSharingOutcome> {
  const { shop } = ctx;
  const { sku, policy } = input;
  return ctx.db.$transaction(async (tx): Promise<SetSharingOutcome> => {
    await lockMappings(tx, shop);
    const mapped = await tx.$queryRaw<{ variantId: VariantId }[]>`
      SELECT h."variantId" FROM ${holdings(shop)} h WHERE h."sku" = ${sku}`;
    if (mapped.length < 2) return { outcome: "not-shared" };
    const primaryVariantId = input.policy === "primary" ? input.primaryVariantId : null;
    if (primaryVariantId && !mapped.some(({ variantId }) => variantId === primaryVariantId))
      return { outcome: "not-mapped" };
    await writeSharing(tx, { shop, sku, policy, primaryVariantId });
    await noteActivity({ ...ctx, db: tx }, { kind: "shared", details: { policy }, subject: sku });
    await recordHint(tx, { shop, source: "app", event: MAPPING_MADE, identifier: sku });
    return { outcome: "set" };
  });
}

/** Writes how an SKU is shared, whatever was said before. */
export async function writeSharing(
  tx: Tx,
  {
    shop,
    sku,
    ...word
  }: { shop: string; sku: Sku; policy: SharingPolicy; primaryVariantId: VariantId | null },
): Promise<void> {
  await tx.sharedSku.upsert({
    where: { shop_sku: { shop, sku } },
    create: { shop, sku, ...word },
    update: word,
  });
}
