/** What something is made of, as a merchant reads it: `MUG`, or `BOX + 2 × MUG`. */
export function goodsOf(components: readonly { sku: string; quantity: number }[]): string {
  return components.map(({ sku, quantity }) => (quantity === 1 ? sku : `${quantity} × ${sku}`)).join(" + ");
}
