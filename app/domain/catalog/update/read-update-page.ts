import type { ProductUpdateState } from "@prisma/client";
import { loadConnection } from "../../connection/load-connection.ts";
import { sentenceSchema, type MerchantSentence } from "../../merchant-sentence.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { ComparedField } from "./compare-product.ts";
import { previewUpdate, type PreviewUpdate, type UpdatePreview } from "./preview-update.ts";

/** How far the updating is that is under way, or what the last one led to. */
export interface UpdateProgress {
  counts: Record<ProductUpdateState, number>;
  /** Products that were not updated, or not in every field; the first few. */
  incomplete: IncompleteUpdate[];
}

export interface IncompleteUpdate {
  sku: string;
  state: Exclude<ProductUpdateState, "waiting">;
  /** Fields whose value at the warehouse had changed. */
  left: ComparedField[];
  sentence: MerchantSentence | null;
}

export interface UpdatePage {
  connected: boolean;
  progress: UpdateProgress | null;
  /** What would change; not worked out while something is being sent. */
  preview: UpdatePreview | null;
}

/** What a merchant needs to see who wants products updated at the warehouse. */
export async function readUpdatePage(ctx: ShopContext, wanted: PreviewUpdate): Promise<UpdatePage> {
  const [connection, progress] = await Promise.all([loadConnection(ctx), readUpdateProgress(ctx)]);
  const isIdle = !progress || progress.counts.waiting === 0;
  const preview = connection && isIdle ? await previewUpdate(ctx, wanted) : null;
  return { connected: Boolean(connection), progress, preview };
}

/** Products shown at once. */
const INCOMPLETE_SHOWN = 50;

/** `null` when nothing was ever to be updated. */
export async function readUpdateProgress({ db, shop }: ShopContext): Promise<UpdateProgress | null> {
  const last = await db.productUpdate.aggregate({ where: { shop }, _max: { askedAt: true } });
  const waiting = await db.productUpdate.aggregate({
    where: { shop, state: "waiting" },
    _min: { askedAt: true },
  });
  const since = waiting._min.askedAt ?? last._max.askedAt;
  if (!since) return null;
  const ofRun = { shop, askedAt: { gte: since } };
  const groups = await db.productUpdate.groupBy({ by: ["state"], where: ofRun, _count: true });
  const counts: UpdateProgress["counts"] = { waiting: 0, updated: 0, unmapped: 0, gone: 0, rejected: 0 };
  for (const { state, _count } of groups) counts[state] = _count;
  const rows = await db.productUpdate.findMany({
    where: {
      ...ofRun,
      OR: [
        { state: { in: ["unmapped", "gone", "rejected"] } },
        { state: "updated", left: { isEmpty: false } },
      ],
    },
    orderBy: { sku: "asc" },
    take: INCOMPLETE_SHOWN,
  });
  return { counts, incomplete: rows.map(incompleteOf) };
}

export function incompleteOf(row: {
  sku: string;
  state: ProductUpdateState;
  left: string[];
  sentence: unknown;
}): IncompleteUpdate {
  const { sku, state, left, sentence } = row;
  return {
    sku,
    state: state as IncompleteUpdate["state"],
    left: left as ComparedField[],
    sentence: sentence === null ? null : sentenceSchema.parse(sentence),
  };
}
