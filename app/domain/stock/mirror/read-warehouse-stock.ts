import type { Product } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { FulfilmentError } from "../../../fulfilment/errors.ts";
import { storeWarehouseProducts } from "../../catalog/import/store-warehouse-products.ts";
import type { Joined } from "../../connection/load-connection.ts";
import { fetchEach } from "../../fetch-each.ts";
import type { Sku } from "../../ids.ts";
import type { MerchantSentence } from "../../merchant-sentence.ts";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import { recordFailureOf, type RecordFailure } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { findListed, isEncoded } from "./find-listed.ts";
import { loadReceived, readReceipts, type ReceiptsRead, type Received } from "../receipts/read-receipts.ts";

export interface WarehouseReading {
  /** `null`: the warehouse says it does not know the SKU. */
  stock: number | null;
  readAt: Date;
}

export interface WarehouseSide {
  readings: Map<Sku, WarehouseReading>;
  /** What inbounds had brought before the stock was read. */
  received: Received;
  /** SKUs that failed, each for itself. */
  failed: Map<Sku, RecordFailure>;
  /** SKUs whose turn did not come, because others that failed took the time. */
  left: Sku[];
  /** Done when what was read is remembered, and what could not be is told. To be waited for before a run ends, not sooner. */
  remembered: Promise<unknown>;
}

/** Up to this many SKUs are asked for one by one, whatever the listing's length. */
export const ONE_BY_ONE = 20;
const A_PAGE = 100;

/**
 * Reads what inbounds have brought, and then the warehouse's stock of these SKUs, as they are now. An SKU that the listing does not show is asked for
 * alone before it counts as gone: rows move between pages while they are read, so missing is not zero. One whose
 * figure cannot be read is left out and becomes a problem of its own: unknown is not zero either. One that fails in a way
 * that may pass is left out too, and the caller has it tried again. A listing that fails while the warehouse works is done
 * without: each SKU is asked for then. An SKU counts as gone when it is not found and the list does not show it either. Where the
 * two contradict each other it is unknown, unless it has to be encoded in an address: then the list counts.
 * @throws FulfilmentError when the warehouse as a whole fails
 */
export async function readWarehouseStock(
  ctx: ShopContext,
  about: {
    connection: Joined;
    skus: readonly Sku[];
    /** Receipts that are being read for this run. They are read here unless given. */
    receipts?: Promise<ReceiptsRead> | undefined;
  },
): Promise<WarehouseSide> {
  const { connection, skus } = about;
  const warehouse = ctx.warehouse(connection.accessToken);
  const receipts = await (about.receipts ?? readReceipts(ctx, { warehouse, connection }));
  const loaded = await loadReceived(ctx, skus);
  // When receipts were read may not be stored yet.
  const received = { ...loaded, readAt: receipts.readAt ?? loaded.readAt };
  const readings = new Map<Sku, WarehouseReading>();
  const listed = new Set<string>();
  // A reading counts as old as the question: what changed while the answer was on its way may not be in it.
  // Fills `readings` at once; what it promises is that they are remembered.
  const note = async (products: readonly Product[], readAt: Date) => {
    for (const { sku, stock } of products) if (stock !== null) readings.set(sku as Sku, { stock, readAt });
    if (products.length > 0) await storeWarehouseProducts(ctx, { products, readAt });
  };

  let askedAt = ctx.clock();
  if (skus.length > ONE_BY_ONE && skus.length > (await countPages(ctx)))
    await unlessListFails(ctx, warehouse, async () => {
      for await (const products of warehouse.products.pages()) {
        for (const { sku } of products) listed.add(sku);
        await note(products, askedAt);
        askedAt = ctx.clock();
      }
    });

  const missing = skus.filter((sku) => !readings.has(sku));
  const fetched = await fetchEach(warehouse, missing, (sku, options) => warehouse.products.get(sku, options));
  const failed = new Map(
    [...fetched.failed].map(([sku, error]): [Sku, RecordFailure] => [sku, recordFailureOf(error)!]),
  );
  const products = [...fetched.found.values()].flatMap((product) => product ?? []);
  const notFound = [...fetched.found].filter(([, product]) => product === null).map(([sku]) => sku);
  const misread = [...failed]
    .filter(([sku, { permanent }]) => permanent && isEncoded(sku))
    .map(([sku]) => sku);
  const doubtful = [...notFound, ...misread].filter((sku) => !listed.has(sku));
  const inList = await findListed(ctx, { warehouse, skus: doubtful, pages: await countPages(ctx) });
  for (const [sku, product] of inList.products) {
    // A plain SKU that the list shows and that is not found is a contradiction: unknown is not zero.
    if (!isEncoded(sku) || product.stock === null) continue;
    products.push(product);
    readings.set(sku, { stock: product.stock, readAt: askedAt });
    failed.delete(sku);
  }
  const gone = notFound.filter(
    (sku) => !listed.has(sku) && !inList.products.has(sku) && !inList.contested.has(sku),
  );
  if (gone.length > 0) await confirmGone(ctx, { warehouse, gone, askedAt, readings });
  const mayPass = new Set([...failed].filter(([, { permanent }]) => !permanent).map(([sku]) => sku));
  const left = new Set(fetched.left);
  const asked = skus.filter((sku) => !mayPass.has(sku) && !left.has(sku));
  const remembered = Promise.all([
    receipts.noted,
    note(products, askedAt),
    noteUnreadable(ctx, { skus: asked, readings, failures: failed }),
    noteUnknown(ctx, { skus: asked, readings }),
  ]);
  remembered.catch(() => undefined); // Thrown where it is waited for.
  return { readings, received, failed, left: fetched.left, remembered };
}

