import { FulfilmentError } from "../../../fulfilment/errors.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { Sku } from "../../ids.ts";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { edits, type Edit } from "./edits.ts";
import { forgetWarehouseProduct } from "./forget-warehouse-product.ts";
import { storeProductsIn } from "../import/store-warehouse-products.ts";
import { sendUpdates } from "../update/send-updates.ts";

/** After so many requests the job makes room for what a person did in the shop meanwhile. */
const REQUESTS_IN_ONE_GO = 200;
/** A product whose change fails so often, while the warehouse works, is tried no more until the shop changes it. */
const EDIT_TRIES = 6;

/**
 * Sends the warehouse what the merchant wanted updated there (`sendUpdates`); then the fields that were changed in the store of
 * products the app created, if the merchant wants that. What the shop no longer has is never wiped there (`changesToSend`). One that the warehouse refuses, or that fails too
 * often, becomes a problem, and is tried again when the shop changes it. Cut off anywhere, it is repeated: the same values once more
 * change nothing.
 */
export async function pushEdits(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const connection = await loadConnection(ctx);
  if (!connection) return;
  const warehouse = ctx.warehouse(connection.accessToken);
  const updates = await sendUpdates(ctx, warehouse);
  let { failure } = updates;
  if (!updates.isDone && !failure) return queueJob(ctx.db, { name: "push-edits", shop });
  if ((await loadCatalogueSettings(ctx)).pushEdits) failure = (await sendEdits(ctx, warehouse)) ?? failure;
  // The others were sent, and this one is tried again with the job.
  if (failure) throw failure;
}

/** @returns the failure of one product alone, which may pass */
async function sendEdits(ctx: ShopContext, warehouse: WarehouseClient): Promise<FulfilmentError | undefined> {
  const { shop } = ctx;
  let requests = 0;
  let failure: FulfilmentError | undefined;
  for await (const group of edits(ctx.db, { shop })) {
    const [same, changed] = [group.filter(isSame), group.filter((edit) => !isSame(edit))];
    await noteSame(ctx, same);
    for (const edit of changed) {
      if (requests++ === REQUESTS_IN_ONE_GO) {
        await queueJob(ctx.db, { name: "push-edits", shop });
        return failure;
      }
      failure = (await sendEdit(ctx, { warehouse, edit })) ?? failure;
    }
  }
  return failure;
}

function isSame({ changes }: Edit): boolean {
  return Object.keys(changes).length === 0;
}

/** These are as the warehouse was told, as of the reading they were held against. */
async function noteSame(ctx: ShopContext, same: Edit[]): Promise<void> {
  if (same.length === 0) return;
  const rows = same.map(({ sku, readAt }) => ({ sku, readAt }));
  await ctx.db.$executeRaw`
    UPDATE "PushedProduct" q SET "settledAt" = r."readAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("sku" text, "readAt" timestamptz)
    WHERE q."shop" = ${ctx.shop} AND q."sku" = r."sku" AND q."state" = 'created'`;
  // What was refused and is taken back in the shop needs no mending any more.
  await clearProblems(ctx, { kinds: ["edit-rejected"], subjects: same.map(({ sku }) => sku) });
}

/** @returns the failure of this product alone, which may pass */
async function sendEdit(
  ctx: ShopContext,
  { warehouse, edit }: { warehouse: WarehouseClient; edit: Edit },
): Promise<FulfilmentError | undefined> {
  const { shop } = ctx;
  const { sku, variantId, readAt, changes, tries } = edit;
  const of = { shop, sku, state: "created" as const };
  const askedAt = ctx.clock();
  try {
    const product = await warehouse.products.update(sku, changes);
    const sent = { ...edit.sent, ...changes };
    await ctx.db.$transaction(async (tx) => {
      await storeProductsIn(tx, { shop, products: [product], readAt: askedAt });
      await tx.pushedProduct.updateMany({ where: of, data: { sent, settledAt: readAt, tries: 0 } });
      const details = { fields: Object.keys(changes) };
      await noteActivity({ ...ctx, db: tx }, { kind: "edit-sent", details, subject: sku });
    });
    await clearProblems(ctx, { kinds: ["edit-rejected"], subjects: [sku] });
    return undefined;
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    if (error.scope !== "record") throw error;
    // Believed only of a warehouse that is there: something in front of it may say this to everything.
    await warehouse.check();
    if (error.code === "not-found") {
      await forgetWarehouseProduct(ctx, sku as Sku);
      return undefined;
    }
    if (!error.permanent && tries + 1 < EDIT_TRIES) {
      await ctx.db.pushedProduct.updateMany({ where: of, data: { tries: { increment: 1 } } });
      return error;
    }
    const { sentence } = error;
    await openProblem(ctx, { kind: "edit-rejected", subject: sku, details: { sku, variantId, sentence } });
    await ctx.db.pushedProduct.updateMany({ where: of, data: { settledAt: readAt, tries: 0 } });
    return undefined;
  }
}
