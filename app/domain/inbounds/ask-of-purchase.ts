import type { Prisma } from "@prisma/client";
import { queueJob } from "../../jobs/catalog.ts";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { note } from "../timeline/timeline.ts";

/** Writes down what the merchant asks of a purchase, and has it done: all of it or nothing. */
export async function askOfPurchase(
  ctx: ShopContext,
  about: {
    ref: InboundRef;
    what: "edit" | "delete" | "again" | "leave";
    data?: Prisma.PurchaseInboundUpdateManyMutationInput;
  },
): Promise<void> {
  const { shop } = ctx;
  const { ref, what, data } = about;
  await ctx.db.$transaction(async (tx) => {
    await tx.purchaseInbound.updateMany({
      where: { shop, ref },
      data: { ...data, due: true, edition: { increment: 1 } },
    });
    await note({ ...ctx, db: tx }, { subject: ref, kind: "asked", details: { what } });
    await queueJob(tx, { name: "follow-purchase", shop, ref });
  });
}
