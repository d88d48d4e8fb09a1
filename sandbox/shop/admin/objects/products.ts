import { gid } from "../../store/gid.ts";
import { totalAvailable } from "../../store/inventory.ts";
import { mediaOfVariant } from "../../store/media.ts";
import { isPublished } from "../../store/payloads.ts";
import type { InventoryItem, Product, Shop, Variant } from "../../store/shop.ts";
import { byId, connection, PAGE_ARGS, type Order, type PageArgs } from "../connection.ts";
import { idOf, plain, same, withArgs, type AdminContext, type Simulated } from "../field.ts";
import { list, LIST_ARGS, type ListArgs } from "../list.ts";
import { search, type Searchable } from "../search.ts";
import { mediaImage, mediaPage } from "./media.ts";
import { metafieldsOf } from "./metafields.ts";

const productOrders: Record<string, Order<Product>> = {
  TITLE: { value: (product) => product.title.toLowerCase(), id: (product) => product.id },
  CREATED_AT: { value: (product) => product.createdAt, id: (product) => product.id },
  UPDATED_AT: { value: (product) => product.updatedAt, id: (product) => product.id },
};

const variantOrders: Record<string, Order<Variant>> = {
  SKU: { value: (variant) => (variant.sku ?? "").toLowerCase(), id: (variant) => variant.id },
};

const variantsOf = (shop: Shop, product: Product): Variant[] =>
  product.variantIds.flatMap((id) => shop.variants.get(id) ?? []);

const itemOf = ({ shop }: AdminContext, variant: Variant): InventoryItem =>
  shop.items.get(variant.inventoryItemId)!;

const productOf = ({ shop }: AdminContext, variant: Variant): Product =>
  shop.products.get(variant.productId)!;

const titleOf = (variant: Variant): string => variant.options.join(" / ");

function searchableProducts({ shop }: AdminContext): Searchable<Product> {
  const having = (variantIds: Iterable<number>) =>
    [...variantIds].flatMap((id) => shop.products.get(shop.variants.get(id)?.productId ?? 0) ?? []);
  const anyOf = (product: Product, label: "sku" | "barcode") =>
    variantsOf(shop, product).map((variant) => variant[label]);
  return {
    rows: shop.products.all(),
    id: (product) => product.id,
    fields: {
      id: { kind: "id", of: (product) => product.id, find: (id) => asList(shop.products.get(id)) },
      title: { kind: "text", of: (product) => product.title },
      vendor: { kind: "text", of: (product) => product.vendor },
      product_type: { kind: "text", of: (product) => product.productType },
      status: { kind: "text", of: (product) => product.status },
      gift_card: { kind: "text", of: (product) => String(product.isGiftCard ?? false) },
      sku: {
        kind: "texts",
        of: (product) => anyOf(product, "sku"),
        find: (sku) => having(shop.skus.find(sku)),
      },
      barcode: {
        kind: "texts",
        of: (product) => anyOf(product, "barcode"),
        find: (barcode) => having(shop.barcodes.find(barcode)),
      },
      created_at: { kind: "time", of: (product) => product.createdAt },
      updated_at: { kind: "time", of: (product) => product.updatedAt },
    },
    words: (product) => [product.title, product.vendor, product.productType, ...anyOf(product, "sku")],
    where: "products(query:)",
  };
}

function searchableVariants(ctx: AdminContext): Searchable<Variant> {
  const { shop } = ctx;
  const withIds = (ids: Iterable<number>) => [...ids].flatMap((id) => shop.variants.get(id) ?? []);
  return {
    rows: shop.variants.all(),
    id: (variant) => variant.id,
    fields: {
      id: { kind: "id", of: (variant) => variant.id, find: (id) => asList(shop.variants.get(id)) },
      product_id: {
        kind: "id",
        of: (variant) => variant.productId,
        find: (id) => withIds(shop.products.get(id)?.variantIds ?? []),
      },
      product_ids: {
        kind: "ids",
        of: (variant) => variant.productId,
        find: (ids) => withIds(ids.flatMap((id) => shop.products.get(id)?.variantIds ?? [])),
      },
      gift_card: { kind: "text", of: (variant) => String(productOf(ctx, variant).isGiftCard ?? false) },
      sku: { kind: "text", of: (variant) => variant.sku, find: (sku) => withIds(shop.skus.find(sku)) },
      barcode: {
        kind: "text",
        of: (variant) => variant.barcode,
        find: (barcode) => withIds(shop.barcodes.find(barcode)),
      },
      title: { kind: "text", of: titleOf },
      vendor: { kind: "text", of: (variant) => productOf(ctx, variant).vendor },
      product_type: { kind: "text", of: (variant) => productOf(ctx, variant).productType },
      product_status: { kind: "text", of: (variant) => productOf(ctx, variant).status },
      requires_components: { kind: "text", of: (variant) => String(variant.requiresComponents) },
      updated_at: { kind: "time", of: (variant) => variant.updatedAt },
    },
    words: (variant) => [productOf(ctx, variant).title, titleOf(variant), variant.sku, variant.barcode],
    where: "productVariants(query:)",
  };
}

const asList = <T>(one: T | undefined): T[] => (one === undefined ? [] : [one]);

const count = (rows: readonly unknown[]) => ({ count: rows.length, precision: "EXACT" });

const pageOf = (shop: Shop, { handle }: Product) =>
  `https://${shop.domain}/products/${encodeURIComponent(handle)}`;

