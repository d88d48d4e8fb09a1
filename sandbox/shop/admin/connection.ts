import { refusal } from "./errors.ts";

export interface PageArgs {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
}

/** The arguments every connection here understands. */
export const PAGE_ARGS = ["first", "last", "after", "before", "reverse"] as const;

/** Given in place of a page by bulk operations, which read on to the end and know no cursors. */
export const EVERY_ROW = { first: Infinity, last: null, after: null, before: null };

/** What rows are sorted by. Ids break ties, so that every row has one place. */
export interface Order<Row> {
  value(row: Row): string | number;
  id(row: Row): number;
}

export const byId = <Row extends { id: number }>(): Order<Row> => ({
  value: (row) => row.id,
  id: (row) => row.id,
});

interface Place {
  last_id: number;
  last_value: string | number;
}

/** The most Shopify gives in one page. */
const LARGEST_PAGE = 250;

/** One page of `rows`, which are sorted by `order` already. A cursor stays good when the row it names is gone. */
export function connection<Row>(
  rows: readonly Row[],
  { order, ...args }: PageArgs & { order: Order<Row> },
): { nodes: Row[]; edges: { cursor: string; node: Row }[]; pageInfo: object } {
  if (args.first === EVERY_ROW.first)
    return { nodes: args.reverse ? [...rows].reverse() : [...rows], edges: [], pageInfo: {} };
  const size = args.first ?? args.last;
  if (size == null) throw refusal("BAD_REQUEST", "you must provide one of first or last");
  if (size < 0 || size > LARGEST_PAGE)
    throw refusal("BAD_REQUEST", `The page size must be between 0 and ${LARGEST_PAGE}, it was ${size}.`);

  const sorted = args.reverse ? [...rows].reverse() : rows;
  const compare = (row: Row, place: Place) =>
    (args.reverse ? -1 : 1) *
    (compareValues(order.value(row), place.last_value) || order.id(row) - place.last_id);
  const after = args.after ? readCursor(args.after) : undefined;
  const before = args.before ? readCursor(args.before) : undefined;
  const low = after ? countWhile(sorted, (row) => compare(row, after) <= 0) : 0;
  const high = before ? countWhile(sorted, (row) => compare(row, before) < 0) : sorted.length;

  const start = args.first == null ? Math.max(low, high - size) : low;
  const end = args.first == null ? high : Math.min(high, low + size);
  const nodes = sorted.slice(start, end);
  const cursor = (row: Row) => writeCursor({ last_id: order.id(row), last_value: order.value(row) });
  const [firstNode, lastNode] = [nodes[0], nodes.at(-1)];
  return {
    nodes,
    edges: nodes.map((node) => ({ cursor: cursor(node), node })),
    pageInfo: {
      hasNextPage: end < sorted.length,
      hasPreviousPage: start > 0,
      startCursor: firstNode === undefined ? null : cursor(firstNode),
      endCursor: lastNode === undefined ? null : cursor(lastNode),
    },
  };
}

/** How many rows at the beginning satisfy `holds`; binary search, so the rest must not. */
function countWhile<Row>(rows: readonly Row[], holds: (row: Row) => boolean): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(rows[middle] as Row)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function sortBy<Row>(rows: readonly Row[], order: Order<Row>): Row[] {
  return [...rows].sort((a, b) => compareValues(order.value(a), order.value(b)) || order.id(a) - order.id(b));
}

export const compareValues = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

const writeCursor = (place: Place): string => Buffer.from(JSON.stringify(place)).toString("base64");

function readCursor(cursor: string): Place {
  try {
    const place = JSON.parse(Buffer.from(cursor, "base64").toString("utf8")) as Place;
    if (typeof place.last_id === "number" && place.last_value !== undefined) return place;
  } catch {
    // Falls through: whatever it was, no page of this sandbox gave it out.
  }
  throw refusal("BAD_REQUEST", "Invalid cursor for current pagination sort.");
}
