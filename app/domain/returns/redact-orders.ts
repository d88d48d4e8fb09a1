import { Prisma, type Return } from "@prisma/client";
import type { Db } from "../../db.server.ts";
import { readLines } from "./return-lines.ts";
import { readNeeds, withoutWords } from "./return-needs.ts";
import { readReadings, withoutParcels } from "./settle/return-receipts.ts";

/**
 * Forgets what may name the customer of these orders: the sender as the merchant typed it, the notes on lines without a name, the
 * numbers of parcels, and what the store or the warehouse wrote, which may repeat a name or an address. What is said of them later is not kept either (`redactedAt`). Doing it again finds nothing left.
 */
export async function redactOrders(
  { db, clock }: { db: Db; clock(): Date },
  { shop, orderIds }: { shop: string; orderIds: readonly string[] },
): Promise<void> {
  const returns = await db.return.findMany({
    where: { shop, orderId: { in: [...orderIds] } },
    select: { returnId: true },
  });
  await db.return.updateMany({
    where: { shop, orderId: { in: [...orderIds] } },
    data: { redactedAt: clock() },
  });
  for (const { returnId } of returns) await redactReturn(db, { shop, returnId });
}

/** Forgets the same of one return, for now: what is said anew is kept anew, unless it is marked as `redactedAt`. */
export async function redactReturn(
  db: Db,
  { shop, returnId }: { shop: string; returnId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    // Other jobs may store what has come in at the same moment.
    const [found] = await tx.$queryRaw<Pick<Return, "lines" | "needs" | "undisposed" | "received">[]>`
      SELECT "lines", "needs", "undisposed", "received" FROM "Return"
      WHERE "shop" = ${shop} AND "returnId" = ${returnId} FOR UPDATE`;
    if (!found) return;
    const { lines, needs, undisposed, received } = found;
    await tx.return.updateMany({
      where: { shop, returnId },
      data: {
        ...{ sender: Prisma.DbNull, senderDigest: null, senderDiffers: false, labelWords: null },
        received: readReadings(received).map(withoutParcels),
        lines: readLines(lines).map((line) => (line.goods === "unverified" ? { ...line, title: "" } : line)),
        needs: readNeeds(needs).map(withoutWords),
        ...(undisposed !== null && { undisposed: readNeeds(undisposed).map(withoutWords) }),
      },
    });
    await tx.$executeRaw`
      UPDATE "TimelineEntry" SET "details" = "details" - 'reason'
      WHERE "shop" = ${shop} AND "subject" = ${returnId} AND "details" ? 'reason'`;
  });
}
