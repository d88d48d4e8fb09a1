import type { Return } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { Sender } from "../../inbounds/sender.ts";
import type { ShopContext } from "../../shop-context.ts";

/*
 * Where the sender comes from that the warehouse has of a return. The order's own sender is not stored, only a digest of it: that
 * is enough to see that somebody has edited it.
 */

export type SenderOrigin = Pick<Return, "senderDigest" | "senderIsTyped" | "senderDiffers">;

/** The merchant typed it. What the order shows from then on is what it is compared with. */
export const TYPED: SenderOrigin = { senderDigest: null, senderIsTyped: true, senderDiffers: false };

/** It is the order's. */
export const ofOrder = (senderDigest: string): SenderOrigin => ({
  ...{ senderDigest, senderIsTyped: false, senderDiffers: false },
});

/** The same for the same sender, and of no use without the app's secret key, which its first part stands for. */
export function digestOf({ secrets }: Pick<ShopContext, "secrets">, sender: Sender): string {
  const fields = Object.entries(sender).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${secrets.digest("key").slice(0, 8)}.${secrets.digest(JSON.stringify(fields))}`;
}

export async function keepOrigin(
  db: Tx,
  { shop, returnId, origin }: { shop: string; returnId: string; origin: Partial<SenderOrigin> },
): Promise<void> {
  await db.return.updateMany({ where: { shop, returnId }, data: origin });
}
