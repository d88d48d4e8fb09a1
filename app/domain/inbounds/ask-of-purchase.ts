import type { Prisma, PurchaseInbound } from "@prisma/client";
import { queueJob } from "../../jobs/catalog.ts";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { needsEntries, noteAll } from "../timeline/timeline.ts";
import { openNeeds, readPurchaseNeeds, type PurchaseNeed } from "./purchase-needs.ts";

/** With `refused` nothing happens. With `needs`, these are the needs from now on. */
type Decided<Refused extends string> =
  | { refused: Refused }
  | { data?: Prisma.PurchaseInboundUpdateManyMutationInput; needs?: PurchaseNeed[] };

/**
 * Writes down what the merchant asks of a purchase, and has it done: all of it or nothing.
 * @param about.decide what comes of it, with the purchase as it is then: nothing else changes it meanwhile
 */
export async function askOfPurchase<Refused extends string>(
  ctx: ShopContext,
  about: {
    ref: InboundRef;
    what: "edit" | "delete" | "again" | "leave";
    decide(row: PurchaseInbound): Decided<Refused>;
  },
): Promise<{ outcome: "asked" | "unknown" | Refused }> {
  const { shop } = ctx;
  const { ref, what } = about;
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM "PurchaseInbound" WHERE "shop" = ${shop} AND "ref" = ${ref} FOR UPDATE`;
    const row = await tx.purchaseInbound.findUnique({ where: { shop_ref: { shop, ref } } });
    if (!row) return { outcome: "unknown" };
    const decided = about.decide(row);
    if ("refused" in decided) return { outcome: decided.refused };
    const before = readPurchaseNeeds(row.needs);
    const { data, needs = before } = decided;
    const [shown, now] = [openNeeds(before), openNeeds(needs)];
    await tx.purchaseInbound.updateMany({
      where: { shop, ref },
      data: { ...data, needs, needsCount: now.length, due: true, edition: { increment: 1 } },
    });
    await noteAll({ ...ctx, db: tx }, [
      { subject: ref, kind: "asked", details: { what } },
      ...needsEntries(ref, { before: shown, now }),
    ]);
    await queueJob(tx, { name: "follow-purchase", shop, ref });
    return { outcome: "asked" };
  });
}
