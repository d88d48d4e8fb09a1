import { Prisma, type ProductUpdate } from "@prisma/client";
import type { Product } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { FulfilmentError } from "../../../fulfilment/errors.ts";
import type { ProductChanges } from "../../../fulfilment/requests.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import type { Sku } from "../../ids.ts";
import { clearProblems } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { storeProductsIn } from "../import/store-warehouse-products.ts";
import { forgetWarehouseProduct } from "../push/forget-warehouse-product.ts";
import { describe, type DescribedVariant } from "../push/product-to-send.ts";
import { valuesOf, type ProductValues } from "./compare-product.ts";
import { decideUpdate, type SeenValues } from "./decide-update.ts";
import { described } from "./described-products.ts";

/** Two requests each: then the job makes room for what a person did in the store meanwhile. */
const PRODUCTS_IN_ONE_GO = 100;
/** A product whose update fails so often, while the warehouse works, is tried no more. */
const UPDATE_TRIES = 6;

/** How far a run got. `failure`: of one product alone, which is tried again with the job. */
export interface UpdatesSent {
  isDone: boolean;
  failure?: FulfilmentError | undefined;
}

/**
 * Sends what the merchant wanted updated at the warehouse, product by product: reads the product there, compares it with the
 * store's values, and sends what `decideUpdate` says.
 *
 * Done twice, or cut off before it is written down that it is done, it reads the product again, finds the store's values there
 * and sends nothing. An answer that is lost costs the same reading. A request that arrives late sets the values that the store
 * had when it was sent; should the store have changed since, the next comparison shows the difference.
 * @throws FulfilmentError when the warehouse as a whole fails: what waits goes on waiting
 */
export async function sendUpdates(ctx: ShopContext, warehouse: WarehouseClient): Promise<UpdatesSent> {
  const waiting = await ctx.db.productUpdate.findMany({
    where: { shop: ctx.shop, state: "waiting" },
    orderBy: [{ tries: "asc" }, { askedAt: "asc" }, { sku: "asc" }],
    take: PRODUCTS_IN_ONE_GO,
  });
  let failure: FulfilmentError | undefined;
  for (const update of waiting) failure = (await sendOne(ctx, { warehouse, update })) ?? failure;
  return { isDone: waiting.length < PRODUCTS_IN_ONE_GO, failure };
}

/** @returns the failure of this product alone, which may pass */
async function sendOne(
  ctx: ShopContext,
  { warehouse, update }: { warehouse: WarehouseClient; update: ProductUpdate },
): Promise<FulfilmentError | undefined> {
  const { sku } = update;
  const store = await loadStoreValues(ctx, update);
  if (!store) return settle(ctx, { update, state: "unmapped" });
  try {
    const shown = await warehouse.products.get(sku);
    if (!shown) return await settleGone(ctx, { warehouse, update });
    const seen = update.seen as SeenValues;
    const { changes, left } = decideUpdate({ store, warehouse: valuesOf(shown), seen });
    const askedAt = ctx.clock();
    const isSame = Object.keys(changes).length === 0;
    const product = isSame ? shown : await warehouse.products.update(sku, changes as ProductChanges);
    return await settle(ctx, { update, state: "updated", left, changes, product, askedAt });
  } catch (error) {
    if (!(error instanceof FulfilmentError) || error.scope !== "record") throw error;
    // Believed only of a warehouse that is there: something in front of it may say this to everything.
    await warehouse.check();
    if (error.code === "not-found") return settleGone(ctx, { warehouse, update });
    if (error.permanent || update.tries + 1 >= UPDATE_TRIES)
      return settle(ctx, { update, state: "rejected", sentence: error.sentence });
    await ctx.db.productUpdate.updateMany({ where: isStill(ctx, update), data: { tries: { increment: 1 } } });
    return error;
  }
}

/** What the store says of it now; null when the variant does not describe the product alone any more. */
async function loadStoreValues(
  { db, shop }: ShopContext,
  { sku, variantId }: ProductUpdate,
): Promise<ProductValues | null> {
  const [variant] = await db.$queryRaw<DescribedVariant[]>`
    SELECT * FROM ${described(shop)} WHERE described."sku" = ${sku} AND described."variantId" = ${variantId}`;
  return variant ? valuesOf(describe(variant).details) : null;
}

async function settleGone(
  ctx: ShopContext,
  { warehouse, update }: { warehouse: WarehouseClient; update: ProductUpdate },
): Promise<undefined> {
  await warehouse.check();
  await forgetWarehouseProduct(ctx, update.sku as Sku);
  return settle(ctx, { update, state: "gone" });
}

/** An update that was called off, or asked for again, while it was being sent is not written over. */
const isStill = ({ shop }: ShopContext, { sku, askedAt }: ProductUpdate) =>
  ({ shop, sku, askedAt, state: "waiting" }) as const;

/** Writes down what became of it, with what the warehouse showed: both or neither. */
async function settle(
  ctx: ShopContext,
  settled: {
    update: ProductUpdate;
    state: Exclude<ProductUpdate["state"], "waiting">;
    left?: string[];
    changes?: object;
    sentence?: FulfilmentError["sentence"];
    product?: Product;
    askedAt?: Date;
  },
): Promise<undefined> {
  const { shop } = ctx;
  const { update, state, left = [], changes = {}, sentence, product, askedAt = ctx.clock() } = settled;
  const { sku } = update;
  const fields = Object.keys(changes);
  await ctx.db.$transaction(async (tx) => {
    if (product) await storeProductsIn(tx, { shop, products: [product], readAt: askedAt });
    // What a product created from here was sent is known, so that later edits send only what differs from it.
    if (fields.length > 0) {
      await tx.$executeRaw`
        UPDATE "PushedProduct" SET "sent" = coalesce("sent", '{}') || ${JSON.stringify(changes)}::jsonb
        WHERE "shop" = ${shop} AND "sku" = ${sku} AND "state" = 'created'`;
      await noteActivity({ ...ctx, db: tx }, { kind: "edit-sent", details: { fields }, subject: sku });
    }
    await tx.productUpdate.updateMany({
      where: isStill(ctx, update),
      data: { state, left, sentence: sentence ? { ...sentence } : Prisma.DbNull, settledAt: ctx.clock() },
    });
  });
  if (state === "updated" && left.length === 0)
    await clearProblems(ctx, { kinds: ["edit-rejected"], subjects: [sku] });
}
