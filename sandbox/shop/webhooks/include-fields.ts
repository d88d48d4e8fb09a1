type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * The parts of a payload that a subscription's `include_fields` names, e.g. `id` or `line_items.variant_id`. Shopify
 * documents the period for nested fields ("variants.price") and that all topics honour it; that a list's name on the way
 * means each of its entries is what that example shows. What the payload does not have is left out.
 */
export function includeFields(payload: object, fields: readonly string[] | undefined): object {
  if (!fields?.length) return payload;
  return pick(JSON.parse(JSON.stringify(payload)) as Json, fields) as object;
}

function pick(value: Json, fields: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((one) => pick(one, fields));
  if (value === null || typeof value !== "object") return value;
  const picked: { [key: string]: Json } = {};
  for (const [key, part] of Object.entries(value)) {
    if (fields.includes(key)) {
      picked[key] = part;
      continue;
    }
    const below = fields
      .filter((field) => field.startsWith(`${key}.`))
      .map((field) => field.slice(key.length + 1));
    if (below.length) picked[key] = pick(part, below);
  }
  return picked;
}
