import { noteActivity } from "../../activity/note-activity.ts";
import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { decideAsk } from "./decide-ask.ts";
import { partOf, UNWATCHED, type Watcher } from "../../work/watcher.ts";
import { LONG_TX_MS } from "./match-variants.ts";
import { planWords, type Plan, type PlannedChange, type Selection, type WordsAction } from "./plan-words.ts";
import { keepFormer, writeRelinks } from "./write-relinks.ts";
import { lockMappings } from "./lock-mappings.ts";
import { type Word, type WordOn } from "./write-mappings.ts";

export interface ChangeWords {
  action: WordsAction;
  selection: Selection;
}

export interface ApplyWords extends ChangeWords {
  /** The fingerprint of the preview the merchant was shown. */
  expected: string;
  /** Whether the merchant was asked again and said yes. */
  confirmed: boolean;
  watcher?: Watcher;
}

export type WordsPreview = Omit<Plan, "rows" | "mapped"> & {
  /** Of the mapped variants, in percent. */
  share: number;
  /** Whether it is asked about again. */
  asks: boolean;
};

export type ApplyWordsOutcome =
  | { outcome: "done"; changed: number }
  /** It would no longer do what was shown. Nothing is changed. */
  | { outcome: "changed-meanwhile"; preview: WordsPreview }
  /** It changes so much that the merchant is asked again. Nothing is changed. */
  | { outcome: "ask"; preview: WordsPreview };

/** How far planning and writing get, in percent, when a whole large shop is changed; matching it anew is the rest. */
const PLANNED = 10;
const WRITTEN = 70;

/** What an action on many variants would change, counted. Changes nothing. */
export async function previewWords(ctx: ShopContext, input: ChangeWords): Promise<WordsPreview> {
  const plan = await ctx.db.$transaction(
    (tx) => planWords(tx, { shop: ctx.shop, ...input, withRows: false }),
    { timeout: LONG_TX_MS },
  );
  return previewOf(ctx, plan);
}

/**
 * Does what a preview showed: all of it or nothing, and only if it would still do just that. Doing it again finds nothing
 * left to change.
 */
export async function applyWords(ctx: ShopContext, input: ApplyWords): Promise<ApplyWordsOutcome> {
  const { shop } = ctx;
  const { action, selection, expected, confirmed, watcher = UNWATCHED } = input;
  return ctx.db.$transaction(
    async (tx): Promise<ApplyWordsOutcome> => {
      await lockMappings(tx, shop);
      const plan = await planWords(tx, { shop, action, selection, withRows: true });
      await watcher.reached(PLANNED);
      const { changes } = plan;
      if (changes === 0) return { outcome: "done", changed: 0 };
      const preview = await previewOf(ctx, plan);
      if (plan.fingerprint !== expected) return { outcome: "changed-meanwhile", preview };
      if (preview.asks && !confirmed) return { outcome: "ask", preview };
      const now = ctx.clock();
      const [only] = changes === 1 ? plan.rows : [];
      await noteActivity(
        { ...ctx, db: tx },
        { kind: "words", details: { action, count: changes }, subject: only?.variantId, at: now },
      );
      await keepFormer(tx, {
        shop,
        variantIds: action === "reset" ? plan.rows.map(({ variantId }) => variantId) : [],
        work: () =>
          writeRelinks(tx, {
            ...{ shop, now, ...sorted(plan.rows, action) },
            wrote: (done, of) => watcher.reached(partOf({ from: PLANNED, to: WRITTEN, done, of })),
          }),
      });
      const outcome = { outcome: "done", changed: changes } as const;
      await watcher.finish(tx, outcome);
      return outcome;
    },
    { timeout: LONG_TX_MS },
  );
}

async function previewOf(ctx: ShopContext, { rows: _, mapped, ...plan }: Plan): Promise<WordsPreview> {
  const { askBeyond } = await loadCatalogueSettings(ctx);
  return { ...plan, ...decideAsk({ changes: plan.changes, of: mapped, askBeyond }) };
}

/** The changes by the way each is written. */
function sorted(rows: PlannedChange[], action: WordsAction) {
  return {
    relinks: rows.flatMap(({ variantId, takesOver }) => (takesOver ? [{ variantId, from: takesOver }] : [])),
    words: rows
      .filter(({ gone, takesOver }) => !gone && !takesOver)
      .map(({ variantId, sku }): WordOn => ({ variantId, word: wordOf(action, sku as Sku) })),
    forgotten: rows.filter(({ gone }) => gone).map(({ variantId }) => variantId),
  };
}

function wordOf(action: WordsAction, sku: Sku): Word {
  switch (action) {
    case "confirm":
      return { decision: "mapped", components: [{ sku, quantity: 1 }] };
    case "unmap":
      return { decision: "unmapped" };
    case "ignore":
      return { decision: "ignored" };
    case "reset":
      return { decision: null };
  }
}
