import { loadTimeZone } from "../../connection/time-zone.ts";
import type { SettingsSaved } from "../../settings-answer.ts";
import type { ShopContext } from "../../shop-context.ts";
import { changeStockSettings } from "./change-stock-settings.ts";
import { readStockForm, writeStockForm, type StockFault, type StockForm } from "./read-stock-form.ts";
import { loadStockSettings } from "./stock-settings.ts";

export type SaveStockFormOutcome = SettingsSaved<StockForm> | { outcome: "invalid"; faults: StockFault[] };

/**
 * Saves the fields of the form that were changed. All others keep what is stored, so what two people change at the same
 * time both holds.
 *
 * @param sent `timeZone` is that of the times in it, not a setting.
 */
export async function saveStockForm(
  ctx: ShopContext,
  sent: Partial<StockForm>,
): Promise<SaveStockFormOutcome> {
  const [before, shopTimeZone] = await Promise.all([loadStockSettings(ctx), loadTimeZone(ctx)]);
  const { timeZone: sentTimeZone, ...changed } = sent;
  const timeZone = isTimeZone(sentTimeZone) ? sentTimeZone : shopTimeZone;
  // A sale is judged only when it is changed: nothing about the stored one may stand in the way of other settings.
  const isSale = "saleFrom" in changed || "saleUntil" in changed;
  const completed = { ...before, ...(!isSale && { saleFrom: null, saleUntil: null }) };
  const read = readStockForm({ ...writeStockForm(completed, timeZone), ...changed });
  if (read.outcome === "invalid") return read;
  const { settings } = read;
  const names = Object.keys(changed) as (keyof typeof changed)[];
  const settingNames = names.map((name) => (name === "settleHours" ? "settleMinutes" : name));
  const change = Object.fromEntries(settingNames.map((name) => [name, settings[name]]));
  await changeStockSettings(ctx, change);
  const saved = writeStockForm(await loadStockSettings(ctx), shopTimeZone);
  return { outcome: "saved", sent: changed, saved };
}

function isTimeZone(name: string | undefined): name is string {
  if (name === undefined) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
