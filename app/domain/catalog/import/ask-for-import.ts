import { takeTurns } from "../../../database/take-turns.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";
import { beginImport } from "./begin-import.ts";

export type AskForImportOutcome = { outcome: "asked" } | { outcome: "not-connected" };

/**
 * Has both catalogues read whole: that it is begun and its job, both or neither. Asked for while they are being read, it
 * hurries that reading on, which is only noted where nobody had asked for it before.
 */
export async function askForImport(ctx: ShopContext): Promise<AskForImportOutcome> {
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    // Of two who ask at once, the second sees the first.
    await takeTurns(tx, `import of ${shop}`);
    const underWay = await tx.catalogueImport.findUnique({ where: { shop, stage: { not: "done" } } });
    await beginImport(tx, { shop, now: ctx.clock(), asked: true });
    await queueJob(tx, { name: "import-catalogue", shop });
    if (!underWay?.asked) await noteActivity({ ...ctx, db: tx }, { kind: "import-requested", details: {} });
  });
  return { outcome: "asked" };
}
