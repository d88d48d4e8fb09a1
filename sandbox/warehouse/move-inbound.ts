import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import type { floorMove, inboundDeletion, inboundEnd } from "./control-bodies.ts";
import type { Subject } from "./events.ts";
import { isOpen, mayMove } from "./inbound-status.ts";
import { findInbound, touch } from "./inbounds.ts";
import type { Inbound } from "./state.ts";
import type { Warehouse } from "./warehouse.ts";

/** Begins with an inbound or cancels it. */
export function moveInbound(
  warehouse: Warehouse,
  { ref, status }: z.infer<typeof floorMove> & { ref: string },
): Inbound {
  const inbound = findInbound(warehouse, ref);
  if (!mayMove(inbound, status)) throw notPossible(inbound, `become ${status}`);
  setStatus(warehouse, { inbound, status });
  return inbound;
}

/** Nothing more will arrive for it. Which status the service gives it then is not documented. */
export function endInbound(
  warehouse: Warehouse,
  { ref, as = warehouse.behaviours.shortInbounds }: z.infer<typeof inboundEnd> & { ref: string },
): Inbound {
  const inbound = findInbound(warehouse, ref);
  if (!isOpen(inbound)) throw notPossible(inbound, "be ended");
  inbound.ended = true;
  setStatus(warehouse, { inbound, status: as === "stays" ? inbound.status : as });
  return inbound;
}

/** The warehouse deletes it, whatever its status. What has arrived for it remains in stock. */
export function deleteInbound(
  warehouse: Warehouse,
  { ref, event = warehouse.behaviours.deletionEvents }: z.infer<typeof inboundDeletion> & { ref: string },
): void {
  const inbound = findInbound(warehouse, ref);
  warehouse.state.inbounds.delete(inbound.ref);
  warehouse.changed();
  if (event) warehouse.announce("inbound-status", { inbound: inbound.ref });
}

/** Announces a status only when it is another than before. `subject`: what else the event concerns. */
export function setStatus(
  warehouse: Warehouse,
  { inbound, status, subject }: { inbound: Inbound; status: Inbound["status"]; subject?: Subject },
): void {
  const moved = inbound.status !== status;
  inbound.status = status;
  touch(warehouse, inbound);
  if (moved) warehouse.announce("inbound-status", { inbound: inbound.ref, ...subject });
}

function notPossible({ ref, status, ended }: Inbound, what: string): ApiError {
  const state = ended ? `${status} and ended` : status;
  return new ApiError("transition-not-possible", {
    message: `Inbound ${ref} is ${state} and cannot ${what}.`,
    field: "status",
  });
}
