import type { Prisma } from "@prisma/client";
import { takeTurns } from "../../../database/take-turns.ts";

/**
 * Lets nobody else write mappings of this shop until the transaction ends. Take it before reading what is to be changed:
 * of two changes at once, the second then sees the first.
 */
export async function lockMappings(tx: Prisma.TransactionClient, shop: string): Promise<void> {
  await takeTurns(tx, `mappings of ${shop}`);
}
