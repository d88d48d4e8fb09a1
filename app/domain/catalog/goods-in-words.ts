/** What something is made of, as a merchant reads it: `MUG`, or `BOX + 2 × MUG`. Quantities may be as typed. */
export function goodsInWords(components: readonly { sku: string; quantity: number | string }[]): string {
  return components
    .map(({ sku, quantity }) => (String(quantity) === "1" ? sku : `${quantity} × ${sku}`))
    .join(" + ");
}
