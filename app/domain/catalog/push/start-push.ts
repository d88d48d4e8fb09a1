import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";
import { partOf, UNWATCHED, type Watcher } from "../../work/watcher.ts";
import { decideAsk } from "../mapping/decide-ask.ts";
import { candidates, type PushSelection } from "./candidates.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { LONG_TX_MS } from "../mapping/match-variants.ts";
import { countPush } from "./preview-push.ts";
import { productToSend } from "./product-to-send.ts";

export interface StartPush {
  selection: PushSelection;
  /** How many the merchant agreed to when asked. */
  confirmed?: number | undefined;
  watcher?: Watcher;
}

/** How far counting gets, in percent; queueing is the rest. */
const COUNTED = 40;

export type StartPushOutcome =
  | { outcome: "started"; queued: number }
  | { outcome: "nothing-to-create" }
  /** It would create more than the merchant's share of what the warehouse has. */
  | { outcome: "ask"; create: number; known: number; askBeyond: number }
  | { outcome: "not-connected" };

/**
 * Queues what `previewPush` shows, and the job that creates it: all of it or nothing. Started again, it finds those
 * that wait already and queues nothing twice; one that has just been created may be queued once more, which the
 * warehouse passes over.
 */
export async function startPush(
  ctx: ShopContext,
  { selection, confirmed = 0, watcher = UNWATCHED }: StartPush,
): Promise<StartPushOutcome> {
  const { shop } = ctx;
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const { create } = await countPush(ctx, selection);
  await watcher.reached(COUNTED);
  if (create === 0) return { outcome: "nothing-to-create" };
  const known = await ctx.db.warehouseProduct.count({ where: { shop } });
  const { askBeyond } = await loadCatalogueSettings(ctx);
  if (create > confirmed && decideAsk({ changes: create, of: known, askBeyond }).asks)
    return { outcome: "ask", create, known, askBeyond };

  const queuedAt = ctx.clock();
  return ctx.db.$transaction(
    async (tx): Promise<StartPushOutcome> => {
      let queued = 0;
      let done = 0;
      for await (const group of candidates(tx, { shop, selection })) {
        const sends = group.filter((candidate) => "send" in productToSend(candidate));
        queued += await tx.$executeRaw`
          INSERT INTO "PushedProduct" AS q ("shop", "sku", "variantId", "state", "queuedAt")
          SELECT ${shop}, s."sku", s."variantId", 'waiting', ${queuedAt}
          FROM unnest(${sends.map(({ sku }) => sku)}::text[], ${sends.map(({ variantId }) => variantId)}::text[])
            AS s ("sku", "variantId")
          ON CONFLICT ("shop", "sku") DO UPDATE SET
            "variantId" = excluded."variantId", "state" = 'waiting', "sent" = NULL, "reason" = NULL,
            "queuedAt" = excluded."queuedAt", "settledAt" = NULL
          WHERE q."state" NOT IN ('waiting', 'sending')`;
        done += sends.length;
        await watcher.reached(partOf({ from: COUNTED, to: 100, done, of: create }));
      }
      if (queued > 0)
        await noteActivity({ ...ctx, db: tx }, { kind: "push-started", details: { count: queued } });
      await queueJob(tx, { name: "push-products", shop });
      const outcome = { outcome: "started", queued } as const;
      await watcher.finish(tx, outcome);
      return outcome;
    },
    { timeout: LONG_TX_MS },
  );
}
