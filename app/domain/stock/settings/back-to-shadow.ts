import type { Tx } from "../../../db.server.ts";
import { forgetLooks } from "../mirror/stock-looks.ts";

/**
 * Has the shop stand as before it went live: nothing is written until the merchant has seen what would change. For when
 * what was seen so far was seen at another place, or long ago. The merchant's other choices about stock stay.
 */
export async function backToShadow(tx: Tx, shop: string): Promise<void> {
  // First: it waits for a run that is about to store what it has read, and that run needs the rows below.
  await forgetLooks(tx, { shop, variantIds: "all" });
  await tx.stockSettings.updateMany({ where: { shop }, data: { phase: "shadow" } });
  await tx.stockLook.updateMany({ where: { shop, live: true }, data: { live: false } });
  // What a comparison before found says nothing about what comes now.
  await tx.stockComparison.deleteMany({ where: { shop } });
}
