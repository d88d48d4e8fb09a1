import type { Connection } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";

/** The shop's connection, or `null` when it has none or has left. */
export async function loadConnection(ctx: ShopContext): Promise<Connection | null> {
  return ctx.db.connection.findFirst({ where: { shop: ctx.shop, disconnectedAt: null } });
}
