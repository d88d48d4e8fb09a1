import { randomUUID } from "node:crypto";
import { ActivateInventoryDocument } from "../../shopify/generated/operations.ts";
import { openProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { goodsInWords } from "./load-mapped.ts";
import type { Looked } from "./look-at-stock.ts";
import type { StockSettings } from "./stock-settings.ts";

/**
 * Stocks items at the location, each with the figure it should show. Shopify has no call for many. Done twice, the
 * second finds the item stocked and leaves its figure, which the next look compares.
 * @throws ShopifyError
 */
export async function activateItems(
  ctx: ShopContext,
  about: { settings: StockSettings; locationId: string; looked: readonly Looked[] },
): Promise<void> {
  const figure = about.settings.mode === "on_hand" ? "onHand" : "available";
  for (const { mapped, look } of about.looked) {
    const { variantId, inventoryItemId } = mapped;
    const [key, sku] = [randomUUID(), goodsInWords(mapped)];
    const { id } = await ctx.db.ledgerEntry.create({
      data: {
        ...{ shop: ctx.shop, variantId, inventoryItemId, sku, writeKey: key, hintId: look.hintId },
        ...{
          figure: about.settings.mode,
          shopFigure: 0,
          target: look.target ?? 0,
          shopReadAt: look.lookedAt,
        },
        ...{ warehouseStock: look.warehouseStock, warehouseReadAt: look.warehouseReadAt, buffer: look.kept },
        intendedAt: ctx.clock(),
      },
    });
    const { inventoryActivate } = await ctx.admin.request(ActivateInventoryDocument, {
      ...{ inventoryItemId, locationId: about.locationId, [figure]: look.target, key },
    });
    const reason = inventoryActivate?.userErrors[0]?.message ?? null;
    await ctx.db.ledgerEntry.update({
      where: { id, shop: ctx.shop },
      data: { outcome: reason === null ? "written" : "rejected", reason, settledAt: ctx.clock() },
    });
    if (reason === null) continue;
    await openProblem(ctx, { kind: "stock-rejected", subject: sku, details: { sku, reason } });
  }
}
