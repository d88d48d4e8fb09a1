import type { Connection } from "@prisma/client";
import { openRow } from "../../sealed-columns.server.ts";
import type { ShopContext } from "../shop-context.ts";

/** A connection that works: the keys were entered and the location was chosen. */
export interface Joined extends Connection {
  locationId: string;
  locationName: string;
}

/** The shop's connection, or `null` when it has none yet, has no location yet, or has left. */
export async function loadConnection(ctx: ShopContext): Promise<Joined | null> {
  const { rows } = await ctx.pool.query<Joined>(
    `SELECT * FROM "Connection" WHERE "shop" = $1 AND "disconnectedAt" IS NULL AND "locationId" IS NOT NULL`,
    [ctx.shop],
  );
  return rows[0] ? openRow(ctx.secrets, "Connection", rows[0]) : null;
}
