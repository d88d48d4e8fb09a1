import type { Inbound } from "../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import { FulfilmentError } from "../../fulfilment/errors.ts";

/*
 * What returns and purchases have in common: an inbound that we made, or may have made.
 */

/**
 * An inbound as the warehouse has it; `null` when we never began to make it, or the warehouse says that it has none. That
 * is believed only of a warehouse that is there: something in front of it may say so to everything.
 * @throws FulfilmentError
 */
export async function readOwnInbound(
  warehouse: WarehouseClient,
  { ref, announcingAt }: { ref: string; announcingAt: Date | null },
): Promise<Inbound | null> {
  if (!announcingAt) return null;
  const inbound = await warehouse.inbounds.get(ref);
  if (!inbound) await warehouse.check();
  return inbound;
}

/**
 * For how long, in milliseconds, an inbound that is not there has to be looked for once more, because its making was begun
 * and may still arrive; `null` when it need not be. Asked of inbounds that are to be gone.
 */
export function mayAppearIn(
  { announcingAt }: { announcingAt: Date | null },
  { now, warehouse }: { now: Date; warehouse: Pick<WarehouseClient, "mayAppearMs"> },
): number | null {
  const { mayAppearMs } = warehouse;
  const isLate = announcingAt && now.getTime() - announcingAt.getTime() < mayAppearMs;
  return isLate ? mayAppearMs : null;
}

/**
 * The warehouse's objection to what was asked of one record: it will not be done as it stands.
 * @throws the error when it is no objection; FulfilmentError when the warehouse as a whole fails
 */
export async function toObjection(warehouse: WarehouseClient, error: unknown): Promise<FulfilmentError> {
  if (!(error instanceof FulfilmentError) || !(error.objection || error.code === "not-found")) throw error;
  // What breaks our own rules was not even sent.
  if (error.code !== "invalid") await warehouse.check();
  return error;
}
