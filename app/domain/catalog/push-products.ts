import type { PushedProduct, PushState } from "@prisma/client";
import type { Product } from "../../fulfilment/answers.ts";
import { FulfilmentError } from "../../fulfilment/errors.ts";
import type { ProductOperations } from "../../fulfilment/products.ts";
import type { NewProduct, ProductChanges } from "../../fulfilment/requests.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { Sku, VariantId } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { candidates, type Candidate } from "./candidates.ts";
import { matchIn } from "./match-variants.ts";
import { describe, productToSend } from "./product-to-send.ts";
import { writePushReason, type PushReason } from "./push-reason.ts";
import { storeProductsIn } from "./store-warehouse-products.ts";

/** After so many chunks the job makes room: what a person did in the shop meanwhile is looked at before it goes on. */
const CHUNKS_IN_ONE_GO = 20;

/**
 * Creates the products that wait to be created at the warehouse, a chunk at a time. Each is written down with what
 * became of it as soon as that is known, so a run cut off anywhere goes on with those that still wait; what had landed
 * by then is passed over by the warehouse (`skipDuplicates`) and found there. While the warehouse cannot be reached,
 * they go on waiting.
 */
export async function pushProducts(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const connection = await loadConnection(ctx);
  if (!connection) return;
  const { products } = ctx.warehouse(connection.accessToken);
  for (let chunk = 0; chunk < CHUNKS_IN_ONE_GO; chunk++) {
    const waiting = await ctx.db.pushedProduct.findMany({
      where: { shop, state: "waiting" },
      take: products.bulkSize,
    });
    if (waiting.length === 0) return;
    const { settled, sends } = await decide(ctx, waiting);
    await settle(ctx, { settled });
    await create(ctx, { products, sends });
  }
  await queueJob(ctx.db, { name: "push-products", shop });
}

/** A product about to be sent. */
interface Sending {
  variant: Candidate;
  product: NewProduct;
}

/** What became of one that waited. */
interface Settled {
  sku: string;
  variantId: string;
  state: PushState;
  sent?: ProductChanges;
  reason?: PushReason;
  /** The reading of the shop that was told. Null when nothing was: then it is settled as of now. */
  readAt?: Date;
}

/** Looks at the variants as they are now: what was previewed may have changed since. */
async function decide(
  ctx: ShopContext,
  waiting: PushedProduct[],
): Promise<{ settled: Settled[]; sends: Sending[] }> {
  const variants = new Map<string, Candidate>();
  const selection = { variantIds: waiting.map(({ variantId }) => variantId as VariantId) };
  for await (const group of candidates(ctx.db, { shop: ctx.shop, selection }))
    for (const one of group) variants.set(one.variantId, { ...one, waiting: false });

  const settled: Settled[] = [];
  const sends: Sending[] = [];
  for (const { sku, variantId } of waiting) {
    const variant = variants.get(variantId);
    const reject = (because: Extract<PushReason, { because: string }>["because"]) =>
      settled.push({ sku, variantId, state: "rejected", reason: { because } });
    if (!variant) reject("gone");
    else if (variant.sku !== sku) reject("sku_changed");
    else {
      const verdict = productToSend(variant);
      if ("send" in verdict) sends.push({ variant, product: verdict.send });
      else if (verdict.skip === "at_warehouse") settled.push({ ...told(variant), state: "present" });
      else reject(verdict.skip);
    }
  }
  return { settled, sends };
}

/** From here on the warehouse counts as told this, so that only what the shop changes later is sent after it. */
function told(variant: Candidate): Pick<Settled, "sku" | "variantId" | "sent" | "readAt"> {
  const { sku, variantId, readAt } = variant;
  return { sku: sku ?? "", variantId, sent: describe(variant).details, readAt };
}

/**
 * Creates these. When the warehouse refuses them all because of some, they are sent again in halves until those stand
 * alone: of a hundred with one bad, some fifteen requests, and ninety-nine are created.
 */
async function create(
  ctx: ShopContext,
  { products, sends }: { products: ProductOperations; sends: Sending[] },
): Promise<void> {
  if (sends.length === 0) return;
  const askedAt = ctx.clock();
  try {
    const wanted = sends.map(({ product }) => product);
    const { created, found } = await products.createMany(wanted, { skipDuplicates: true });
    await settleSent(ctx, { products, sends, created, found, askedAt });
  } catch (error) {
    if (!(error instanceof FulfilmentError && error.objection)) throw error;
    const [only, ...others] = sends;
    if (only && others.length === 0) return settle(ctx, { settled: [rejected(only, error)] });
    const half = Math.ceil(sends.length / 2);
    await create(ctx, { products, sends: sends.slice(0, half) });
    await create(ctx, { products, sends: sends.slice(half) });
  }
}

function rejected({ variant, product }: Sending, { sentence }: FulfilmentError): Settled {
  return { sku: product.sku, variantId: variant.variantId, state: "rejected", reason: { sentence } };
}

/** Writes down what became of a chunk that was taken. */
async function settleSent(
  ctx: ShopContext,
  about: {
    products: ProductOperations;
    sends: Sending[];
    created: Product[];
    found: Product[];
    askedAt: Date;
  },
): Promise<void> {
  const { products, sends, askedAt } = about;
  const created = new Map(about.created.map((product) => [product.sku, product]));
  const found = new Map(about.found.map((product) => [product.sku, product]));
  const passedOver = sends.filter(({ product: { sku } }) => !created.has(sku) && !found.has(sku));
  const answers = await Promise.all(passedOver.map(({ product: { sku } }) => ask(products, sku)));
  for (const answer of answers) if ("product" in answer) found.set(answer.product.sku, answer.product);
  const unseen = new Map(passedOver.map(({ product }, index) => [product.sku, answers[index]]));

  const settled = sends.map((sending): Settled => {
    const { variant, product } = sending;
    if (created.has(product.sku)) return { ...told(variant), state: "created" };
    const there = found.get(product.sku);
    // What looks exactly as we sent it was made by an attempt of ours whose answer was lost.
    if (there) return { ...told(variant), state: isAsSent(there, product) ? "created" : "present" };
    const answer = unseen.get(product.sku);
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
  products: ProductOperations,
  sku: string,
): Promise<{ product: Product } | { error: FulfilmentError } | { missing: true }> {
  try {
    const product = await products.get(sku);
    return product ? { product } : { missing: true };
  } catch (error) {
    if (!(error instanceof FulfilmentError) || error.field === undefined) throw error;
    return { error };
  }
}

function isAsSent(shown: Product, sent: NewProduct): boolean {
  return Object.entries(sent).every(([field, value]) => shown[field] === value);
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
      WHERE q."shop" = ${shop} AND q."sku" = r."sku" AND q."state" = 'waiting'`;
    await matchIn(tx, {
      ...{ shop, now },
      scope: {
        variantIds: settled.map(({ variantId }) => variantId as VariantId),
        skus: settled.map(({ sku }) => sku as Sku),
      },
    });
  });
}
