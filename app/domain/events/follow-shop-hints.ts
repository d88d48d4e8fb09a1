import { queueJob } from "../../jobs/catalog.ts";
import { lookAtPlan } from "../billing/look-at-plan.ts";
import { refreshProduct } from "../catalog/import/refresh-product.ts";
import { closeIfUninstalled } from "../connection/forget-shop.ts";
import { lookAtScopes } from "../connection/look-at-scopes.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { ProductId } from "../ids.ts";
import { clearProblems } from "../problems/problems.ts";
import { failureOf } from "../problems/record-failure.ts";
import type { ShopContext } from "../shop-context.ts";
import { doProductsWait, isImportUnderWay, MANY_PRODUCTS, passImportedProducts } from "./hold-products.ts";
import { PRODUCT_TOPICS, translateShopHint, type ShopThing } from "./translate-hint.ts";
import { allProcessed, followWaiting, type Unprocessed, type WaitingHint } from "./waiting-hints.ts";

/**
 * Follows the shop's own hints: products are read again, an uninstall, other permissions and another plan are looked into.
 * Reading products takes its time, and what else comes meanwhile does not wait for the last of them.
 */
export async function followShopHints(ctx: ShopContext): Promise<void> {
  await passImportedProducts(ctx);
  if (await doProductsWait(ctx)) return followOthers(ctx);
  await followWaiting(ctx, {
    job: "follow-shop-hints",
    sources: ["shop"],
    async follow(hints) {
      const { failed } = await followWords(ctx, hints);
      const products = await readProducts(ctx, hints);
      return { ...products, failed: new Map([...failed, ...products.failed]) };
    },
  });
}

/** Processes the events that name no product. */
function followOthers(ctx: ShopContext): Promise<void> {
  return followWaiting(ctx, {
    job: "follow-shop-hints",
    sources: ["shop"],
    except: PRODUCT_TOPICS,
    follow: (others) => followWords(ctx, others),
  });
}

/** What follows from an event that names no product. One that fails affects no other. */
const WORDS: Partial<Record<ShopThing["thing"], (ctx: ShopContext) => Promise<void>>> = {
  installation: closeIfUninstalled,
  permissions: lookAtScopes,
  plan: async (ctx) => void ((await loadConnection(ctx)) && (await lookAtPlan(ctx))),
  gathered: async (ctx) => void ((await loadConnection(ctx)) && (await resumeWaiting(ctx))),
};

/** All that is no product. */
async function followWords(ctx: ShopContext, hints: readonly WaitingHint[]): Promise<Unprocessed> {
  const unprocessed = allProcessed();
  for (const [thing, named] of Map.groupBy(hints, (hint) => translateShopHint(hint).thing)) {
    const follow = WORDS[thing];
    if (!follow) continue;
    const failure = await failureOf(ctx, () => follow(ctx));
    if (failure) for (const { id } of named) unprocessed.failed.set(id, failure);
    else await clearProblems(ctx, { kinds: ["job-failing"], subjects: named.map(({ event }) => event) });
  }
  return unprocessed;
}

/** Reads each product that events name. One that fails affects no other, and neither does it the rest of what is waiting. */
async function readProducts(ctx: ShopContext, hints: readonly WaitingHint[]): Promise<Unprocessed> {
  const unprocessed = allProcessed();
  const products = Map.groupBy(hints, (hint) => {
    const thing = translateShopHint(hint);
    return thing.thing === "product" ? thing.productId : undefined;
  });
  products.delete(undefined);
  if (products.size > MANY_PRODUCTS && !(await isImportUnderWay(ctx))) {
    await queueJob(ctx.db, { name: "import-catalogue", shop: ctx.shop });
    return unprocessed;
  }
  const read: ProductId[] = [];
  for (const [productId, named] of products) {
    await followOthers(ctx);
    // Read each time: the merchant may have disconnected, or uninstalled, meanwhile.
    const connection = await loadConnection(ctx);
    if (!connection || !productId) break;
    const { locationId } = connection;
    const failure = await failureOf(ctx, () => refreshProduct(ctx, { productId, locationId }));
    if (failure) for (const { id } of named) unprocessed.failed.set(id, failure);
    else read.push(productId);
  }
  if (read.length > 0) await clearProblems(ctx, { kinds: ["product-unreadable"], subjects: read });
  return unprocessed;
}

/** Only what waits: a late word about something that is over must not begin it again. */
async function resumeWaiting(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const [importing, sweeps] = await Promise.all([
    isImportUnderWay(ctx),
    ctx.db.stockSweep.count({ where: { shop, bulkOperationId: { not: null } } }),
  ]);
  if (importing) await queueJob(ctx.db, { name: "import-catalogue", shop });
  if (sweeps > 0) await queueJob(ctx.db, { name: "sweep-stock", shop });
}
