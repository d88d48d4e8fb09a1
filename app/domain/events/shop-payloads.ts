import { z } from "zod";
import { orderIdOf, productIdOf, variantIdOf, type OrderId, type ProductId, type VariantId } from "../ids.ts";
import { productIdSchema } from "../id-schemas.ts";

/*
 * What is taken from Shopify's webhooks: ids, and a figure to know our own echoes by. Payloads are truncated and of many
 * shapes; one that does not hold what is looked for holds nothing, which the next comparison makes up for.
 */

/** Shopify numbers its things from 1 on. */
const number = z.int().positive();
/** One that is none hides no others: a shopper's orders are forgotten all the same. */
const numbers = z.array(number.nullable().catch(null)).transform((all) => all.filter((one) => one !== null));

const redactSchema = z.object({ orders_to_redact: numbers });

/** The orders of a shopper who is to be forgotten (`customers/redact`). */
export function ordersToRedact(payload: unknown): string[] {
  const numbers = redactSchema.safeParse(payload).data?.orders_to_redact ?? [];
  return numbers.map(orderIdOf);
}

const requestSchema = z.object({
  orders_requested: numbers.default([]),
  data_request: z.object({ id: number }),
});

/** What a shopper wants to be told of (`customers/data_request`), and by which number Shopify knows the request. */
export function dataRequestIn(payload: unknown): { request: string; orderIds: string[] } | undefined {
  const asked = requestSchema.safeParse(payload).data;
  return asked && { request: String(asked.data_request.id), orderIds: asked.orders_requested.map(orderIdOf) };
}

/** `products/delete` carries only the number; the others the whole id. */
const productSchema = z.union([
  z.object({ admin_graphql_api_id: productIdSchema }).transform((it) => it.admin_graphql_api_id),
  z.object({ id: number }).transform(({ id }) => productIdOf(id)),
]);

/** The product a webhook is about (`products/…`). */
export function productIn(payload: unknown): ProductId | undefined {
  return productSchema.safeParse(payload).data;
}

const levelSchema = z
  .object({ inventory_item_id: number, location_id: number, available: z.int().nullable() })
  .transform((told) => ({
    inventoryItemId: `gid://shopify/InventoryItem/${told.inventory_item_id}`,
    locationId: `gid://shopify/Location/${told.location_id}`,
    available: told.available,
  }));
export type ToldLevel = z.output<typeof levelSchema>;

/** How much of an item there is where (`inventory_levels/update`). */
export function levelIn(payload: unknown): ToldLevel | undefined {
  return levelSchema.safeParse(payload).data;
}

const orderIdSchema = z.object({ id: number }).transform(({ id }) => orderIdOf(id));

/** The order a webhook is about (`orders/…`). */
export function orderIn(payload: unknown): OrderId | undefined {
  return orderIdSchema.safeParse(payload).data;
}

const lineSchema = z.object({ variant_id: number.nullable() }).catch({ variant_id: null });
const orderSchema = z.object({ line_items: z.array(lineSchema) });

/** The variants an order names (`orders/…`), each once. Lines without one are custom items. */
export function variantsIn(payload: unknown): VariantId[] {
  const lines = orderSchema.safeParse(payload).data?.line_items ?? [];
  const ids = lines.flatMap(({ variant_id }) => variant_id ?? []);
  return [...new Set(ids)].map(variantIdOf);
}
