import type { Connection } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";

/** The shop's connection, or `null` when it has none or has left. */
export async function loadConnection(ctx: ShopContext): Promise<Connection | null> {
  const { rows } = await ctx.pool.query<Connection>(
    `SELECT * FROM "Connection" WHERE "shop" = $1 AND "disconnectedAt" IS NULL`,
    [ctx.shop],
  );
  return rows[0] ?? null;
}
