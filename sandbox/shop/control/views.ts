import { gid } from "../store/gid.ts";
import { quantityOf, QUANTITY_NAMES } from "../store/inventory.ts";
import { mediaOfVariant } from "../store/media.ts";
import type { Adjustment, BulkOperation, Location, Metafield, Product, Shop } from "../store/shop.ts";

/** A shop's things as the control API shows them: ids as Shopify writes them, quantities by location name. */

export const locationView = (location: Location) => ({
  id: gid("Location", location.id),
  name: location.name,
  isActive: location.isActive,
  isFulfillmentService: location.isFulfillmentService,
});

const metafieldView = ({ namespace, key, type, value }: Metafield) => ({ namespace, key, type, value });

export function productView(shop: Shop, product: Product) {
  return {
    id: gid("Product", product.id),
    title: product.title,
    status: product.status,
    vendor: product.vendor,
    productType: product.productType,
    updatedAt: product.updatedAt,
    description: product.description ?? "",
    isGiftCard: product.isGiftCard ?? false,
    isUnpublished: product.isUnpublished ?? false,
    images: (product.media ?? []).map(({ url }) => url),
    metafields: (product.metafields ?? []).map(metafieldView),
    variants: product.variantIds.flatMap((id) => {
      const variant = shop.variants.get(id);
      const item = variant && shop.items.get(variant.inventoryItemId);
      if (!item) return [];
      return {
        id: gid("ProductVariant", id),
        inventoryItemId: gid("InventoryItem", item.id),
        title: variant.options.join(" / "),
        options: Object.fromEntries(
          product.optionNames.map((name, index) => [name, variant.options[index] ?? ""]),
        ),
        sku: variant.sku,
        barcode: variant.barcode,
        price: variant.price,
        weight: item.weight,
        requiresShipping: item.requiresShipping,
        countryCodeOfOrigin: item.countryCodeOfOrigin,
        harmonizedSystemCode: item.harmonizedSystemCode,
        images: mediaOfVariant(product, variant).map(({ url }) => url),
        metafields: (variant.metafields ?? []).map(metafieldView),
        tracked: item.tracked,
        requiresComponents: variant.requiresComponents,
        levels: Object.fromEntries(
          Object.values(item.levels).map((level) => [
            shop.locations.get(level.locationId)?.name ?? String(level.locationId),
            {
              isActive: level.isActive,
              ...Object.fromEntries(QUANTITY_NAMES.map((name) => [name, quantityOf(level, name)])),
            },
          ]),
        ),
      };
    }),
  };
}

const adjustmentView = (shop: Shop, { itemId, locationId, ...rest }: Adjustment) => ({
  ...rest,
  sku: shop.variants.get(shop.items.get(itemId)?.variantId ?? 0)?.sku ?? null,
  inventoryItemId: gid("InventoryItem", itemId),
  location: shop.locations.get(locationId)?.name ?? String(locationId),
});

/** What moved the shop's stock, or one SKU's, oldest first. */
export const adjustmentsOf = (shop: Shop, { sku }: { sku?: string | undefined }) =>
  shop.adjustments
    .map((one) => adjustmentView(shop, one))
    .filter((one) => sku === undefined || one.sku === sku);

export const bulkOperationView = ({ id, ...rest }: BulkOperation) => ({
  id: gid("BulkOperation", id),
  ...rest,
});

export const shopView = (shop: Shop) => ({
  domain: shop.domain,
  installation: shop.installation.status,
  locations: shop.locations.all().map(locationView),
});
