import { FulfilmentError, type MerchantSentence } from "../../fulfilment/errors.ts";
import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { forgetLooks } from "../stock/stock-looks.ts";
import { listLocations } from "./list-locations.ts";

export interface ConnectWarehouse {
  accessToken: string;
  webhookKey: string;
  /** Where in the shop the warehouse's stock is shown. */
  locationId: string;
}

export type ConnectOutcome =
  | { outcome: "connected" }
  /** The token was tried and did not work. */
  | { outcome: "warehouse-failed"; sentence: MerchantSentence }
  | { outcome: "location-unknown" };

/**
 * How long events signed with the key before this one are accepted: as long as the warehouse goes on sending one.
 * In milliseconds.
 */
const OLD_KEY_LASTS_MS = 24 * 60 * 60 * 1000;

/**
 * Joins the shop to a warehouse account, or changes how it is joined. The token is tried before anything is saved.
 * What follows (asking for events, reading both catalogues, mirroring) is queued with the connection itself, so a
 * crash in between is a job that runs later. Connecting twice with the same answers changes nothing.
 */
export async function connectWarehouse(ctx: ShopContext, input: ConnectWarehouse): Promise<ConnectOutcome> {
  const location = (await listLocations(ctx)).find(({ id }) => id === input.locationId);
  if (!location) return { outcome: "location-unknown" };
  const failure = await tryToken(ctx, input.accessToken);
  if (failure) return { outcome: "warehouse-failed", sentence: failure.sentence };

  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const before = await tx.connection.findUnique({ where: { shop } });
    const keyChanged = before?.webhookKey && before.webhookKey !== input.webhookKey;
    const joined = {
      accessToken: input.accessToken,
      webhookKey: input.webhookKey,
      locationId: location.id,
      locationName: location.name,
      disconnectedAt: null,
      ...(keyChanged && {
        oldWebhookKey: before.webhookKey,
        oldWebhookKeyUntil: new Date(ctx.clock().getTime() + OLD_KEY_LASTS_MS),
      }),
    };
    await tx.connection.upsert({
      where: { shop },
      create: { shop, ...joined, connectedAt: ctx.clock() },
      update: joined,
    });
    await tx.problem.deleteMany({ where: { shop, kind: "location-gone" } });
    // What was seen at another place, or in another warehouse, says nothing about this one.
    if (before && (before.locationId !== location.id || before.accessToken !== input.accessToken))
      await forgetLooks(tx, { shop, variantIds: "all" });
    await queueJob(tx, { name: "subscribe-to-events", shop });
    await queueJob(tx, { name: "import-catalogue", shop });
    await queueJob(tx, { name: "find-returns", shop });
  });
  return { outcome: "connected" };
}

async function tryToken(ctx: ShopContext, accessToken: string): Promise<FulfilmentError | undefined> {
  try {
    await ctx.warehouse(accessToken).check();
    return undefined;
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    ctx.log.warn({ code: error.code, requestId: error.requestId }, "the warehouse could not be connected");
    return error;
  }
}
