import { expect } from "vitest";
import { until } from "../../sandbox/demo/observe.ts";
import type { TestShop } from "./shop-harness.ts";

const FIELDS = `id status errorCode createdAt completedAt objectCount rootObjectCount fileSize url partialDataUrl query type`;

export const RUN_BULK = `mutation Run($query: String!, $groupObjects: Boolean! = false) {
  bulkOperationRunQuery(query: $query, groupObjects: $groupObjects) { bulkOperation { ${FIELDS} } userErrors { field message code } } }`;

export interface Operation {
  id: string;
  status: string;
  errorCode: string | null;
  completedAt: string | null;
  objectCount: string;
  rootObjectCount: string;
  fileSize: string | null;
  url: string | null;
  partialDataUrl: string | null;
}

export interface RunPayload {
  bulkOperation: Operation | null;
  userErrors: { field: string[] | null; message: string; code: string }[];
}

/** Starts a bulk query that must be accepted; its id. */
export async function runBulk(shop: TestShop, query: string, variables: object = {}): Promise<string> {
  const { data, errors } = await shop.graphql(RUN_BULK, { query, ...variables });
  expect(errors).toBeUndefined();
  const { bulkOperation, userErrors } = data!.bulkOperationRunQuery as RunPayload;
  expect(userErrors).toEqual([]);
  return bulkOperation!.id;
}

export async function readOperation(shop: TestShop, id: string): Promise<Operation> {
  const { data } = await shop.graphql(`query Q($id: ID!) { bulkOperation(id: $id) { ${FIELDS} } }`, { id });
  return data!.bulkOperation as Operation;
}

/** Waits until the operation is at its end, however it ended. */
export const finishedOperation = (shop: TestShop, id: string): Promise<Operation> =>
  until(
    () => readOperation(shop, id),
    ({ status }) => ["COMPLETED", "FAILED", "CANCELED"].includes(status),
  );

/** The objects of a result. */
export async function fetchLines(url: string): Promise<Record<string, unknown>[]> {
  const text = await (await fetch(url)).text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
