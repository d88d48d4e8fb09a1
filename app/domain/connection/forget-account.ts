import type { Tx } from "../../db.server.ts";
import { backToShadow } from "../stock/settings/back-to-shadow.ts";

/**
 * Forgets what was read of a warehouse account: its products and their updates, its inbounds and what they have brought, and balances. Nothing is written
 * until the merchant has seen what would change. Mappings and settings stay.
 */
export async function forgetAccount(tx: Tx, shop: string): Promise<void> {
  // First: it waits for a run that is about to store what it has read.
  await backToShadow(tx, shop);
  await tx.warehouseProduct.deleteMany({ where: { shop } });
  await tx.productUpdate.deleteMany({ where: { shop } });
  await tx.inboundReceipt.deleteMany({ where: { shop } });
  await tx.otherInbound.deleteMany({ where: { shop } });
  await tx.connection.updateMany({
    where: { shop },
    data: { receiptsReadAt: null, inboundsListedAt: null, dispatchSeenAt: null, reportSeenAt: null },
  });
}
