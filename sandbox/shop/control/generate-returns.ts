import { uniformFloat32 } from "pure-rand/distribution/uniformFloat32";
import { mersenne } from "pure-rand/generator/mersenne";
import { addFulfillment } from "../store/fulfillments.ts";
import { addOrder, newLine } from "../store/orders.ts";
import { RETURN_REASONS } from "../store/return-reasons.ts";
import { createReturn } from "../store/returns.ts";
import type { ShopContext } from "../store/shop.ts";
import { ControlError } from "./control-error.ts";

/** The most lines and the most pieces of one that a made-up order has. */
const MOST_LINES = 3;
const MOST_PIECES = 2;

/**
 * Orders that were sent long ago, each with an open return of one of its lines, as if they had been there before the app:
 * no stock moves and nobody hears of it. The same number makes the same ones of the same products.
 */
export function generateReturns(
  ctx: ShopContext,
  of: { returns: number; seed: number; locationId: number },
): void {
  const quiet: ShopContext = { ...ctx, announce: () => {} };
  const { shop } = ctx;
  const variants = shop.variants.all().filter(({ requiresComponents }) => !requiresComponents);
  if (!variants.length) throw new ControlError(400, "There are no products that could have been sold.");
  const luck = mersenne(of.seed);
  const upTo = (most: number) => Math.floor(uniformFloat32(luck) * most);

  for (let count = 0; count < of.returns; count++) {
    const chosen = new Set(
      Array.from({ length: 1 + upTo(MOST_LINES) }, () => variants[upTo(variants.length)]!),
    );
    const lines = [...chosen].map((variant) =>
      newLine({
        ...{ variant, quantity: 1 + upTo(MOST_PIECES) },
        product: shop.products.get(variant.productId)!,
        item: shop.items.get(variant.inventoryItemId)!,
      }),
    );
    const order = addOrder(quiet, { lines, locationId: of.locationId });
    const sent = addFulfillment(quiet, order, {
      locationId: of.locationId,
      units: order.lines.map((line) => ({ line, quantity: line.quantity })),
    });
    const { id: fulfillmentLineId, quantity } = sent.lines[0]!;
    const reason = RETURN_REASONS[upTo(RETURN_REASONS.length)]!.id;
    createReturn(quiet, order, {
      status: "OPEN",
      lines: [{ fulfillmentLineId, quantity, reason, reasonNote: "", customerNote: null }],
    });
  }
}
