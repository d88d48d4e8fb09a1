import type { HintSource } from "@prisma/client";
import type { Tx } from "../../db.server.ts";
import { traceparent } from "../../operations/tracing.server.ts";
import { queueing, type Asked, type ShopJobName } from "../../jobs/catalog.ts";

export interface NewHint {
  shop: string;
  source: HintSource;
  /** Event name (warehouse), topic (shop), or what we did ourselves (app). */
  event: string;
  type?: string;
  resource?: string;
  identifier?: string;
}

/**
 * Which job follows the hints of which source. The shop sends one for each stock figure we write, so its hints must
 * not stand in the way of those that say that stock moved.
 */
const FOLLOWED_BY = {
  warehouse: "follow-stock-hints",
  app: "follow-stock-hints",
  shop: "follow-shop-hints",
  shop_stock: "follow-stock-hints",
} as const satisfies Record<Exclude<HintSource, "shop_return">, ShopJobName>;

/** The job that follows a hint. */
export function followedBy({ shop, source, identifier = "" }: NewHint): Asked {
  // A return is followed by itself: one that cannot be read must not keep the others waiting.
  if (source === "shop_return") return { name: "follow-return", shop, returnId: identifier };
  return { name: FOLLOWED_BY[source], shop };
}

/**
 * Stores a hint and queues the job that follows it, in one statement: once this resolves both are there, and if it
 * rejects neither is. The shop's job is coalesced, so a thousand hints are one job.
 */
export async function recordHint(db: Tx, hint: NewHint): Promise<void> {
  const { shop, source, event, type = null, resource = null, identifier = null } = hint;
  await db.$executeRaw`
    WITH hint AS (
      INSERT INTO "Hint" ("shop", "source", "event", "type", "resource", "identifier", "traceparent")
      VALUES (${shop}, ${source}::"HintSource", ${event}, ${type}, ${resource}, ${identifier}, ${traceparent()})
    )
    ${queueing(followedBy(hint))}`;
}
