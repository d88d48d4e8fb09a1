/** A filter of the form that is simulated: a field of the payload, and the value it must have. */
export interface Filter {
  /** From the outside in. */
  path: string[];
  value: string;
}

/** Shopify's filters follow its search syntax; one field and one value is what of it is simulated. */
const SIMULATED = /^(\w+(?:\.\w+)*):(\w+)$/;

/** @returns `null` where the text is not of the simulated form */
export function parseFilter(text: string): Filter | null {
  const [, path, value] = SIMULATED.exec(text) ?? [];
  return path && value ? { path: path.split("."), value } : null;
}

/** Whether a payload passes. On the way through a list one entry that passes is enough, as Shopify's `variants.price:>=10.00` shows. */
export function passes(payload: object, { path, value }: Filter): boolean {
  let found: unknown[] = [JSON.parse(JSON.stringify(payload))];
  for (const key of path)
    found = found.flat().flatMap((one) => (one as Record<string, unknown> | null)?.[key] ?? []);
  return found.flat().some((one) => String(one) === value);
}
