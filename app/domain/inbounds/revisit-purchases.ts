import { queueJob, queueUnlessQueued } from "../../jobs/catalog.ts";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { isPurchaseRef } from "./purchase-ref.ts";

/** Followed in one go; the rest at the next sweep. */
const AT_ONCE = 500;

/** Has those purchases followed of which something is to be read or written and has not been, whatever came between. */
export async function revisitPurchases(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const due = await ctx.db.purchaseInbound.findMany({
    where: { shop, due: true },
    orderBy: { ref: "asc" },
    take: AT_ONCE,
    select: { ref: true },
  });
  await queueUnlessQueued(
    ctx.db,
    due.map(({ ref }) => ({ name: "follow-purchase", shop, ref: ref as InboundRef })),
  );
}

/**
 * Has purchases read again that may have changed: those among `refs`, which may name anything, or all the merchant still
 * expects something of.
 */
export async function readPurchasesAgain(
  ctx: ShopContext,
  refs: readonly string[] | "all open",
): Promise<void> {
  const { shop } = ctx;
  const named = refs === "all open" ? [] : refs.filter(isPurchaseRef);
  if (refs !== "all open" && named.length === 0) return;
  const { count } = await ctx.db.purchaseInbound.updateMany({
    where: { shop, ...(refs === "all open" ? { phase: { not: "over" } } : { ref: { in: named } }) },
    data: { due: true, edition: { increment: 1 } },
  });
  if (count > 0) await queueJob(ctx.db, { name: "revisit-purchases", shop });
}
