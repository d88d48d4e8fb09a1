import { FulfilmentError } from "../../fulfilment/errors.ts";
import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { listLocations } from "./list-locations.ts";

export interface ConnectWarehouse {
  accessToken: string;
  webhookKey: string;
  /** Where in the shop the warehouse's stock is shown. */
  locationId: string;
}

export type ConnectOutcome =
  | { outcome: "connected" }
  | { outcome: "token-refused" }
  | { outcome: "warehouse-unreachable" }
  | { outcome: "warehouse-not-understood" }
  | { outcome: "location-unknown" };

/**
 * Joins the shop to a warehouse account, or changes how it is joined. The token is tried before anything is saved.
 * What follows (asking for events, reading both catalogues, mirroring) is queued with the connection itself, so a
 * crash in between is a job that runs later. Connecting twice with the same answers changes nothing.
 */
export async function connectWarehouse(ctx: ShopContext, input: ConnectWarehouse): Promise<ConnectOutcome> {
  const location = (await listLocations(ctx)).find(({ id }) => id === input.locationId);
  if (!location) return { outcome: "location-unknown" };
  const refusal = await tryToken(ctx, input.accessToken);
  if (refusal) return { outcome: refusal };

  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const joined = {
      accessToken: input.accessToken,
      webhookKey: input.webhookKey,
      locationId: location.id,
      locationName: location.name,
      disconnectedAt: null,
    };
    await tx.connection.upsert({
      where: { shop },
      create: { shop, ...joined, connectedAt: ctx.clock() },
      update: joined,
    });
    await tx.problem.deleteMany({ where: { shop, kind: "location-gone" } });
    await queueJob(tx, { name: "subscribe-to-events", shop });
    await queueJob(tx, { name: "import-catalogue", shop });
  });
  return { outcome: "connected" };
}

async function tryToken(ctx: ShopContext, accessToken: string) {
  try {
    await ctx.warehouse(accessToken).check();
    return undefined;
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    ctx.log.warn({ code: error.code, requestId: error.requestId }, "the warehouse could not be connected");
    switch (error.code) {
      case "token-refused":
        return "token-refused";
      case "unreachable":
      case "unavailable":
        return "warehouse-unreachable";
      case "not-understood":
      case "refused":
        return "warehouse-not-understood";
    }
  }
}
