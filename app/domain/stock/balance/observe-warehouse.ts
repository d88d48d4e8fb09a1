import { firstBalance, type SkuBalance } from "./balance.ts";
import { addUnits, takeOldest, takeYoungest, unitsIn } from "./lots.ts";

/** What the warehouse shows of one SKU. The receipts are read first: what comes in between is then missing in one of them only. */
export interface WarehouseObservation {
  stock: number;
  /** Units that all inbounds have brought in good condition so far; a correction may lower it. */
  received: number;
  /** When the stock was read, in milliseconds since 1970. */
  at: number;
  /** The SKU was first observed within the grace period: what was in its stock then may have a receipt that is read only now. */
  isNew?: boolean;
}

/**
 * Explains by how much the warehouse's stock moved. Receipts explain what came in, however much left beside them. What left
 * is what the store let go before, or else what the store is to let go next. Observe each reading once.
 */
export function observeWarehouse(
  before: SkuBalance | undefined,
  observation: WarehouseObservation,
): SkuBalance {
  const { stock, received, at } = observation;
  if (!before) return firstBalance({ stock, received });
  const { left, late } = moveSince(before, observation);
  const now = { ...before, stock, received, early: takeOldest(before.early, late).rest };
  const after = left < 0 ? explainRise(now, { units: -left, at }) : explainFall(now, { units: left, at });
  return noteReturned(after, { units: received - before.received, at });
}

/** Of what receipts brought, as many units may be parcels that came back as have left. */
function noteReturned(balance: SkuBalance, { units, at }: Move): SkuBalance {
  const { matched, departed, returned } = balance;
  const stillAway = unitsIn(matched) + unitsIn(departed) - unitsIn(returned);
  return { ...balance, returned: addUnits(returned, { units: Math.min(units, stillAway), at }) };
}

/** What happened at the warehouse between two observations, in units. */
interface WarehouseMove {
  /** Left its stock; negative when units came that no receipt brought. */
  left: number;
  /** Of what the receipts read now have brought, what had come in before. */
  late: number;
}

/** A receipt that is read after its units shows as a fall as well. One that no receipt accounts for is a parcel. */
export function moveSince(
  before: Pick<SkuBalance, "stock" | "received" | "early">,
  { stock, received, isNew = false }: Pick<WarehouseObservation, "stock" | "received" | "isNew">,
): WarehouseMove {
  const brought = received - before.received;
  const fell = brought - (stock - before.stock);
  const early = isNew ? brought : unitsIn(before.early);
  const late = Math.max(0, Math.min(fell, brought, early));
  return { left: fell - late, late };
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
  const dispatched = takeOldest(balance.awaiting, units);
  return {
    ...balance,
    awaiting: dispatched.rest,
    matched: addUnits(balance.matched, { units: dispatched.taken, at }),
    departed: addUnits(balance.departed, { units: units - dispatched.taken, at }),
  };
}
