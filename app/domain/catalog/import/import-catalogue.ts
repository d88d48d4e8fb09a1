import { randomUUID } from "node:crypto";
import type { CatalogueImport } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import { cancelBulkQuery, readBulkState, startBulkQuery } from "../../../shopify/bulk.ts";
import { ShopifyError } from "../../../shopify/errors.ts";
import { allVariantsQuery } from "../../../shopify/variants.ts";
import { loadConnection, type Joined } from "../../connection/load-connection.ts";
import { fetchEach } from "../../fetch-each.ts";
import { keepTimeZone } from "../../connection/time-zone.ts";
import { openJobProblem } from "../../problems/job-problem.ts";
import type { Unfinished } from "../../problems/with-problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { beginImport } from "./begin-import.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { storeWarehouseProducts } from "./store-warehouse-products.ts";
import { takeInResult } from "./take-in-result.ts";

/** Shopify tells when it is done; should that get lost, it is asked this often, in milliseconds. */
const ASK_AGAIN_MS = 10_000;
/** Products missing from the list of the warehouse that one import asks for one at a time. The next import goes on. */
const ASK_ONE_BY_ONE = 100;
/** After so many exports whose result was lost or refused, the import ends. The next one begins with the schedule. */
const EXPORTS_MAX = 3;

/**
 * Reads both catalogues whole and matches them, as far as it gets: while Shopify gathers the variants, the warehouse's
 * list is read; while there is nothing to do but wait, the job is put off. What is done is written down, so that a run
 * cut off anywhere is gone on with, and two at once are one: each step belongs to an import with an id, and counts only
 * if the import still stands where the step began.
 */
export async function importCatalogue(ctx: ShopContext): Promise<void | Unfinished> {
  const { shop } = ctx;
  // Read first: one that is called off from here on is not begun again by this run.
  let step = await ctx.db.catalogueImport.findUnique({ where: { shop } });
  const connection = await loadConnection(ctx);
  if (!connection) return;
  // Whoever has just connected waits for the first one.
  const asked = connection.importedAt === null;
  if (!step || step.stage === "done") step = await beginImport(ctx.db, { shop, now: ctx.clock(), asked });
  for (;;) {
    if (!step || step.stage === "done") return;
    const next: Awaited<ReturnType<Step>> = await STEPS[step.stage](ctx, { step, connection });
    if (next === "unfinished") return next;
    step = next;
  }
}

type Step = (
  ctx: ShopContext,
  about: { step: CatalogueImport; connection: Joined },
) => Promise<CatalogueImport | Unfinished | null>;

/**
 * What is done in each stage. Each returns the import as it is then, `unfinished` when it has to wait or ended in vain, and
 * `null` when it is done or no longer this import.
 */
const STEPS: Record<Exclude<CatalogueImport["stage"], "done">, Step> = {
  exporting: startExport,
  listing: listWarehouse,
  storing: storeExport,
};

/**
 * Asks Shopify to gather all variants. Cut off before its answer is written down, it asks again, which does no harm: what
 * is gathered from here on belongs to an import of a new id, and a run that still goes by the old one stops.
 */
async function startExport(ctx: ShopContext, { step, connection }: Parameters<Step>[1]): ReturnType<Step> {
  if (step.exports >= EXPORTS_MAX) return endInVain(ctx, step);
  await keepTimeZone(ctx);
  const { locationId } = connection;
  const dimensions = (await loadCatalogueSettings(ctx)).dimensions;
  // What is read before this is older than what is gathered.
  const startedAt = ctx.clock();
  const bulkOperationId = await startBulkQuery(ctx.admin, allVariantsQuery({ locationId, dimensions }));
  if (!bulkOperationId) return waitFor(ctx, step);
  await ctx.db.importBlock.deleteMany({ where: { importId: step.id } });
  const next = await advance(ctx, step, {
    id: randomUUID(),
    stage: "listing",
    startedAt,
    bulkOperationId,
    exports: step.exports + 1,
    position: 0n,
    variants: 0,
    unnamed: 0,
  });
  if (!next) await cancelBulkQuery(ctx.admin, bulkOperationId);
  return next;
}

