import { queueJob } from "../../../jobs/catalog.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";
import { beginImport } from "./begin-import.ts";

export type AskForImportOutcome = { outcome: "asked" } | { outcome: "not-connected" };

/**
 * Has both catalogues read whole: that it is begun and its job, both or neither. Asked for while they are being read, it
 * hurries that reading on.
 */
export async function askForImport(ctx: ShopContext): Promise<AskForImportOutcome> {
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    await beginImport(tx, { shop, now: ctx.clock(), asked: true });
    await queueJob(tx, { name: "import-catalogue", shop });
  });
  return { outcome: "asked" };
}
