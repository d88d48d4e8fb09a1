import { queueUnlessQueued } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";

/** Followed in one go; the rest at the next sweep. */
const AT_ONCE = 500;

/**
 * Has those open returns followed that need a person: the merchant may have mapped what was not mapped, or mended
 * what the warehouse objected to, and nobody tells. So are those whose record failed: it may be readable again.
 */
export async function revisitReturns(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const waiting = await ctx.db.return.findMany({
    where: { shop, needsPerson: true, status: { in: ["OPEN", "REQUESTED"] } },
    orderBy: [{ createdAt: "desc" }, { returnId: "desc" }],
    take: AT_ONCE,
    select: { returnId: true },
  });
  const failed = await ctx.db.problem.findMany({
    where: { shop, kind: "return-unreadable" },
    orderBy: { openedAt: "desc" },
    take: AT_ONCE,
    select: { subject: true },
  });
  const returnIds = new Set([
    ...waiting.map(({ returnId }) => returnId),
    ...failed.map(({ subject }) => subject),
  ]);
  await queueUnlessQueued(
    ctx.db,
    [...returnIds].map((returnId) => ({ name: "follow-return", shop, returnId })),
  );
}
