import type { z } from "zod";

/** What one side says about the interface, by name; what it has no say in is missing. */
export type Facts = Record<string, string>;

export const QUERY_PARAMETERS = [
  "change-interval",
  "filter",
  "include",
  "skip",
  "skipDuplicates",
  "take",
] as const;

/** Values on both sides of each limit of a query parameter. */
export const AROUND_LIMITS = { take: [9, 10, 100, 101], "change-interval": [4, 5, 2800, 2801] } as const;

/** Where a path of the interface may begin. */
export const ROOTS = ["/fulfilment/v3", "/fulfilment/v4", "/api/fulfilment/v4", "/v3", "/api/v4"] as const;

/** Where a path begins; empty where that is nowhere in the interface. */
export function rootOf(path: string): string {
  const longestFirst = ROOTS.toSorted((one, other) => other.length - one.length);
  return longestFirst.find((root) => path.startsWith(`${root}/`)) ?? "";
}

/** One path for each set of operations that has roots of its own. */
export const ROOTED = {
  "GET /products": "roots of products, inbounds and lines",
  "PUT /products/:sku": "roots of changing and deleting a product",
  "POST /subscriptions": "roots of subscriptions",
} as const;

/** Names in one order, whatever order they came in. */
export const list = (names: readonly string[]) => names.toSorted().join(", ") || "none";

/** Which of these values are taken. */
export const taken = (values: readonly number[], accepts: (value: number) => boolean) =>
  `${values.filter(accepts).join(", ")} of ${values.join(", ")}`;

export type Accepts = (value: unknown) => boolean;

const URL_ON_THIS_MACHINE = "http://localhost:1/x";

/** What a field takes, found out by trying. */
function kindOf(accepts: Accepts): string {
  if (accepts([]) || accepts([{ ref: "1", sku: "A", quantity: 1 }])) return "list";
  if (accepts(1)) return `whole number${accepts(1.5) ? " or not" : ""}${accepts(-1) ? "" : " from 0"}`;
  if (accepts(URL_ON_THIS_MACHINE) && !accepts("a")) return "URL";
  if (accepts("https://a.example/b") && !accepts("a") && !accepts("http://a.example/b")) return "https URL";
  if (accepts("2030-01-31") && !accepts("a") && !accepts("2030-02-31")) return "date";
  if (accepts("purchase") && accepts("return") && !accepts("a")) return "purchase, return";
  if (accepts("label-status") && !accepts("a")) return "event name";
  return accepts("a") ? `text${lengthOf(accepts)}` : "nothing that is tried";
}

/** Longer than any text of the interface, in characters. */
const TOO_LONG = 300;

function lengthOf(accepts: Accepts): string {
  if (accepts("x".repeat(TOO_LONG))) return "";
  const longest = Array.from({ length: TOO_LONG }, (_, length) => length).findLast((length) =>
    accepts("x".repeat(length)),
  );
  return ` to ${longest}`;
}

/** What names the record is not changed: some describe it in bodies, so that who sends it is not refused for that. */
const NAMES: Record<string, string> = { "product changes": "sku", "line changes": "ref" };

/** Facts about what one kind of body takes: of each field what it is, and which fields are required. */
export function factsOfBody(
  name: string,
  fields: Record<string, { accepts: Accepts; isRequired: boolean }>,
): Facts {
  const facts: Facts = {};
  for (const [field, { accepts }] of Object.entries(fields))
    if (field !== NAMES[name]) facts[`${name}.${field}`] = kindOf(accepts);
  const required = Object.keys(fields).filter((field) => fields[field]!.isRequired);
  return { ...facts, [`${name}, required`]: list(required) };
}

/** The same of a body that is described by a Zod schema. */
export function factsOfZod(name: string, { shape }: { shape: Record<string, z.ZodType> }): Facts {
  const fields = Object.entries(shape).map(([field, schema]) => [
    field,
    {
      accepts: (value: unknown) => schema.safeParse(value).success,
      isRequired: !schema.safeParse(undefined).success,
    },
  ]);
  return factsOfBody(name, Object.fromEntries(fields) as Parameters<typeof factsOfBody>[1]);
}
