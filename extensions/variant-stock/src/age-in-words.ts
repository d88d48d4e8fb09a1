const UNITS = [
  ["days", 86_400_000],
  ["hours", 3_600_000],
  ["minutes", 60_000],
] as const;

/** How long ago something was, in the largest unit that fits. */
export function ageInWords(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? [];
  if (!unit) return shopify.i18n.translate("age.now");
  return shopify.i18n.translate(`age.${unit}`, { count: Math.floor(ms / size) });
}
