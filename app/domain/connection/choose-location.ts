import type { Tx } from "../../db.server.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { LONG_TX_MS } from "../catalog/mapping/match-variants.ts";
import { noteActivity } from "../activity/note-activity.ts";
import { clearProblemsIn } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { requestChecks } from "../returns/check/request-checks.ts";
import { lockStock } from "../stock/mirror/with-stock-lock.ts";
import { notePreviousLocation } from "../stock/previous-location/note-previous-location.ts";
import { backToShadow } from "../stock/settings/back-to-shadow.ts";
import { listLocations, type ShopLocation } from "./list-locations.ts";

export type ChooseLocationOutcome =
  | { outcome: "chosen" }
  /** It was this one already. */
  | { outcome: "same-location" }
  | { outcome: "location-unknown" }
  | { outcome: "not-connected" };

/**
 * Says where in the shop the warehouse's stock is shown. With the first choice the connection begins to work: what
 * follows (asking for events, reading both catalogues, finding returns) is queued with it. With another choice later
 * nothing is written at the new place until the merchant has looked at what would change there. What the previous place
 * shows stays, and may be set to 0 (`change-previous-location.ts`).
 * @throws ShopifyError
 */
export async function chooseLocation(
  ctx: ShopContext,
  { locationId }: { locationId: string },
): Promise<ChooseLocationOutcome> {
  const locations = await listLocations(ctx);
  const location = locations.find(({ id }) => id === locationId);
  if (!location) return { outcome: "location-unknown" };
  return ctx.db.$transaction((tx) => choose(ctx, { tx, location, locations }), { timeout: LONG_TX_MS });
}

async function choose(
  { shop, clock, staffId }: ShopContext,
  { tx, location, locations }: { tx: Tx; location: ShopLocation; locations: readonly ShopLocation[] },
): Promise<ChooseLocationOutcome> {
  await lockStock(tx, shop);
  const standing = await tx.connection.findFirst({ where: { shop, disconnectedAt: null } });
  if (!standing) return { outcome: "not-connected" };
  if (standing.locationId === location.id) return { outcome: "same-location" };
  const begins = standing.locationId === null;
  await tx.connection.update({
    where: { shop },
    data: {
      ...{ locationId: location.id, locationName: location.name },
      ...{ reportSeenAt: null, guideDismissedAt: null },
      ...(begins && { connectedAt: clock() }),
    },
  });
  await clearProblemsIn(tx, { shop, now: clock(), kinds: ["location-gone"], subjects: [""] });
  const kind = begins ? "connected" : "location-changed";
  await noteActivity({ shop, clock, staffId, db: tx }, { kind, details: { location: location.name } });
  // It is synced again from now on.
  await tx.previousLocation.deleteMany({ where: { shop, locationId: location.id } });
  if (!begins) {
    const previous = locations.find(({ id }) => id === standing.locationId);
    if (previous) await notePreviousLocation(tx, { shop, location: previous, leftAt: clock() });
    await backToShadow(tx, shop);
  }
  await queueJob(tx, { name: "subscribe-to-events", shop });
  await queueJob(tx, { name: "import-catalogue", shop });
  if (begins) await queueJob(tx, { name: "find-returns", shop });
  // Those that a connection before this one left behind, and those that wait because another location shipped them.
  await requestChecks(tx, { shop, checked: "all" });
  return { outcome: "chosen" };
}
