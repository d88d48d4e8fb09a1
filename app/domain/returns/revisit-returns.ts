import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";

/** Followed in one go; the rest at the next sweep. */
const AT_ONCE = 500;

/**
 * Has those open returns followed that need a person: the merchant may have mapped what was not mapped, or mended
 * what the warehouse objected to, and nobody tells.
 */
export async function revisitReturns(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const waiting = await ctx.db.return.findMany({
    where: { shop, needsPerson: true, status: { in: ["OPEN", "REQUESTED"] } },
    orderBy: [{ createdAt: "desc" }, { returnId: "desc" }],
    take: AT_ONCE,
    select: { returnId: true },
  });
  for (const { returnId } of waiting) await queueJob(ctx.db, { name: "follow-return", shop, returnId });
}
