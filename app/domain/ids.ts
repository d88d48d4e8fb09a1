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
/** An inbound's reference at the warehouse. */
export type InboundRef = Branded<"InboundRef">;
