import { LONG_TX_MS } from "../catalog/mapping/match-variants.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";
import { closeConnection } from "./close-connection.ts";

/**
 * Ends the connection because the merchant wants it so. A job that is running finishes what it has begun; those that
 * wait find no connection and do nothing. The warehouse cannot be told: what it still sends is dropped.
 */
export async function disconnectWarehouse(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  await ctx.db.$transaction(
    async (tx) => {
      const isJoined = (await tx.connection.count({ where: { shop, disconnectedAt: null } })) > 0;
      await closeConnection(tx, { shop, at: ctx.clock() });
      if (isJoined) await noteActivity({ ...ctx, db: tx }, { kind: "disconnected", details: {} });
    },
    { timeout: LONG_TX_MS },
  );
  ctx.log.info("the merchant disconnected the warehouse");
}
