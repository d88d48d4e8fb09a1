import { firstBalance, type SkuBalance } from "./balance.ts";
import { addUnits, takeOldest, takeYoungest } from "./lots.ts";

/** What the warehouse shows of one SKU. The receipts are read first: what comes in between is then missing in one of them only. */
export interface WarehouseObservation {
  stock: number;
  /** Units that all inbounds have brought in good condition so far; a correction may lower it. */
  received: number;
  /** When the stock was read, in milliseconds since 1970. */
  at: number;
}

/**
 * Explains by how much the warehouse's stock moved. Receipts explain what came in, however much left beside them. What left
 * is what the store let go before, or else what the store is to let go next. Observe each reading once.
 */
export function observeWarehouse(
  before: SkuBalance | undefined,
  { stock, received, at }: WarehouseObservation,
): SkuBalance {
  if (!before) return firstBalance({ stock, received });
  const left = unitsLeft(before, { stock, received });
  const now = { ...before, stock, received };
  return left < 0 ? explainRise(now, { units: -left, at }) : explainFall(now, { units: left, at });
}

/** Units that left the warehouse between two observations; negative when units came that no receipt brought. */
export function unitsLeft(
  before: Pick<SkuBalance, "stock" | "received">,
  { stock, received }: Pick<WarehouseObservation, "stock" | "received">,
): number {
  return received - before.received - (stock - before.stock);
}

interface Move {
  units: number;
  at: number;
}

/** Units that no receipt brought: given back first to what is known to have left. */
function explainRise(balance: SkuBalance, { units, at }: Move): SkuBalance {
  const unpacked = takeYoungest(balance.departed, units);
  const returned = takeOldest(balance.cancelled, units - unpacked.taken);
  const reopened = takeYoungest(balance.matched, units - unpacked.taken - returned.taken);
  const unexplained = units - unpacked.taken - returned.taken - reopened.taken;
  return {
    ...balance,
    departed: unpacked.rest,
    cancelled: returned.rest,
    matched: reopened.rest,
    awaiting: addUnits(balance.awaiting, { units: reopened.taken, at }),
    early: addUnits(balance.early, { units: unexplained, at }),
  };
}

function explainFall(balance: SkuBalance, { units, at }: Move): SkuBalance {
  // A receipt that was read after its units had been counted shows as a fall.
  const late = takeOldest(balance.early, units);
  const dispatched = takeOldest(balance.awaiting, units - late.taken);
  const ahead = units - late.taken - dispatched.taken;
  return {
    ...balance,
    early: late.rest,
    awaiting: dispatched.rest,
    matched: addUnits(balance.matched, { units: dispatched.taken, at }),
    departed: addUnits(balance.departed, { units: ahead, at }),
  };
}