/** Reads the whole list of the warehouse. A product that is missing from it is asked for alone before it counts as gone. */
async function listWarehouse(ctx: ShopContext, { step, connection }: Parameters<Step>[1]): ReturnType<Step> {
  const { shop } = ctx;
  const warehouse = ctx.warehouse(connection.accessToken);
  const listedAt = ctx.clock();
  let listed = 0;
  // Nobody knows how many there are; one page after the last does no harm.
  for await (const products of warehouse.products.pages({}, { expected: Infinity })) {
    await storeWarehouseProducts(ctx, { products, readAt: listedAt });
    listed += products.length;
    if (!(await advance(ctx, step, { products: listed }))) return null;
  }
  // By lot: those that cannot be read stay unseen, and would come first for ever.
  const unseen = await ctx.db.$queryRaw<{ sku: string }[]>`
    SELECT "sku" FROM "WarehouseProduct" WHERE "shop" = ${shop} AND "readAt" < ${listedAt}
    ORDER BY random() LIMIT ${ASK_ONE_BY_ONE}`;
  const skus = unseen.map(({ sku }) => sku);
  // One that fails, or whose turn does not come, is neither there nor gone: the next import asks for it.
  const { found } = await fetchEach(warehouse, skus, (sku, options) => warehouse.products.get(sku, options));
  for (const [sku, product] of found) {
    if (product) await storeWarehouseProducts(ctx, { products: [product], readAt: listedAt });
    else await ctx.db.warehouseProduct.deleteMany({ where: { shop, sku, readAt: { lt: listedAt } } });
  }
  return advance(ctx, step, { stage: "storing" });
}

/** Stores what Shopify gathered, from where the last run got to, and takes it over when it is whole. */
async function storeExport(ctx: ShopContext, { step }: Parameters<Step>[1]): ReturnType<Step> {
  const bulk = await readBulkState(ctx.admin, step.bulkOperationId ?? "");
  if (bulk.state === "running") {
    await advance(ctx, step, { expected: bulk.objects });
    return waitFor(ctx, step);
  }
  if (bulk.state === "lost") return advance(ctx, step, { stage: "exporting" });
  await advance(ctx, step, { expected: bulk.objects });
  try {
    const taken = await takeInResult(ctx, { step, result: bulk.result });
    return taken === "again" ? await advance(ctx, step, { stage: "exporting" }) : null;
  } catch (error) {
    // Its address is good for seven days; after a longer outage Shopify has to gather again.
    if (!(error instanceof ShopifyError) || error.code !== "refused") throw error;
    return advance(ctx, step, { stage: "exporting" });
  }
}

/** Writes down how far the import is. @returns `null` when it is no longer this one. */
async function advance(
  ctx: ShopContext,
  { id }: CatalogueImport,
  data: Partial<CatalogueImport>,
): Promise<CatalogueImport | null> {
  const { shop } = ctx;
  const { count } = await ctx.db.catalogueImport.updateMany({ where: { shop, id }, data });
  return count === 0 ? null : ctx.db.catalogueImport.findUnique({ where: { shop } });
}

/** Shopify's result was lost or refused each time: the catalog stays as it was, and a problem names the job. */
async function endInVain(ctx: ShopContext, step: CatalogueImport): Promise<Unfinished> {
  await advance(ctx, step, { id: randomUUID(), stage: "done", bulkOperationId: null, finishedAt: null });
  const error = new ShopifyError("unavailable", {
    message: `no result of ${EXPORTS_MAX} bulk queries could be used`,
  });
  ctx.log.error({ err: error }, "an import ended in vain");
  await openJobProblem(ctx, { name: "import-catalogue", error });
  await queueJob(ctx.db, { name: "follow-shop-hints", shop: ctx.shop });
  return "unfinished";
}

/** Only as long as it is this import: one that was called off meanwhile must not be begun again. */
async function waitFor({ db, shop }: ShopContext, { id }: CatalogueImport): Promise<Unfinished> {
  await db.$transaction(async (tx) => {
    const [standing] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "CatalogueImport" WHERE "shop" = ${shop} AND "id" = ${id}::uuid FOR UPDATE`;
    if (standing) await queueJob(tx, { name: "import-catalogue", shop, inMs: ASK_AGAIN_MS });
  });
  return "unfinished";
}
