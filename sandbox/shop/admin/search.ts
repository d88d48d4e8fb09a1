import { compareValues } from "./connection.ts";
import { notSimulated } from "./errors.ts";

/** How a search field compares: words ignore case, ids and times also take `>`, `>=`, `<` and `<=`. */
type SearchField<Row> =
  | { kind: "text"; of(row: Row): string | null; find?(value: string): Iterable<Row> }
  | { kind: "texts"; of(row: Row): (string | null)[]; find?(value: string): Iterable<Row> }
  | { kind: "id"; of(row: Row): number; find?(id: number): Iterable<Row> }
  /** Several ids with commas between them. */
  | { kind: "ids"; of(row: Row): number; find?(ids: number[]): Iterable<Row> }
  | { kind: "time"; of(row: Row): string };

export interface Searchable<Row> {
  rows: readonly Row[];
  id(row: Row): number;
  /** In the names of Shopify's search syntax. */
  fields: Record<string, SearchField<Row>>;
  /** What a term without a field name looks into. */
  words(row: Row): (string | null)[];
  /** Names the query in complaints, e.g. `productVariants(query:)`. */
  where: string;
}

interface Term {
  field: string | null;
  comparator: "" | ">" | ">=" | "<" | "<=";
  value: string;
}

/**
 * Shopify's search syntax as far as this project speaks it: `field:value` with quotes, comparators and a trailing `*`,
 * terms side by side or joined by AND, alternatives by OR. Fields with an index are looked up instead of scanned.
 */
export function search<Row>(query: string | null | undefined, target: Searchable<Row>): readonly Row[] {
  if (!query?.trim()) return target.rows;
  const found = new Map<number, Row>();
  for (const terms of alternatives(query, target.where))
    for (const row of candidates(terms, target))
      if (terms.every((term) => matches(row, term, target))) found.set(target.id(row), row);
  return [...found.values()].sort((a, b) => target.id(a) - target.id(b));
}

function alternatives(query: string, where: string): Term[][] {
  if (/(^|\s)(NOT\s|-\S)/.test(query) || /[()]/.test(query.replace(/"[^"]*"|'[^']*'/g, "")))
    throw notSimulated(`NOT or brackets in ${where}, here "${query}",`);
  const result: Term[][] = [[]];
  const term =
    /(?:([a-z_]+):)?(>=|<=|>|<)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|((?:\\.|[^\s"'\\])+))/gi;
  for (const match of query.matchAll(term)) {
    const [, field, comparator = "", double, single, bare] = match;
    if (!field && bare === "AND") continue;
    if (!field && bare === "OR") {
      result.push([]);
      continue;
    }
    const value = (double ?? single ?? bare ?? "").replace(/\\(.)/g, "$1");
    result
      .at(-1)
      ?.push({ field: field?.toLowerCase() ?? null, comparator: comparator as Term["comparator"], value });
  }
  return result.filter((terms) => terms.length > 0);
}

function candidates<Row>(terms: readonly Term[], target: Searchable<Row>): Iterable<Row> {
  for (const { field, comparator, value } of terms) {
    const known = field ? target.fields[field] : undefined;
    if (!known || comparator || value.endsWith("*")) continue;
    if (known.kind === "id" && known.find) return known.find(Number(value));
    if (known.kind === "ids" && known.find) return known.find(idsIn(value));
    if ((known.kind === "text" || known.kind === "texts") && known.find) return known.find(value);
  }
  return target.rows;
}

function matches<Row>(row: Row, { field, comparator, value }: Term, target: Searchable<Row>): boolean {
  if (field === null) return target.words(row).some((text) => hasWord(text, value));
  const known = target.fields[field];
  if (!known) throw notSimulated(`The filter "${field}:" of ${target.where}`);
  switch (known.kind) {
    case "text":
    case "texts":
      if (comparator) throw notSimulated(`"${field}:${comparator}" of ${target.where}`);
      return [known.of(row)].flat().some((text) => sameText(text, value));
    case "ids":
      if (comparator) throw notSimulated(`"${field}:${comparator}" of ${target.where}`);
      return idsIn(value).includes(known.of(row));
    case "id":
      return holds(compareValues(known.of(row), Number(value)), comparator);
    case "time": {
      const time = Date.parse(value);
      if (Number.isNaN(time)) throw notSimulated(`The time "${value}" in ${target.where}`);
      return holds(compareValues(Date.parse(known.of(row)), time), comparator);
    }
  }
}

const idsIn = (value: string): number[] => value.split(",").map(Number);

function sameText(text: string | null, wanted: string): boolean {
  const have = (text ?? "").toLowerCase();
  const want = wanted.toLowerCase();
  return want.length > 1 && want.endsWith("*") ? have.startsWith(want.slice(0, -1)) : have === want;
}

function hasWord(text: string | null, wanted: string): boolean {
  const want = wanted.toLowerCase().replace(/\*$/, "");
  const have = (text ?? "").toLowerCase();
  return have.startsWith(want) || have.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(want));
}

function holds(comparison: number, comparator: Term["comparator"]): boolean {
  switch (comparator) {
    case "":
      return comparison === 0;
    case ">":
      return comparison > 0;
    case ">=":
      return comparison >= 0;
    case "<":
      return comparison < 0;
    case "<=":
      return comparison <= 0;
  }
}
