import { queueJob } from "../../jobs/catalog.ts";
import type { DimensionFields } from "../../shopify/variants.ts";
import { noteSettings } from "../activity/note-activity.ts";
import { loadConnection } from "../connection/load-connection.ts";
import { clearProblems } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { decideAsk } from "./mapping/decide-ask.ts";
import {
  loadCatalogueSettings,
  saveCatalogueSettings,
  type CatalogueSettings,
} from "./catalogue-settings.ts";
import { countEdits } from "./push/edits.ts";

export interface ChangeCatalogueSettings extends Partial<Omit<CatalogueSettings, "dimensions">> {
  dimensions?: Partial<DimensionFields>;
  /** How many products the merchant agreed to have changed at the warehouse, when asked. */
  confirmed?: number | undefined;
}

export type ChangeSettingsOutcome =
  | { outcome: "saved" }
  /** These are no names of metafields. */
  | { outcome: "invalid"; fields: (keyof DimensionFields)[] }
  /** From now on edits are sent, and so many made earlier go with the first: more than the merchant's share. */
  | { outcome: "ask"; changes: number; known: number; askBeyond: number };

/**
 * Saves the merchant's choices about the catalogue. Metafields named anew are read at once, with an import; edits that
 * were made in the shop while they were not sent are sent when the merchant switches that on. Saving the same again
 * changes nothing.
 */
export async function changeCatalogueSettings(
  ctx: ShopContext,
  { confirmed = 0, ...change }: ChangeCatalogueSettings,
): Promise<ChangeSettingsOutcome> {
  const { shop } = ctx;
  const before = await loadCatalogueSettings(ctx);
  const dimensions = { ...before.dimensions, ...change.dimensions };
  const settings = { ...before, ...change, dimensions };
  const fields = (["width", "height", "length"] as const).filter(
    (name) => !isFieldName(settings.dimensions[name]),
  );
  if (fields.length > 0) return { outcome: "invalid", fields };
  const switchedOn = settings.pushEdits && !before.pushEdits;
  if (switchedOn) {
    const { askBeyond } = settings;
    const changes = await countEdits(ctx.db, shop);
    const known = await ctx.db.warehouseProduct.count({ where: { shop } });
    if (changes > confirmed && decideAsk({ changes: changes, of: known, askBeyond }).asks)
      return { outcome: "ask", changes, known, askBeyond };
  }
  await ctx.db.$transaction(async (tx) => {
    await saveCatalogueSettings({ shop, db: tx }, change);
    await noteSettings({ ...ctx, db: tx }, { of: "products", before: flat(before), now: flat(settings) });
  });
  // What is not sent cannot be refused.
  if (!settings.pushEdits) await clearProblems(ctx, { kinds: ["edit-rejected"] });
  if (!(await loadConnection(ctx))) return { outcome: "saved" };
  if (switchedOn) await queueJob(ctx.db, { name: "push-edits", shop });
  if (JSON.stringify(before.dimensions) !== JSON.stringify(settings.dimensions))
    await queueJob(ctx.db, { name: "import-catalogue", shop });
  return { outcome: "saved" };
}

const flat = ({ dimensions, ...settings }: CatalogueSettings) => ({ ...settings, ...dimensions });

/** `namespace.key` as Shopify allows it; none is allowed too. */
function isFieldName(name: string | null): boolean {
  return name === null || /^(\$app(:[\w-]+)?|[\w-]{2,255})\.[\w-]{2,64}$/.test(name);
}
