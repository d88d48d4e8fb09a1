import type { Tx } from "../../../db.server.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { decideAsk } from "../mapping/decide-ask.ts";
import { LONG_TX_MS } from "../mapping/match-variants.ts";
import { differingProducts, type ComparedProduct, type ComparedSelection } from "./described-products.ts";
import { openFingerprint } from "./preview-update.ts";

export interface StartUpdate {
  selection: ComparedSelection;
  /** Of the preview that the merchant saw. */
  fingerprint: string;
  /** How many the merchant agreed to when asked. */
  confirmed?: number | undefined;
}

export type StartUpdateOutcome =
  | { outcome: "started"; queued: number }
  | { outcome: "nothing-to-update" }
  /** Something else would change than the merchant saw. */
  | { outcome: "changed-meanwhile" }
  /** It would change more than the merchant's share of what the warehouse has. */
  | { outcome: "ask"; update: number; known: number; askBeyond: number }
  | { outcome: "not-connected" };

/** A person waits for it, as for `push-products`. */
const PRIORITY = 2;

/**
 * Queues exactly the changes that a preview showed, and the job that sends them: all of them or none. Each product is queued
 * with the warehouse's values that the merchant saw and agreed to lose. Started again, a product that waits is queued once.
 */
export async function startUpdate(
  ctx: ShopContext,
  { selection, fingerprint, confirmed = 0 }: StartUpdate,
): Promise<StartUpdateOutcome> {
  const { shop } = ctx;
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const known = await ctx.db.warehouseProduct.count({ where: { shop } });
  const { askBeyond } = await loadCatalogueSettings(ctx);
  const askedAt = ctx.clock();
  try {
    return await ctx.db.$transaction(
      async (tx) => {
        const seen = openFingerprint();
        let queued = 0;
        for await (const group of differingProducts(tx, { shop, selection })) {
          group.forEach(seen.add);
          queued += group.length;
          await queueUpdates(tx, { shop, products: group, askedAt });
        }
        if (queued === 0) throw new NotStarted({ outcome: "nothing-to-update" });
        if (seen.text() !== fingerprint) throw new NotStarted({ outcome: "changed-meanwhile" });
        if (queued > confirmed && decideAsk({ changes: queued, of: known, askBeyond }).asks)
          throw new NotStarted({ outcome: "ask", update: queued, known, askBeyond });
        await noteActivity({ ...ctx, db: tx }, { kind: "update-started", details: { count: queued } });
        await queueJob(tx, { name: "push-edits", shop, priority: PRIORITY });
        return { outcome: "started", queued };
      },
      { timeout: LONG_TX_MS },
    );
  } catch (error) {
    if (error instanceof NotStarted) return error.outcome;
    throw error;
  }
}

/** Takes back what was queued until then. */
class NotStarted extends Error {
  override readonly name = "NotStarted";
  readonly outcome: StartUpdateOutcome;
  constructor(outcome: StartUpdateOutcome) {
    super(outcome.outcome);
    this.outcome = outcome;
  }
}

async function queueUpdates(
  tx: Tx,
  { shop, products, askedAt }: { shop: string; products: readonly ComparedProduct[]; askedAt: Date },
): Promise<void> {
  const rows = products.map(({ sku, variantId, differences }) => ({
    ...{ sku, variantId },
    seen: Object.fromEntries(differences.map(({ field, warehouse }) => [field, warehouse])),
  }));
  await tx.$executeRaw`
    INSERT INTO "ProductUpdate" ("shop", "sku", "variantId", "state", "seen", "askedAt")
    SELECT ${shop}, r."sku", r."variantId", 'waiting', r."seen", ${askedAt}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r ("sku" text, "variantId" text, "seen" jsonb)
    ON CONFLICT ("shop", "sku") DO UPDATE SET
      "variantId" = excluded."variantId", "state" = 'waiting', "seen" = excluded."seen", "left" = '{}',
      "sentence" = NULL, "tries" = 0, "askedAt" = excluded."askedAt", "settledAt" = NULL`;
}
