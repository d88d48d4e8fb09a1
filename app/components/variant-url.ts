/** Shopify's id without what it says about the kind of thing. */
const numberOf = (id: string) => id.slice(id.lastIndexOf("/") + 1);

/** Where a variant's page is. */
export function variantUrl(variantId: string): string {
  return `/app/products/${numberOf(variantId)}`;
}

/** Where to look at the goods a problem is about: at their variant, or at what carries their SKU. */
export function goodsLink(about: { variant: { variantId: string } | null; subject: string }): string {
  return about.variant
    ? variantUrl(about.variant.variantId)
    : `/app/products?${new URLSearchParams({ search: about.subject }).toString()}`;
}

/** Where it is shown what would be created at the warehouse for these variants. */
export function createUrl(variantIds: readonly string[]): string {
  return `/app/products/create?variants=${variantIds.map(numberOf).join(",")}`;
}

/** Where it is shown what an update of these variants' products would change at the warehouse. */
export function updateUrl(variantIds: readonly string[]): string {
  return `/app/products/update?variants=${variantIds.map(numberOf).join(",")}`;
}

/** Where a variant's ledger is, and what it is called as a file. */
export function ledgerOf(variantId: string): { url: string; name: string } {
  const number = numberOf(variantId);
  return { url: `/app/stock.csv?variant=${number}`, name: `stock-${number}.csv` };
}
