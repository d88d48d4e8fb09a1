import type { Db } from "../../db.server.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { ShopifyError } from "../../shopify/errors.ts";
import { GrantedScopesDocument } from "../../shopify/generated/operations.ts";
import { openProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { decideRenewal } from "./decide-renewal.ts";

/** Over how long a day's renewals are spread, so that not all shops ask Shopify at once. */
const SPREAD_MS = 60 * 60 * 1000;

/**
 * Asks for the renewal of the access to every connected shop that is so quiet that its refresh token would die: one that
 * is paused or has no location yet asks Shopify for nothing.
 */
export async function keepAllAccess({ db, clock }: { db: Db; clock(): Date }): Promise<void> {
  const sessions = await db.$queryRaw<{ shop: string; refreshTokenExpires: Date | null }[]>`
    SELECT s."shop", s."refreshTokenExpires" FROM "Session" s JOIN "Connection" c USING ("shop")
    WHERE NOT s."isOnline" AND c."disconnectedAt" IS NULL`;
  const due = sessions.filter((session) => decideRenewal(session, clock()));
  for (const [index, { shop }] of due.entries())
    await queueJob(db, { name: "keep-access", shop, inMs: Math.floor((index / due.length) * SPREAD_MS) });
}

/**
 * Renews the access to one shop: asking anything of it refreshes a token that is past its hour. When Shopify refuses, the
 * merchant is told, and asking again would not help; when it cannot be reached, the job is tried again.
 */
export async function keepAccess(ctx: ShopContext): Promise<void> {
  const { db, shop } = ctx;
  if ((await db.connection.count({ where: { shop, disconnectedAt: null } })) === 0) return;
  try {
    await ctx.admin.request(GrantedScopesDocument, {});
  } catch (error) {
    if (!(error instanceof ShopifyError) || error.code !== "access-lost") throw error;
    await openProblem(ctx, { kind: "shop-access-lost" });
    ctx.log.warn("a quiet shop's access could not be renewed");
  }
}
