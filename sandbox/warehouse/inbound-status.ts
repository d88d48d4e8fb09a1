import type { Inbound } from "./state.ts";

type Status = Inbound["status"];

/** Units may still arrive for it. */
export function isOpen({ status, ended }: Pick<Inbound, "status" | "ended">): boolean {
  return !ended && (status === "new" || status === "in_progress" || status === "partially_received");
}

/**
 * What a receipt makes of an inbound. Only announced quantities count: goods that no line announced neither finish an
 * inbound nor keep it open.
 */
export function statusAfterReceipt({ lines }: Pick<Inbound, "lines">): Status {
  const complete = lines.every((line) => line.quantityReceived >= line.quantity);
  return complete ? "fully_received" : "partially_received";
}

/** Moves the floor makes by hand; the other states follow from receipts. */
export function mayMove(from: Pick<Inbound, "status" | "ended">, to: "in_progress" | "cancelled"): boolean {
  return isOpen(from) && (to === "cancelled" || from.status === "new");
}
