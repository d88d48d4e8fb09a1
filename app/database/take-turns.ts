import type { Prisma } from "@prisma/client";

/**
 * Lets one transaction at a time of all processes go on under this name. Each holds it until it ends, so the second sees what
 * the first has written. Take it before reading what is to be changed.
 */
export async function takeTurns(tx: Prisma.TransactionClient, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}
