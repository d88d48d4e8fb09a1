import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { z } from "zod";

/** What an app's triggers of Shopify Flow are called, and the fields a payload has. */
export interface FlowTriggerDefinition {
  handle: string;
  fields: string[];
}

const fileSchema = z
  .object({
    extensions: z.array(z.object({ handle: z.string(), type: z.string() }).loose()),
    settings: z
      .object({ fields: z.array(z.object({ type: z.string(), key: z.string().optional() }).loose()) })
      .loose()
      .optional(),
  })
  .loose();

/** The triggers among the extensions beside an app's registration. */
export function readFlowTriggers(appConfig: string): FlowTriggerDefinition[] {
  const home = join(dirname(appConfig), "extensions");
  if (!existsSync(home)) return [];
  return globSync("*/shopify.extension.toml", { cwd: home }).flatMap((file) => {
    const { extensions, settings } = fileSchema.parse(parse(readFileSync(join(home, file), "utf8")));
    // A reference is sent as an id: `order_reference` as `order_id`.
    const fields = (settings?.fields ?? []).map(({ type, key }) => key ?? type.replace(/_reference$/, "_id"));
    return extensions.filter(({ type }) => type === "flow_trigger").map(({ handle }) => ({ handle, fields }));
  });
}
