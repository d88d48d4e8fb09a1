/** Shopify's name for the only variant of a product without options. It means nothing to anybody. */
const ONLY_VARIANT = "Default Title";

/** A variant as a merchant names it: product and options, without what Shopify fills in. */
export function variantName(variant: { productTitle: string; variantTitle: string | null }): string {
  const { productTitle, variantTitle } = variant;
  return variantTitle && variantTitle !== ONLY_VARIANT ? `${productTitle} · ${variantTitle}` : productTitle;
}
