import { queueJob } from "../../jobs/catalog.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { ShopContext } from "../shop-context.ts";
import { asksFirst } from "./asks-first.ts";
import { candidates, type PushSelection } from "./candidates.ts";
import { loadCatalogueSettings } from "./catalogue-settings.ts";
import { LONG_TX_MS } from "./match-variants.ts";
import { countPush } from "./preview-push.ts";
import { productToSend } from "./product-to-send.ts";

export interface StartPush {
  selection: PushSelection;
  /** How many the merchant agreed to when asked. */
  confirmed?: number | undefined;
}

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
  { selection, confirmed = 0 }: StartPush,
): Promise<StartPushOutcome> {
  const { shop } = ctx;
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const { create } = await countPush(ctx, selection);
  if (create === 0) return { outcome: "nothing-to-create" };
  const known = await ctx.db.warehouseProduct.count({ where: { shop } });
  const { askBeyond } = await loadCatalogueSettings(ctx);
  if (create > confirmed && asksFirst({ changed: create, of: known, askBeyond }))
    return { outcome: "ask", create, known, askBeyond };

  const queuedAt = ctx.clock();
  const queued = await ctx.db.$transaction(
    async (tx) => {
      let count = 0;
      for await (const group of candidates(tx, { shop, selection })) {
        const sends = group.filter((candidate) => "send" in productToSend(candidate));
        count += await tx.$executeRaw`
          INSERT INTO "PushedProduct" AS q ("shop", "sku", "variantId", "state", "queuedAt")
          SELECT ${shop}, s."sku", s."variantId", 'waiting', ${queuedAt}
          FROM unnest(${sends.map(({ sku }) => sku)}::text[], ${sends.map(({ variantId }) => variantId)}::text[])
            AS s ("sku", "variantId")
          ON CONFLICT ("shop", "sku") DO UPDATE SET
            "variantId" = excluded."variantId", "state" = 'waiting', "sent" = NULL, "reason" = NULL,
            "queuedAt" = excluded."queuedAt", "settledAt" = NULL
          WHERE q."state" <> 'waiting'`;
      }
      await queueJob(tx, { name: "push-products", shop });
      return count;
    },
    { timeout: LONG_TX_MS },
  );
  return { outcome: "started", queued };
}
