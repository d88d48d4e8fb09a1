import { byId, connection, PAGE_ARGS, sortBy, type Order, type PageArgs } from "./connection.ts";
import { notSimulated } from "./errors.ts";
import { search, type Searchable } from "./search.ts";

export interface ListArgs extends PageArgs {
  query?: string | null;
  sortKey?: string | null;
}

/** The arguments of a connection that can be searched and sorted. */
export const LIST_ARGS = [...PAGE_ARGS, "query", "sortKey"] as const;

/** One page of what a search finds. By id, unless another sort key is named, by itself or in the arguments. */
export function list<Row extends { id: number }>(
  target: Searchable<Row>,
  { orders = {}, ...args }: ListArgs & { orders?: Record<string, Order<Row>> },
) {
  const found = search(args.query, target);
  const sortKey = args.sortKey ?? "ID";
  if (sortKey === "ID" || sortKey === "RELEVANCE") return connection(found, { ...args, order: byId<Row>() });
  const order = orders[sortKey];
  if (!order) throw notSimulated(`sortKey ${sortKey} together with ${target.where}`);
  return connection(sortBy(found, order), { ...args, order });
}
