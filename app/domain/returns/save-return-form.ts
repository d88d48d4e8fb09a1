import type { SettingsSaved } from "../settings-answer.ts";
import type { ShopContext } from "../shop-context.ts";
import { changeReturnSettings } from "./change-return-settings.ts";
import { readReturnForm, writeReturnForm, type ReturnFault, type ReturnField } from "./read-return-form.ts";
import { loadReturnSettings } from "./return-settings.ts";

type Form = Record<ReturnField, string>;
export type SaveReturnFormOutcome = SettingsSaved<Form> | { outcome: "invalid"; faults: ReturnFault[] };

/** Saves the fields of the form that were changed. All others keep what is stored. */
export async function saveReturnForm(ctx: ShopContext, sent: Partial<Form>): Promise<SaveReturnFormOutcome> {
  const read = readReturnForm({ ...writeReturnForm(await loadReturnSettings(ctx)), ...sent });
  if (read.outcome === "invalid") return read;
  const { settings } = read;
  const names = Object.keys(sent) as ReturnField[];
  await changeReturnSettings(ctx, Object.fromEntries(names.map((name) => [name, settings[name]])));
  return { outcome: "saved", sent, saved: writeReturnForm(await loadReturnSettings(ctx)) };
}
