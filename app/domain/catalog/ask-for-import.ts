import { queueJob } from "../../jobs/catalog.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { ShopContext } from "../shop-context.ts";

export type AskForImportOutcome = { outcome: "asked" } | { outcome: "not-connected" };

/** Has both catalogues read whole. Asked for while they are being read, it hurries that reading on. */
export async function askForImport(ctx: ShopContext): Promise<AskForImportOutcome> {
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  await queueJob(ctx.db, { name: "import-catalogue", shop: ctx.shop });
  return { outcome: "asked" };
}
