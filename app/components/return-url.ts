/** Where a return's page is: its number is the last part of Shopify's id. */
export function returnUrl(returnId: string): string {
  return `/app/returns/${returnId.slice(returnId.lastIndexOf("/") + 1)}`;
}