const inHtml = (text: string) =>
  `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</p>`;

export const products: Simulated = {
  query: {
    products: withArgs<unknown, ListArgs>(LIST_ARGS, (_source, args, ctx) =>
      list(searchableProducts(ctx), { ...args, orders: productOrders }),
    ),
    productVariants: withArgs<unknown, ListArgs>(LIST_ARGS, (_source, args, ctx) =>
      list(searchableVariants(ctx), { ...args, orders: variantOrders }),
    ),
    productsCount: withArgs<unknown, ListArgs>(["query"], (_source, { query }, ctx) =>
      count(search(query, searchableProducts(ctx))),
    ),
    productVariantsCount: withArgs<unknown, ListArgs>(["query"], (_source, { query }, ctx) =>
      count(search(query, searchableVariants(ctx))),
    ),
    product: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) =>
      ctx.shop.products.get(idOf("Product", id)),
    ),
    productVariant: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) =>
      ctx.shop.variants.get(idOf("ProductVariant", id)),
    ),
  },
  nodes: {
    Product: ({ shop }, { id }) => shop.products.get(id),
    ProductVariant: ({ shop }, { id }) => shop.variants.get(id),
  },
  types: {
    Product: {
      ...same<Product>("title", "handle", "status", "vendor", "productType", "createdAt", "updatedAt"),
      id: plain((product: Product) => gid("Product", product.id)),
      legacyResourceId: plain((product: Product) => String(product.id)),
      ...metafieldsOf,
      description: plain((product: Product) => product.description ?? ""),
      descriptionHtml: plain((product: Product) => (product.description ? inHtml(product.description) : "")),
      isGiftCard: plain((product: Product) => product.isGiftCard ?? false),
      tags: plain(() => []),
      publishedAt: plain((product: Product) => (isPublished(product) ? product.createdAt : null)),
      onlineStoreUrl: plain((product: Product, { shop }) =>
        isPublished(product) ? pageOf(shop, product) : null,
      ),
      onlineStorePreviewUrl: plain((product: Product, { shop }) =>
        isPublished(product)
          ? pageOf(shop, product)
          : `https://${shop.domain}/products_preview?preview_key=${product.id.toString(36)}`,
      ),
      featuredMedia: plain(({ media: [first] = [] }: Product) => first && mediaImage(first)),
      media: withArgs<Product, PageArgs>(PAGE_ARGS, ({ media = [] }, args) => mediaPage(media, args)),
      hasOnlyDefaultVariant: plain(
        ({ optionNames, variantIds }: Product) => variantIds.length === 1 && optionNames[0] === "Title",
      ),
      hasVariantsThatRequiresComponents: plain((product: Product, { shop }) =>
        variantsOf(shop, product).some((variant) => variant.requiresComponents),
      ),
      tracksInventory: plain((product: Product, ctx) =>
        variantsOf(ctx.shop, product).some((variant) => itemOf(ctx, variant).tracked),
      ),
      totalInventory: plain((product: Product, ctx) =>
        variantsOf(ctx.shop, product).reduce(
          (sum, variant) => sum + totalAvailable(ctx, itemOf(ctx, variant)),
          0,
        ),
      ),
      options: plain((product: Product, { shop }) =>
        product.optionNames.map((name, index) => ({
          id: gid("ProductOption", product.id * 10 + index),
          name,
          position: index + 1,
          values: [...new Set(variantsOf(shop, product).map((variant) => variant.options[index]))],
        })),
      ),
      variantsCount: plain((product: Product) => count(product.variantIds)),
      variants: withArgs<Product, PageArgs>(PAGE_ARGS, (product, args, { shop }) =>
        connection(variantsOf(shop, product), { ...args, order: byId<Variant>() }),
      ),
    },
    ProductVariant: {
      ...same<Variant>("sku", "barcode", "price", "requiresComponents", "createdAt", "updatedAt"),
      id: plain((variant: Variant) => gid("ProductVariant", variant.id)),
      legacyResourceId: plain((variant: Variant) => String(variant.id)),
      title: plain(titleOf),
      displayName: plain((variant: Variant, ctx) => `${productOf(ctx, variant).title} - ${titleOf(variant)}`),
      compareAtPrice: plain(() => null),
      taxable: plain(() => true),
      inventoryPolicy: plain(() => "DENY"),
      ...metafieldsOf,
      image: plain((variant: Variant, ctx) => mediaOfVariant(productOf(ctx, variant), variant)[0]),
      media: withArgs<Variant, PageArgs>(PAGE_ARGS, (variant, args, ctx) =>
        mediaPage(mediaOfVariant(productOf(ctx, variant), variant), args),
      ),
      position: plain((variant: Variant, ctx) => productOf(ctx, variant).variantIds.indexOf(variant.id) + 1),
      selectedOptions: plain((variant: Variant, ctx) =>
        productOf(ctx, variant).optionNames.map((name, index) => ({
          name,
          value: variant.options[index] ?? "",
        })),
      ),
      product: plain((variant: Variant, ctx) => productOf(ctx, variant)),
      inventoryItem: plain((variant: Variant, ctx) => itemOf(ctx, variant)),
      inventoryQuantity: plain((variant: Variant, ctx) => totalAvailable(ctx, itemOf(ctx, variant))),
      availableForSale: plain(
        (variant: Variant, ctx) =>
          !itemOf(ctx, variant).tracked || totalAvailable(ctx, itemOf(ctx, variant)) > 0,
      ),
    },
  },
};
