import type { PushedProduct } from "@prisma/client";
import type { Product } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { FulfilmentError } from "../../../fulfilment/errors.ts";
import type { NewProduct } from "../../../fulfilment/requests.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { foundPresent, lookAtWaiting, told, type Sending, type Settled } from "./look-at-waiting.ts";
import { matchVariants } from "../mapping/match-variants.ts";
import { writePushReason } from "./push-reason.ts";
import { storeProductsIn } from "../import/store-warehouse-products.ts";

/** After so many chunks the job makes room: what a person did in the shop meanwhile is looked at before it goes on. */
const CHUNKS_IN_ONE_GO = 20;

/**
 * Creates the products that wait to be created at the warehouse, a chunk at a time. Each is written down as being sent, and
 * with what became of it as soon as that is known, so a run cut off anywhere goes on with those that are not settled; what
 * had landed by then is passed over by the warehouse (`skipDuplicates`) and found there. While the warehouse cannot be
 * reached, they go on waiting.
 */
export async function pushProducts(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const connection = await loadConnection(ctx);
  if (!connection) return;
  const warehouse = ctx.warehouse(connection.accessToken);
  await settleStopping(ctx, warehouse);
  for (let chunk = 0; chunk < CHUNKS_IN_ONE_GO; chunk++) {
    const waiting = await takeWaiting(ctx, warehouse.products.bulkSize);
    if (waiting.length === 0) return;
    const { settled, sends } = await lookAtWaiting(ctx, waiting);
    await settle(ctx, { settled });
    await create(ctx, { warehouse, sends });
  }
  await queueJob(ctx.db, { name: "push-products", shop });
}

/**
 * The next to be sent, those first that a run before this one had begun to send. From here on nobody takes them off.
 * A subquery in FROM would not do: PostgreSQL may run it again for each row, and it locks the next few each time.
 */
function takeWaiting({ db, shop }: ShopContext, most: number): Promise<PushedProduct[]> {
  return db.$queryRaw<PushedProduct[]>`
    WITH next AS MATERIALIZED (
      SELECT "sku" FROM "PushedProduct" WHERE "shop" = ${shop} AND "state" IN ('waiting', 'sending')
      ORDER BY "state" DESC LIMIT ${most} FOR UPDATE
    )
    UPDATE "PushedProduct" q SET "state" = 'sending' FROM next
    WHERE q."shop" = ${shop} AND q."sku" = next."sku"
    RETURNING q.*`;
}

/**
 * Settles what was called off while it was being sent, and whose answer was lost: what the warehouse has by now was made,
 * and the rest is taken off. Nothing is sent.
 */
async function settleStopping(ctx: ShopContext, warehouse: WarehouseClient): Promise<void> {
  const of = { shop: ctx.shop, state: "stopping" } as const;
  for (;;) {
    const stopping = await ctx.db.pushedProduct.findMany({ where: of, take: warehouse.products.bulkSize });
    if (stopping.length === 0) return;
    const { settled, sends } = await lookAtWaiting(ctx, stopping);
    await settle(ctx, { settled: settled.filter(({ state }) => state === "present") });
    const sent = { sends, created: [], found: [], askedAt: ctx.clock() };
    await settleSent(ctx, { warehouse, ...sent, calledOff: true });
    const skus = stopping.map(({ sku }) => sku);
    await ctx.db.pushedProduct.deleteMany({ where: { ...of, sku: { in: skus } } });
  }
}

/**
 * Creates these. When the request fails although the warehouse works, they are sent again in halves until those at fault
 * stand alone: of a hundred with one bad, some fifteen requests, and ninety-nine are created.
 * @throws FulfilmentError when the warehouse as a whole fails
 */
async function create(
  ctx: ShopContext,
  { warehouse, sends }: { warehouse: WarehouseClient; sends: Sending[] },
): Promise<void> {
  if (sends.length === 0) return;
  const askedAt = ctx.clock();
  const { products } = warehouse;
  try {
    const wanted = sends.map(({ product }) => product);
    const { created, found } = await products.createMany(wanted, { skipDuplicates: true });
    await settleSent(ctx, { warehouse, sends, created, found, askedAt });
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    await warehouse.check();
    const [only, ...others] = sends;
    if (only && others.length === 0) return settle(ctx, { settled: [rejected(only, error)] });
    const half = Math.ceil(sends.length / 2);
    await create(ctx, { warehouse, sends: sends.slice(0, half) });
    await create(ctx, { warehouse, sends: sends.slice(half) });
  }
}

