export function sumBySku(lines: { sku: string; quantity: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { sku, quantity } of lines) sums.set(sku, (sums.get(sku) ?? 0) + quantity);
  return sums;
}
