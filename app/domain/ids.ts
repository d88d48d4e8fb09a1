import { z } from "zod";

/** Identifiers that are all strings and must never stand in for each other. */
type Branded<Name extends string> = string & { readonly __brand: Name };

/** A warehouse product's stock keeping unit. At Shopify the same text is only a label: see `Mapping`. */
export type Sku = Branded<"Sku">;
/** `gid://shopify/ProductVariant/…` */
export type VariantId = Branded<"VariantId">;
/** `gid://shopify/InventoryItem/…` */
export type InventoryItemId = Branded<"InventoryItemId">;
/** `gid://shopify/Product/…` */
export type ProductId = Branded<"ProductId">;
/** `gid://shopify/Order/…` */
export type OrderId = Branded<"OrderId">;
/** An inbound's reference at the warehouse. */
export type InboundRef = Branded<"InboundRef">;

const named = <Id extends string>() =>
  z
    .string()
    .min(1)
    .transform((text) => text as Id);

/** Ids as they come in from outside. */
export const skuSchema = named<Sku>();
export const variantIdSchema = named<VariantId>();

/** A variant by the number Shopify and addresses know it by. */
export const variantIdOf = (number: number | string) => `gid://shopify/ProductVariant/${number}` as VariantId;

/** What Shopify's admin calls one of its things, as it comes in from outside; of another kind it is refused. */
const gid = <Id extends string>(kind: string) =>
  z
    .string()
    .regex(new RegExp(`^gid://shopify/${kind}/\\d{1,20}$`))
    .transform((text) => text as Id);
export const shopVariantIdSchema = gid<VariantId>("ProductVariant");
export const orderIdSchema = gid("Order");
export const productIdSchema = gid<ProductId>("Product");
export const orderIdOf = (number: number | string) => `gid://shopify/Order/${number}` as OrderId;
export const isOrderId = (id: string): id is OrderId => id.startsWith("gid://shopify/Order/");
export const productIdOf = (number: number | string) => `gid://shopify/Product/${number}` as ProductId;
