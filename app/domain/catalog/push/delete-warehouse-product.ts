import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { FulfilmentError, type MerchantSentence } from "../../../fulfilment/errors.ts";
import { identifierFault } from "../../../fulfilment/identifier.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { forgetWarehouseProduct } from "./forget-warehouse-product.ts";

export interface DeleteWarehouseProduct {
  sku: Sku;
  /** The SKU as the merchant typed it, to show that it is meant. */
  typedSku: string;
}

export type DeleteOutcome =
  | { outcome: "deleted" }
  | { outcome: "not-typed-right" }
  /** Pieces of it lie there; null when the warehouse does not say, which is not none. */
  | { outcome: "has-stock"; stock: number | null }
  /** It is announced to the warehouse, which still waits for it. */
  | { outcome: "open-inbound"; ref: string }
  /** Neither the warehouse nor we know it. */
  | { outcome: "unknown" }
  | { outcome: "not-connected" }
  | { outcome: "warehouse-failed"; sentence: MerchantSentence };

/**
 * Deletes a product at the warehouse, for good: only when nothing of it lies there or is on its way, by the warehouse's
 * own word at this moment. What is mapped to it stays mapped (`forgetWarehouseProduct`), and so does what we remember
 * of having created it. Repeated after an answer was lost, it finds the product gone and says that it is deleted.
 */
export async function deleteWarehouseProduct(
  ctx: ShopContext,
  { sku, typedSku }: DeleteWarehouseProduct,
): Promise<DeleteOutcome> {
  if (typedSku !== sku) return { outcome: "not-typed-right" };
  const connection = await loadConnection(ctx);
  if (!connection) return { outcome: "not-connected" };
  if (identifierFault(sku)) return { outcome: "unknown" };
  try {
    return await deleteIfUnused(ctx, { warehouse: ctx.warehouse(connection.accessToken), sku });
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    ctx.log.warn({ code: error.code, requestId: error.requestId }, "a product could not be deleted");
    return { outcome: "warehouse-failed", sentence: error.sentence };
  }
}

async function deleteIfUnused(
  ctx: ShopContext,
  { warehouse, sku }: { warehouse: WarehouseClient; sku: Sku },
): Promise<DeleteOutcome> {
  const inUse = await stockOutcome(warehouse, sku);
  if (inUse === "gone") {
    // Believed only of a warehouse that is there: something in front of it may say this to everything.
    await warehouse.check();
    if (!(await isKnown(ctx, sku))) return { outcome: "unknown" };
    await forgetWarehouseProduct(ctx, sku);
    return { outcome: "deleted" };
  }
  if (inUse) return inUse;
  const ref = (await unsentPurchaseOf(ctx, sku)) ?? (await openInboundOf(warehouse, sku));
  if (ref !== undefined) return { outcome: "open-inbound", ref };
  // Reading all inbounds takes its time, in which goods may have come.
  const inUseNow = await stockOutcome(warehouse, sku);
  if (inUseNow && inUseNow !== "gone") return inUseNow;
  await warehouse.products.delete(sku);
  await forgetWarehouseProduct(ctx, sku, { kind: "product-deleted" });
  return { outcome: "deleted" };
}

async function stockOutcome(
  { products }: WarehouseClient,
  sku: Sku,
): Promise<Extract<DeleteOutcome, { outcome: "has-stock" }> | "gone" | undefined> {
  const product = await products.get(sku);
  if (!product) return "gone";
  return product.stock === 0 ? undefined : { outcome: "has-stock", stock: product.stock };
}

/** A purchase that is to announce it, of which the warehouse does not know yet. */
async function unsentPurchaseOf({ db, shop }: ShopContext, sku: Sku): Promise<string | undefined> {
  const [unsent] = await db.$queryRaw<{ ref: string }[]>`
    SELECT p."ref" FROM "PurchaseInbound" p WHERE p."shop" = ${shop} AND p."phase" <> 'over'
      AND p."wanted"->'lines' @> jsonb_build_array(jsonb_build_object('sku', ${sku}::text)) LIMIT 1`;
  return unsent?.ref;
}

/** Nothing more comes of these. A status newer than this list is taken for open. */
const FINISHED = new Set(["fully_received", "cancelled"]);

/**
 * All inbounds are read, because how to ask the warehouse for those of one SKU is not documented.
 * @throws FulfilmentError `not-understood` where an open one does not show its lines: it may announce the SKU.
 */
async function openInboundOf({ inbounds }: WarehouseClient, sku: Sku): Promise<string | undefined> {
  for await (const page of inbounds.pages()) {
    const open = page.filter(({ status }) => !FINISHED.has(status));
    const holding = open.find(({ lines }) => lines?.some((line) => line.sku === sku));
    if (holding) return holding.ref;
    const hidden = open.find(({ lines }) => lines === null);
    if (hidden)
      throw new FulfilmentError("not-understood", {
        message: "the lines of an open inbound are missing",
        field: "lines",
      });
  }
  return undefined;
}

/** Whether anything tells that the warehouse had it. */
async function isKnown(ctx: ShopContext, sku: Sku): Promise<boolean> {
  const where = { shop: ctx.shop, sku };
  const [listed, told, mapped] = await Promise.all([
    ctx.db.warehouseProduct.count({ where }),
    ctx.db.pushedProduct.count({ where: { ...where, state: { in: ["created", "present"] } } }),
    ctx.db.mappingComponent.count({ where }),
  ]);
  return listed + told + mapped > 0;
}
