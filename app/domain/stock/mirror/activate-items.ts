import { randomUUID } from "node:crypto";
import { ActivateInventoryDocument } from "../../../shopify/generated/operations.ts";
import type { ShopContext } from "../../shop-context.ts";
import { MIRRORED } from "./decide-stock.ts";
import { noteIntended, settleEntries, type StockWrite, type WriteTo } from "./ledger-entries.ts";
import type { WriteResult } from "./write-stock.ts";

/**
 * Stocks items at the location, each with the figure it should show. Shopify has no call for many. Done twice, the
 * second finds the item stocked and leaves its figure, which the next look compares.
 * @returns those the shop would not stock.
 * @throws ShopifyError
 */
export async function activateItems(
  ctx: ShopContext,
  { to, writes }: { to: WriteTo; writes: readonly StockWrite[] },
): Promise<WriteResult["rejected"]> {
  const rejected: WriteResult["rejected"] = [];
  for (const write of writes) {
    const { inventoryItemId, target } = write;
    const key = randomUUID();
    await noteIntended(ctx, { key, to, writes: [write] });
    const { inventoryActivate } = await ctx.admin.request(ActivateInventoryDocument, {
      ...{ inventoryItemId, locationId: to.locationId, [MIRRORED[to.mode]]: target, key },
    });
    const reason = inventoryActivate?.userErrors[0]?.message;
    const outcome = reason === undefined ? "written" : "rejected";
    await settleEntries(ctx, { key, writes: [write], outcome, reason });
    if (reason !== undefined) rejected.push({ write, reason });
  }
  return rejected;
}
