import type { ShopReturn, ShopReturnLine } from "../../shopify/returns.ts";
import { disposedOf, NONE_DISPOSED, type ReturnLine } from "./return-lines.ts";

/** A line before it is known where it was shipped from, and when it was sent. */
type JoinedLine = Omit<ReturnLine, "shippedFrom" | "isSent" | "settledBefore">;

/**
 * The lines of a return, each fulfilment line once: the shop joins a return's lines and those of its reverse fulfilment
 * orders by nothing else. `goods` are those of the return's lines, in their order. Nothing is received of them yet.
 */
export function joinLines(
  { lines, reverseOrders }: Pick<ShopReturn, "lines" | "reverseOrders">,
  goods: readonly Pick<ReturnLine, "goods" | "components">[],
): JoinedLine[] {
  const joined = new Map<string, JoinedLine>();
  for (const [index, line] of lines.entries()) {
    const id = keyOf(line);
    const before = joined.get(id);
    if (before) before.quantity += line.quantity;
    else joined.set(id, { ...describe(line), ...goods[index]!, id });
  }
  for (const { lines: reverseLines } of reverseOrders)
    for (const { fulfillmentLineItemId, dispositions } of reverseLines) {
      const line =
        fulfillmentLineItemId === null ? nextUnverified(joined) : joined.get(fulfillmentLineItemId);
      if (line) for (const { type, quantity } of dispositions) line.disposed[type] += quantity;
    }
  return [...joined.values()];
}

/** Shopify does not say which unverified line a reverse line belongs to: they are filled one after the other. */
function nextUnverified(lines: ReadonlyMap<string, JoinedLine>): JoinedLine | undefined {
  return [...lines.values()].find((line) => line.goods === "unverified" && disposedOf(line) < line.quantity);
}

/** What joins a return's line with those of reverse fulfilment orders. */
export function keyOf({ id, sold }: Pick<ShopReturnLine, "id" | "sold">): string {
  return sold?.fulfillmentLineItemId ?? id;
}

function describe({ quantity, note, sold }: ShopReturnLine): Omit<JoinedLine, "id" | "goods" | "components"> {
  return {
    title: sold?.title ?? note,
    variantTitle: sold?.variantTitle ?? null,
    soldSku: sold?.sku ?? null,
    variantId: sold?.variantId ?? null,
    ...{ quantity, good: 0, defective: 0, unclear: 0, disposed: { ...NONE_DISPOSED } },
  };
}
