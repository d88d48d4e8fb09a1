import { expiryOf, isUnderWay } from "../../bulk/bulk-runner.ts";
import { gid } from "../../store/gid.ts";
import type { BulkOperation } from "../../store/shop.ts";
import { connection, PAGE_ARGS, sortBy, type Order, type PageArgs } from "../connection.ts";
import { idOf, plain, same, withArgs, type AdminContext, type Simulated } from "../field.ts";
import { search } from "../search.ts";

/** Bulk queries of one app that may run in one shop at the same time. */
const AT_ONCE = 5;

interface ListArgs extends PageArgs {
  query?: string | null;
  sortKey?: "CREATED_AT" | "COMPLETED_AT" | null;
}

const orders: Record<string, Order<BulkOperation>> = {
  CREATED_AT: { value: (one) => one.createdAt, id: (one) => one.id },
  COMPLETED_AT: { value: (one) => one.endedAt ?? "", id: (one) => one.id },
};

function list({ shop, now }: AdminContext, { query, sortKey, reverse, ...args }: ListArgs) {
  const order = orders[sortKey ?? "CREATED_AT"]!;
  const found = search(query, {
    rows: shop.bulkOperations,
    id: (one) => one.id,
    fields: {
      id: { kind: "id", of: (one) => one.id },
      status: { kind: "text", of: (one) => statusOf(one, now()) },
      operation_type: { kind: "text", of: () => "query" },
      created_at: { kind: "time", of: (one) => one.createdAt },
    },
    words: () => [],
    where: "bulkOperations(query:)",
  });
  // Newest first, unless told otherwise.
  return connection(sortBy(found, order), { ...args, reverse: !reverse, order });
}

/** What an operation found is not kept for ever, and it says so. */
function statusOf({ status, file, endedAt }: BulkOperation, now: Date): string {
  return status === "COMPLETED" && file && endedAt && now > expiryOf(endedAt) ? "EXPIRED" : status;
}

const find = ({ shop }: AdminContext, id: number) => shop.bulkOperations.find((one) => one.id === id);

function run({ query, groupObjects }: { query: string; groupObjects: boolean }, ctx: AdminContext) {
  const { plan, problems } = ctx.planBulkQuery(query);
  if (!plan)
    return {
      bulkOperation: null,
      userErrors: problems.map((message) => ({ field: ["query"], message, code: "INVALID" })),
    };
  const underWay = ctx.shop.bulkOperations.filter(isUnderWay);
  if (underWay.length < AT_ONCE)
    return { bulkOperation: ctx.bulk.start(ctx, { query, plan, groupObjects }), userErrors: [] };
  const ids = underWay.map(({ id }) => gid("BulkOperation", id));
  const message = `A bulk query operation for this app and shop is already in progress: ${ids.join(", ")}.`;
  return { bulkOperation: null, userErrors: [{ field: null, message, code: "OPERATION_IN_PROGRESS" }] };
}

function cancel(id: string, ctx: AdminContext) {
  const operation = find(ctx, idOf("BulkOperation", id));
  if (!operation) {
    const userErrors = [{ field: ["id"], message: "Bulk operation does not exist" }];
    return { bulkOperation: null, userErrors };
  }
  if (ctx.bulk.cancel(operation)) return { bulkOperation: operation, userErrors: [] };
  const message = `A bulk operation cannot be canceled when it is ${operation.status.toLowerCase()}`;
  return { bulkOperation: operation, userErrors: [{ field: null, message }] };
}

export const bulkOperations: Simulated = {
  query: {
    bulkOperation: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) =>
      find(ctx, idOf("BulkOperation", id)),
    ),
    bulkOperations: withArgs<unknown, ListArgs>([...PAGE_ARGS, "query", "sortKey"], (_source, args, ctx) =>
      list(ctx, args),
    ),
    // The sandbox runs no mutations in bulk, so there is never one of those.
    currentBulkOperation: withArgs<unknown, { type: string }>(["type"], (_source, { type }, { shop }) =>
      type === "QUERY" ? shop.bulkOperations.at(-1) : null,
    ),
  },
  mutation: {
    bulkOperationRunQuery: withArgs<unknown, { query: string; groupObjects: boolean }>(
      ["query", "groupObjects"],
      (_source, args, ctx) => run(args, ctx),
    ),
    bulkOperationCancel: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) => cancel(id, ctx)),
  },
  nodes: { BulkOperation: (ctx, { id }) => find(ctx, id) },
  types: {
    BulkOperation: {
      ...same<BulkOperation>("errorCode", "query", "createdAt"),
      id: plain((operation: BulkOperation) => gid("BulkOperation", operation.id)),
      status: plain((operation: BulkOperation, { now }) => statusOf(operation, now())),
      type: plain(() => "QUERY"),
      completedAt: plain(({ status, endedAt }: BulkOperation) => (status === "COMPLETED" ? endedAt : null)),
      objectCount: plain(({ objectCount }: BulkOperation) => String(objectCount)),
      rootObjectCount: plain(({ rootObjectCount }: BulkOperation) => String(rootObjectCount)),
      fileSize: plain(({ status, file }: BulkOperation) =>
        status === "COMPLETED" && file ? String(file.bytes) : null,
      ),
      url: plain((operation: BulkOperation, { bulk, now }) =>
        statusOf(operation, now()) === "COMPLETED" ? bulk.url(operation) : null,
      ),
      partialDataUrl: plain((operation: BulkOperation, { bulk }) =>
        operation.status === "FAILED" ? bulk.url(operation) : null,
      ),
    },
  },
};
