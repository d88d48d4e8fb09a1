import { ENTRIES_A_CALL } from "../../../shopify/set-quantities.ts";
import { commonReason, reasonOf } from "./explain-call.ts";
import type { StockWrite } from "./ledger-entries.ts";

/** With more writes than this a run is a full sync, or as large as one: no call more than the quantities need. */
const SPLIT_MAX_WRITES = 100;

/**
 * The calls that carry these writes. A call has one reason, so few writes get a call for each reason, at most four. Variants
 * that are decided together go in one call: what one of them has lost, the others may no longer show.
 */
export function callsOf(writes: readonly StockWrite[]): StockWrite[][] {
  if (writes.length > SPLIT_MAX_WRITES) return slices(writes);
  const groups = Map.groupBy(writes, ({ group }) => group);
  const reasons = new Map(
    [...groups].map(([group, members]) => [group, commonReason(members.map(reasonOf))]),
  );
  return [...Map.groupBy(writes, ({ group }) => reasons.get(group)).values()].flatMap(slices);
}

function slices(writes: readonly StockWrite[]): StockWrite[][] {
  const count = Math.ceil(writes.length / ENTRIES_A_CALL);
  return Array.from({ length: count }, (_, index) =>
    writes.slice(index * ENTRIES_A_CALL, (index + 1) * ENTRIES_A_CALL),
  );
}
