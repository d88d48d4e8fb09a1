import { FulfilmentError } from "../../fulfilment/errors.ts";
import { identifierFault } from "../../fulfilment/identifier.ts";
import { loadConnection } from "../connection/load-connection.ts";
import { fetchEach } from "../fetch-each.ts";
import type { Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { storeWarehouseProducts } from "./import/store-warehouse-products.ts";

/** What is known of SKUs that somebody typed or uploaded, in their order. Each of them is in one of the three. */
export interface CheckedSkus {
  /** By SKU: the spelling under which the product is stored, by now at least. */
  found: ReadonlyMap<Sku, Sku>;
  /** The warehouse says that it does not have these. */
  unknown: ReadonlySet<Sku>;
  /** The warehouse could not be asked about these, or they are more than are asked about. */
  unchecked: ReadonlySet<Sku>;
}

/**
 * SKUs that the warehouse is asked about at most: a person waits. At our limit of 25 requests a second they take eight
 * seconds, and one of the account's places stays free for the store's other work. What is found is stored, so the same file
 * again goes on with the rest.
 */
export const CHECKED_MAX = 200;
/** No question is begun after so many milliseconds, and what is under way ends then. */
export const CHECK_PATIENCE_MS = 15_000;
/** So many milliseconds more may pass until the warehouse has shown that it is there. */
const LISTING_PATIENCE_MS = 5_000;

/**
 * Finds out which of these SKUs the warehouse has. It is asked about those that are not stored, one by one and several at
 * a time, because it may have got them since the last import; what it has is stored at once.
 *
 * `spellingsOf` an SKU says how else it may be spelled, the likeliest first: a further one is asked about only where the
 * warehouse does not have those before it.
 */
export async function checkSkus(
  ctx: ShopContext,
  {
    skus,
    spellingsOf = (sku) => [sku],
  }: { skus: readonly Sku[]; spellingsOf?: (sku: Sku) => readonly Sku[] },
): Promise<CheckedSkus> {
  const wanted = [...new Set(skus)];
  const stored = await loadStored(ctx, wanted.flatMap(spellingsOf));
  const known = new Map<Sku, Sku | null>();
  const open = new Map<Sku, readonly Sku[]>();
  for (const sku of wanted) {
    const spellings = spellingsOf(sku);
    const spelling = spellings.find((one) => stored.has(one));
    const askable = spellings.filter((one) => !identifierFault(one));
    if (spelling !== undefined) known.set(sku, spelling);
    else if (askable.length > 0) open.set(sku, askable);
    // No address can name it, and no import has shown it.
    else known.set(sku, null);
  }
  for (const [sku, spelling] of await askFor(ctx, open)) known.set(sku, spelling);
  const found = new Map<Sku, Sku>();
  const unknown = new Set<Sku>();
  const unchecked = new Set<Sku>();
  for (const sku of wanted) {
    const spelling = known.get(sku);
    if (spelling) found.set(sku, spelling);
    else (spelling === null ? unknown : unchecked).add(sku);
  }
  return { found, unknown, unchecked };
}

async function loadStored({ db, shop }: ShopContext, skus: readonly Sku[]): Promise<Set<Sku>> {
  // One parameter for the whole list, however long it is.
  const rows = await db.$queryRaw<{ sku: Sku }[]>`
    SELECT "sku" FROM "WarehouseProduct" WHERE "shop" = ${shop} AND "sku" = ANY(${[...skus]}::text[])`;
  return new Set(rows.map(({ sku }) => sku));
}

/** @returns by SKU, the spelling that the warehouse has, or null where it has none; SKUs without an answer are left out. */
async function askFor(
  ctx: ShopContext,
  spellingsOf: ReadonlyMap<Sku, readonly Sku[]>,
): Promise<ReadonlyMap<Sku, Sku | null>> {
  const answers = new Map<Sku, Sku | null>();
  const connection = spellingsOf.size > 0 ? await loadConnection(ctx) : null;
  if (!connection) return answers;
  const warehouse = ctx.warehouse(connection.accessToken);
  const ask = async (sku: Sku, options: { signal?: AbortSignal | undefined }) => {
    for (const spelling of spellingsOf.get(sku) ?? []) {
      const readAt = ctx.clock();
      const product = await warehouse.products.get(spelling, options);
      if (product) await storeWarehouseProducts(ctx, { products: [product], readAt });
      if (product?.sku === spelling) return void answers.set(sku, spelling);
    }
    answers.set(sku, null);
  };
  const skus = [...spellingsOf.keys()].slice(0, CHECKED_MAX);
  try {
    await fetchEach(warehouse, skus, ask, { signal: AbortSignal.timeout(CHECK_PATIENCE_MS) });
    // A 404 is believed only from a warehouse that is there: something in front of it may answer so to everything.
    if ([...answers.values()].includes(null))
      await warehouse.check({ signal: AbortSignal.timeout(LISTING_PATIENCE_MS) });
    return answers;
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    ctx.log.warn({ code: error.code, requestId: error.requestId }, "the warehouse could not be asked");
    return new Map([...answers].filter(([, spelling]) => spelling !== null));
  }
}
