import { gid } from "./gid.ts";
import {
  shopName,
  type InventoryItem,
  type Level,
  type Product,
  type Shop,
  type Variant,
  type Weight,
} from "./shop.ts";

/** On the online store, for whoever finds it or has its address. */
export const isPublished = ({ status, isUnpublished }: Product): boolean =>
  !isUnpublished && (status === "ACTIVE" || status === "UNLISTED");

/** What Shopify's webhooks carry: the REST shapes, with plain numbers as ids. */

export function productPayload(shop: Shop, product: Product): object {
  const variants = product.variantIds.flatMap((id) => shop.variants.get(id) ?? []);
  return {
    admin_graphql_api_id: gid("Product", product.id),
    body_html: product.description ?? null,
    created_at: product.createdAt,
    handle: product.handle,
    id: product.id,
    product_type: product.productType,
    published_at: isPublished(product) ? product.createdAt : null,
    template_suffix: null,
    title: product.title,
    updated_at: product.updatedAt,
    vendor: product.vendor,
    status: product.status.toLowerCase(),
    published_scope: "global",
    tags: "",
    variants: variants.map((variant, index) => variantPayload(shop, variant, index + 1)),
    options: product.optionNames.map((name, index) => ({
      name,
      position: index + 1,
      product_id: product.id,
      values: [...new Set(variants.map((variant) => variant.options[index]))],
    })),
    images: [],
    image: null,
    media: [],
    variant_gids: variants.map((variant) => ({
      admin_graphql_api_id: gid("ProductVariant", variant.id),
      updated_at: variant.updatedAt,
    })),
    has_variants_that_requires_components: variants.some((variant) => variant.requiresComponents),
    category: null,
  };
}

function variantPayload(shop: Shop, variant: Variant, position: number): object {
  const levels = Object.values(shop.items.get(variant.inventoryItemId)?.levels ?? {});
  const available = levels.reduce((sum, level) => sum + (level.isActive ? level.quantities.available : 0), 0);
  return {
    admin_graphql_api_id: gid("ProductVariant", variant.id),
    barcode: variant.barcode,
    compare_at_price: null,
    created_at: variant.createdAt,
    id: variant.id,
    inventory_policy: "deny",
    position,
    price: variant.price,
    product_id: variant.productId,
    sku: variant.sku,
    taxable: true,
    title: variant.options.join(" / "),
    updated_at: variant.updatedAt,
    option1: variant.options[0] ?? null,
    option2: variant.options[1] ?? null,
    option3: variant.options[2] ?? null,
    image_id: null,
    inventory_item_id: variant.inventoryItemId,
    inventory_quantity: available,
    old_inventory_quantity: available,
  };
}

export function inventoryLevelPayload(shop: Shop, level: Level): object {
  return {
    inventory_item_id: level.itemId,
    location_id: level.locationId,
    available: level.quantities.available,
    updated_at: level.updatedAt,
    admin_graphql_api_id: levelGid(shop, level),
  };
}

export function inventoryItemPayload(shop: Shop, item: InventoryItem): object {
  return {
    id: item.id,
    sku: shop.variants.get(item.variantId)?.sku ?? null,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    requires_shipping: item.requiresShipping,
    cost: null,
    country_code_of_origin: item.countryCodeOfOrigin,
    province_code_of_origin: null,
    harmonized_system_code: item.harmonizedSystemCode,
    tracked: item.tracked,
    country_harmonized_system_codes: [],
    weight_value: item.weight.value,
    weight_unit: REST_UNITS[item.weight.unit],
    admin_graphql_api_id: gid("InventoryItem", item.id),
  };
}

const REST_UNITS: Record<Weight["unit"], string> = {
  GRAMS: "g",
  KILOGRAMS: "kg",
  OUNCES: "oz",
  POUNDS: "lb",
};

/** The level's own number is its location's; which item it is about stands in the query string. */
export function levelGid(shop: Shop, { itemId, locationId }: { itemId: number; locationId: number }): string {
  const number = shop.locations.get(locationId)?.levelNumber ?? locationId;
  return `${gid("InventoryLevel", number)}?inventory_item_id=${itemId}`;
}

export function shopPayload(shop: Shop): object {
  return {
    id: shop.id,
    name: shopName(shop.domain),
    email: OWNER.email,
    domain: shop.domain,
    myshopify_domain: shop.domain,
    country_code: "NL",
    currency: "EUR",
    iana_timezone: "Europe/Amsterdam",
    shop_owner: `${OWNER.firstName} ${OWNER.lastName}`,
    plan_name: "basic",
    created_at: shop.createdAt,
    updated_at: shop.createdAt,
  };
}

/** The one person in the sandbox: owns every shop and is signed in to every admin. */
export const OWNER = { id: 42, firstName: "Sandy", lastName: "Box", email: "owner@shop.example" };
