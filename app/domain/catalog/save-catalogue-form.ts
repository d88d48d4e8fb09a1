import type { SettingsSaved } from "../settings-answer.ts";
import type { ShopContext } from "../shop-context.ts";
import { loadCatalogueSettings, type CatalogueSettings } from "./catalogue-settings.ts";
import { changeCatalogueSettings, type ChangeSettingsOutcome } from "./change-catalogue-settings.ts";
import { readCatalogueForm, writeCatalogueForm, type CatalogueForm } from "./read-catalogue-form.ts";

type Question = Extract<ChangeSettingsOutcome, { outcome: "ask" }>;

export type SaveCatalogueFormOutcome =
  | SettingsSaved<CatalogueForm>
  | { outcome: "invalid-share" }
  | Extract<ChangeSettingsOutcome, { outcome: "invalid" }>
  /** The answer to the question sends the same fields again. */
  | (Question & { sent: Partial<CatalogueForm> });

/**
 * Saves the fields of the form that were changed. All others keep what is stored.
 *
 * @param options.confirmed how many products the merchant agreed to have changed at the warehouse
 */
export async function saveCatalogueForm(
  ctx: ShopContext,
  { sent, confirmed }: { sent: Partial<CatalogueForm>; confirmed?: number | undefined },
): Promise<SaveCatalogueFormOutcome> {
  const settings = readCatalogueForm({ ...writeCatalogueForm(await loadCatalogueSettings(ctx)), ...sent });
  if (!settings) return { outcome: "invalid-share" };
  const result = await changeCatalogueSettings(ctx, { ...changeOf(sent, settings), confirmed });
  if (result.outcome === "ask") return { ...result, sent };
  if (result.outcome === "invalid") return result;
  return { outcome: "saved", sent, saved: writeCatalogueForm(await loadCatalogueSettings(ctx)) };
}

/** Of the settings, those whose fields were sent. */
function changeOf(sent: Partial<CatalogueForm>, { dimensions, ...settings }: CatalogueSettings) {
  const isSent = ([name]: [string, unknown]) => name in sent;
  return {
    ...(Object.fromEntries(Object.entries(settings).filter(isSent)) as Partial<typeof settings>),
    dimensions: Object.fromEntries(Object.entries(dimensions).filter(isSent)) as Partial<typeof dimensions>,
  };
}
