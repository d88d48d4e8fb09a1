import { ENTRIES_A_CALL } from "../../../shopify/set-quantities.ts";
import { commonReason, reasonOf } from "./explain-call.ts";
import type { StockWrite } from "./ledger-entries.ts";

/** With more writes than this a run is a full sync, or as large as one: no call more than the quantities need. */
const SPLIT_MAX_WRITES = 100;

/**
 * The calls that carry these writes. A call has one reason, so few writes get a call for each reason, at most four. Variants
 * that are decided together go in one call: what one of them has lost, the others may no longer show. What lowers a quantity goes
 * first, because until then it can be oversold.
 */
export function callsOf(writes: readonly StockWrite[]): StockWrite[][] {
  const groups = loweringFirst([...Map.groupBy(writes, ({ group }) => group).values()]);
  if (writes.length > SPLIT_MAX_WRITES) return slices(groups.flat());
  const byReason = Map.groupBy(groups, (members) => commonReason(members.map(reasonOf)));
  return [...byReason.values()].flatMap((some) => slices(some.flat()));
}

/** Those in which a quantity is lowered before the others, and else in their order. */
const loweringFirst = (some: StockWrite[][]): StockWrite[][] => [
  ...some.filter((writes) => writes.some(isLowered)),
  ...some.filter((writes) => !writes.some(isLowered)),
];
const isLowered = ({ target, shopFigure }: StockWrite) => target < shopFigure;

function slices(writes: readonly StockWrite[]): StockWrite[][] {
  const count = Math.ceil(writes.length / ENTRIES_A_CALL);
  return Array.from({ length: count }, (_, index) =>
    writes.slice(index * ENTRIES_A_CALL, (index + 1) * ENTRIES_A_CALL),
  );
}