/** @throws FulfilmentError when the warehouse as a whole fails */
async function unlessListFails(
  ctx: ShopContext,
  warehouse: WarehouseClient,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    await warehouse.check();
    ctx.log.warn({ err: error }, "the warehouse's list could not be read; each product is asked for");
  }
}

/** How many calls the whole listing takes, as far as we know it. */
async function countPages(ctx: ShopContext): Promise<number> {
  return Math.ceil((await ctx.db.warehouseProduct.count({ where: { shop: ctx.shop } })) / A_PAGE);
}

/**
 * Believes a 404 only from a warehouse that is there: while one is being worked on, what stands before it may answer
 * 404 to everything, and a shop's whole stock must not become zero for that.
 * @throws FulfilmentError when the listing does not answer.
 */
async function confirmGone(
  ctx: ShopContext,
  about: {
    warehouse: WarehouseClient;
    gone: Sku[];
    askedAt: Date;
    readings: Map<Sku, WarehouseReading>;
  },
): Promise<void> {
  const { gone, askedAt, readings } = about;
  await about.warehouse.check();
  for (const sku of gone) readings.set(sku, { stock: null, readAt: askedAt });
  await ctx.db.$executeRaw`
    DELETE FROM "WarehouseProduct" WHERE "shop" = ${ctx.shop} AND "sku" = ANY(${gone}::text[])`;
}

/** An SKU that the warehouse does not know counts as 0, and is a problem until it is known again. */
async function noteUnknown(
  ctx: ShopContext,
  { skus, readings }: { skus: readonly Sku[]; readings: ReadonlyMap<Sku, WarehouseReading> },
): Promise<void> {
  const known = skus.filter((sku) => typeof readings.get(sku)?.stock === "number");
  await clearProblems(ctx, { kinds: ["sku-unknown"], subjects: known });
  for (const sku of skus)
    if (readings.get(sku)?.stock === null)
      await openProblem(ctx, { kind: "sku-unknown", subject: sku, details: { sku } });
}

async function noteUnreadable(
  ctx: ShopContext,
  {
    skus,
    readings,
    failures,
  }: {
    skus: readonly Sku[];
    readings: ReadonlyMap<Sku, WarehouseReading>;
    failures: ReadonlyMap<Sku, RecordFailure>;
  },
): Promise<void> {
  const subjects = skus.filter((sku) => readings.has(sku));
  await clearProblems(ctx, { kinds: ["stock-unreadable"], subjects });
  for (const sku of skus) {
    if (readings.has(sku)) continue;
    const sentence: MerchantSentence | null = failures.get(sku)?.sentence ?? null;
    ctx.log.warn({ failure: failures.get(sku)?.failure }, "a product at the warehouse could not be read");
    await openProblem(ctx, { kind: "stock-unreadable", subject: sku, details: { sku, sentence } });
  }
}
