import { readCursor, writeCursor } from "../../keyset-page.ts";
import type { ShopContext } from "../../shop-context.ts";
import { candidates, type Candidate, type PushSelection } from "./candidates.ts";
import { productToSend, type ProductField, type ProductToSend, type SkipReason } from "./product-to-send.ts";
import { positionOf, positionSchema } from "../variant-order.ts";

/** How many of a selection would be created, and what becomes of the others. */
export interface PushCounts {
  create: number;
  skipped: Partial<Record<SkipReason, number>>;
  /** Products created without this field, because the warehouse would refuse it. */
  leftOut: Partial<Record<ProductField, number>>;
}

export interface PreviewPush {
  selection: PushSelection;
  /** Which of the two lists is looked at. */
  show: "sent" | "skipped";
  /** A cursor from an earlier page. */
  after?: string | undefined;
}

export type PreviewRow = ProductToSend &
  Pick<Candidate, "variantId" | "productTitle" | "variantTitle" | "sku">;

export interface PushPreview {
  counts: PushCounts;
  rows: PreviewRow[];
  next: string | null;
}

const PAGE_SIZE = 50;

/** Exactly what would be sent to the warehouse for a selection, and what would not and why. Changes nothing. */
export async function previewPush(ctx: ShopContext, input: PreviewPush): Promise<PushPreview> {
  const counts = await countPush(ctx, input.selection);
  const skipped = Object.values(counts.skipped).reduce((sum, count) => sum + count, 0);
  // Nobody goes through a whole shop to find that there is nothing.
  const isEmpty = (input.show === "sent" ? counts.create : skipped) === 0;
  return { counts, ...(isEmpty ? { rows: [], next: null } : await listPush(ctx, input)) };
}

/** Variants counted at once: some megabytes, and a hundred thousand in about a second. */
const COUNTED_AT_ONCE = 5_000;

/** Counts over the whole selection; a hundred thousand variants are gone through in groups, never held. */
export async function countPush(ctx: ShopContext, selection: PushSelection): Promise<PushCounts> {
  const counts: PushCounts = { create: 0, skipped: {}, leftOut: {} };
  const { shop, db } = ctx;
  for await (const group of candidates(db, { shop, selection, take: COUNTED_AT_ONCE }))
    for (const verdict of group.map(productToSend)) {
      if ("skip" in verdict) add(counts.skipped, verdict.skip);
      else {
        counts.create++;
        for (const field of verdict.leftOut) add(counts.leftOut, field);
      }
    }
  return counts;
}

function add<Key extends string>(counts: Partial<Record<Key, number>>, key: Key): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

async function listPush(
  ctx: ShopContext,
  { selection, show, after }: PreviewPush,
): Promise<Pick<PushPreview, "rows" | "next">> {
  const found: { candidate: Candidate; verdict: ProductToSend }[] = [];
  const position = readCursor(positionSchema, after);
  for await (const group of candidates(ctx.db, { shop: ctx.shop, selection, after: position })) {
    for (const candidate of group) {
      const verdict = productToSend(candidate);
      if ("skip" in verdict === (show === "skipped")) found.push({ candidate, verdict });
    }
    if (found.length > PAGE_SIZE) break;
  }
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    rows: page.map(({ candidate: { variantId, productTitle, variantTitle, sku }, verdict }) => ({
      ...verdict,
      ...{ variantId, productTitle, variantTitle, sku },
    })),
    next: last && found.length > PAGE_SIZE ? writeCursor(positionOf(last.candidate)) : null,
  };
}
