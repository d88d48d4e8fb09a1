import type { Tx } from "../../db.server.ts";

/** Remembers of returns that are not over that their inbounds are in the warehouse account that was connected before. */
export async function markElsewhere(tx: Tx, shop: string): Promise<void> {
  await tx.return.updateMany({
    where: { shop, checkAt: { not: null }, inboundStatus: { not: null } },
    data: { isElsewhere: true },
  });
}
