/** Where a variant's page is: its address ends in the number of Shopify's id. */
export function variantUrl(variantId: string): string {
  return `/app/products/${variantId.slice(variantId.lastIndexOf("/") + 1)}`;
}
