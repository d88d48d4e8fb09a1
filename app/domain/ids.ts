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

/** Global ids from the numbers of Shopify's payloads and the app's addresses. */
export const variantIdOf = (number: number | string) => `gid://shopify/ProductVariant/${number}` as VariantId;
export const orderIdOf = (number: number | string) => `gid://shopify/Order/${number}` as OrderId;
export const isOrderId = (id: string): id is OrderId => id.startsWith("gid://shopify/Order/");
export const productIdOf = (number: number | string) => `gid://shopify/Product/${number}` as ProductId;