function rejected({ variant, product }: Sending, { sentence }: FulfilmentError): Settled {
  return { sku: product.sku, variantId: variant.variantId, state: "rejected", reason: { sentence } };
}

/** Writes down what became of a chunk that was taken; of one that is called off, only of what is there. */
async function settleSent(
  ctx: ShopContext,
  about: {
    warehouse: WarehouseClient;
    sends: Sending[];
    created: Product[];
    found: Product[];
    askedAt: Date;
    calledOff?: boolean;
  },
): Promise<void> {
  const { warehouse, sends, askedAt, calledOff = false } = about;
  const created = new Map(about.created.map((product) => [product.sku, product]));
  const found = new Map(about.found.map((product) => [product.sku, product]));
  const passedOver = sends.filter(({ product: { sku } }) => !created.has(sku) && !found.has(sku));
  const answers = await Promise.all(passedOver.map(({ product: { sku } }) => ask(warehouse, sku)));
  for (const answer of answers) if ("product" in answer) found.set(answer.product.sku, answer.product);
  const unseen = new Map(passedOver.map(({ product }, index) => [product.sku, answers[index]]));

  const settled = sends.flatMap((sending): Settled | [] => {
    const { variant, product } = sending;
    if (created.has(product.sku)) return { ...told(variant), state: "created" };
    const there = found.get(product.sku);
    // What looks exactly as we sent it was made by an attempt of ours whose answer was lost.
    if (there && isAsSent(there, product)) return { ...told(variant), state: "created" };
    if (there) return foundPresent(variant);
    const answer = unseen.get(product.sku);
    if (calledOff) return [];
    if (answer && "error" in answer) return rejected(sending, answer.error);
    return {
      ...{ sku: product.sku, variantId: variant.variantId },
      ...{ state: "rejected", reason: { because: "unseen" } },
    };
  });
  await settle(ctx, { settled, products: [...created.values(), ...found.values()], askedAt });
}

/** What the warehouse has under an SKU it passed over. One record that cannot be read stops only itself. */
async function ask(
  warehouse: WarehouseClient,
  sku: string,
): Promise<{ product: Product } | { error: FulfilmentError } | { missing: true }> {
  try {
    const product = await warehouse.products.get(sku);
    return product ? { product } : { missing: true };
  } catch (error) {
    if (!(error instanceof FulfilmentError) || error.scope !== "record") throw error;
    await warehouse.check();
    return { error };
  }
}

function isAsSent(shown: Product, sent: NewProduct): boolean {
  return Object.entries(sent).every(([field, value]) => shown[field] === value);
}

function countSettled(settled: readonly Settled[]) {
  const count = (state: Settled["state"]) => settled.filter((one) => one.state === state).length;
  return { created: count("created"), present: count("present"), rejected: count("rejected") };
}

/** What became of some, what the warehouse showed of them, and the mappings that follow: all of it or nothing. */
async function settle(
  ctx: ShopContext,
  {
    settled,
    products = [],
    askedAt = ctx.clock(),
  }: { settled: Settled[]; products?: Product[]; askedAt?: Date },
): Promise<void> {
  if (settled.length === 0) return;
  const { shop } = ctx;
  const now = ctx.clock();
  const rows = settled.map(({ reason, readAt = now, ...row }) => ({
    ...{ ...row, readAt },
    reason: reason ? writePushReason(reason) : null,
  }));
  await ctx.db.$transaction(async (tx) => {
    await storeProductsIn(tx, { shop, products, readAt: askedAt });
    await tx.$executeRaw`
      UPDATE "PushedProduct" q SET "state" = r."state"::"PushState", "sent" = r."sent", "reason" = r."reason",
        "settledAt" = r."readAt"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r ("sku" text, "state" text, "sent" jsonb, "reason" text, "readAt" timestamptz)
      WHERE q."shop" = ${shop} AND q."sku" = r."sku" AND q."state" IN ('waiting', 'sending', 'stopping')`;
    await noteActivity({ ...ctx, db: tx }, { kind: "pushed", details: countSettled(settled) });
    await matchVariants(tx, {
      ...{ shop, now },
      scope: {
        variantIds: settled.map(({ variantId }) => variantId as VariantId),
        skus: settled.map(({ sku }) => sku as Sku),
      },
    });
  });
}
