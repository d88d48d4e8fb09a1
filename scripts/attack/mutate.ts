import type { Luck } from "../chaos/luck.ts";

export interface Mutation {
  detail: string;
  value: unknown;
}

/** Values that break what takes them for granted. */
const ODD: Record<string, unknown> = {
  null: null,
  "an empty text": "",
  "a text with NUL": "a\0b",
  "half a character": "\ud800",
  "a long text": "x".repeat(50_000),
  "a text of another script": "﷽\u202e\u0301",
  "a formula": "=HYPERLINK(1)",
  "a path": "../../etc/passwd",
  "a negative number": -1,
  "a huge number": 1e308,
  "a number beyond integers": 2 ** 53,
  "half a number": 0.5,
  true: true,
  "an empty list": [],
  "a long list": Array.from({ length: 5_000 }, (_, at) => at),
  "a nested list": [[[[[[]]]]]],
  "an object": { __proto__: null, constructor: 1, toString: 2 },
};

/** How many mutations of one value are made: the rest come with another seed. */
const EACH = 4;

/** The value with one of its parts replaced, left out or added, some times over. */
export function mutate(value: object, luck: Luck): Mutation[] {
  const places = placesIn(value);
  if (places.length === 0) return [];
  const odd = Object.entries(ODD);
  return Array.from({ length: EACH }, () => {
    const place = luck.pick(places);
    const [detail, replacement] = luck.pick(odd);
    return { detail: `${place.join(".")}: ${detail}`, value: replaced(value, { place, replacement }) };
  });
}

type Place = readonly string[];

/** Every part of a value, by the names that lead to it. */
function placesIn(value: unknown, above: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [above];
  const entries = Object.entries(value);
  return [
    ...(above.length > 0 ? [above] : []),
    ...entries.flatMap(([name, part]) => placesIn(part, [...above, name])),
  ];
}

function replaced(value: unknown, { place, replacement }: { place: Place; replacement: unknown }): unknown {
  const [name, ...rest] = place;
  if (name === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((part: unknown, at) =>
      String(at) === name ? replaced(part, { place: rest, replacement }) : part,
    );
  const parts = value as Record<string, unknown>;
  return { ...parts, [name]: replaced(parts[name], { place: rest, replacement }) };
}
