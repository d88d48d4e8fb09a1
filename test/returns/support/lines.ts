import type { ReturnLine } from "../../../app/domain/returns/return-lines.ts";

/** What became of pieces so far, by type. */
export function dispositions(some: Partial<ReturnLine["disposed"]>): ReturnLine["disposed"] {
  return { RESTOCKED: 0, NOT_RESTOCKED: 0, PROCESSING_REQUIRED: 0, MISSING: 0, ...some };
}

/** A line of so many units, each made of these goods. Nothing has come in of it. */
export function line(
  id: string,
  quantity: number,
  goods: Record<string, number>,
  disposed = dispositions({}),
): ReturnLine {
  return {
    ...{ id, title: id, variantTitle: null, soldSku: id, variantId: `variant-${id}`, quantity },
    goods: "mapped",
    isSent: true,
    components: Object.entries(goods).map(([sku, each]) => ({ sku, quantity: each })),
    ...{ good: 0, defective: 0, unclear: 0, disposed, settledBefore: dispositions({}) },
  };
}
