import { EVENT_NAMES } from "../../fulfilment/events.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";
import { loadConnection } from "./load-connection.ts";
import { ASKED_AGAIN } from "./subscribe-to-events.ts";

export type AskForEventsAgainOutcome =
  | { outcome: "asked-again" }
  /** Not long ago: what was asked for may still come. */
  | { outcome: "asked-lately" }
  | { outcome: "not-connected" };

/** A subscription cannot be taken back, and one too many doubles every event: at most once in this time. */
const AGAIN_AFTER_MS = 60 * 60_000;

/**
 * Has the warehouse asked for event kinds once more, although we remember having asked, and for those it was not asked
 * for yet. For when events do not arrive: the warehouse may have lost what it was asked, and nobody can look.
 */
export async function askForEventsAgain(ctx: ShopContext): Promise<AskForEventsAgainOutcome> {
  const { shop } = ctx;
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const before = new Date(ctx.clock().getTime() - AGAIN_AFTER_MS);
  return ctx.db.$transaction(async (tx) => {
    // With which token it was asked, and when an event last came, stays.
    await tx.subscription.updateMany({
      where: { shop, registeredAt: { lte: before } },
      data: { notificationUrl: ASKED_AGAIN },
    });
    const lately = await tx.subscription.count({ where: { shop, registeredAt: { gt: before } } });
    await queueJob(tx, { name: "subscribe-to-events", shop });
    if (lately >= EVENT_NAMES.length) return { outcome: "asked-lately" };
    await noteActivity({ ...ctx, db: tx }, { kind: "events-asked", details: {} });
    return { outcome: "asked-again" };
  });
}
