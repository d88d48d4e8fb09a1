import { ApiError } from "./api-error.ts";
import { opaqueIdOf } from "./events.ts";
import type { Inbound } from "./state.ts";
import type { Warehouse } from "./warehouse.ts";

/**
 * Makes a return's label ready after `readyInMs`, and announces it then; with null it is not ready until the next call.
 * An event that an earlier call has planned is sent all the same.
 */
export function scheduleLabel(
  warehouse: Warehouse,
  { inbound, readyInMs }: { inbound: Inbound; readyInMs: number | null },
): void {
  const { ref, type } = inbound;
  if (type !== "return")
    throw new ApiError("no-label", { message: `Inbound ${ref} is a purchase. Only returns have a label.` });
  inbound.labelReadyAt = readyInMs === null ? null : warehouse.now() + readyInMs;
  warehouse.changed();
  if (readyInMs === null) return;
  const label = opaqueIdOf(`label ${ref}`);
  warehouse.announce("label-status", { inbound: ref, label, afterMs: readyInMs });
}

/** How a service answers for a label that will exist later is not documented: here as for one that does not exist. */
export function requireReadyLabel(warehouse: Warehouse, { ref, type, labelReadyAt }: Inbound): void {
  if (type === "return" && (labelReadyAt === null || labelReadyAt > warehouse.now()))
    throw new ApiError("label-not-ready", { message: `The label of inbound ${ref} is not ready yet.` });
}
