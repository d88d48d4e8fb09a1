import { nextId, type MediaImage, type Product, type Shop, type Variant } from "./shop.ts";

/** Replaces a product's images by those at `urls`, in that order. An image that stays keeps its id. */
export function setProductImages(
  shop: Shop,
  { product, urls }: { product: Product; urls: readonly string[] },
): void {
  const before = product.media ?? [];
  product.media = urls.map((url) => before.find((one) => one.url === url) ?? { id: nextId(shop), url });
}

/** Shows a variant with these images. They become images of its product too, as a variant borrows from those. */
export function setVariantImages(
  shop: Shop,
  { product, variant, urls }: { product: Product; variant: Variant; urls: readonly string[] },
): void {
  const media = product.media ?? [];
  const others = urls.filter((url) => !media.some((one) => one.url === url));
  if (others.length) setProductImages(shop, { product, urls: [...media.map(({ url }) => url), ...others] });
  variant.mediaIds = urls.flatMap((url) => product.media?.find((one) => one.url === url)?.id ?? []);
}

/** A variant's images; those the product no longer has are left out. */
export const mediaOfVariant = (product: Product, { mediaIds = [] }: Variant): MediaImage[] =>
  mediaIds.flatMap((id) => product.media?.find((one) => one.id === id) ?? []);
