import { setImmediate as breathe } from "node:timers/promises";
import type { AdminContext } from "../admin/field.ts";
import { gid } from "../store/gid.ts";
import { nextId, type BulkOperation, type ShopContext } from "../store/shop.ts";
import type { BulkPlan } from "./plan-query.ts";
import type { ResultFile, ResultStore } from "./result-store.ts";

/** Runs bulk operations in the background, one slice after the other, so that requests are served in between. */
export interface BulkRunner {
  start(ctx: AdminContext, request: { query: string; plan: BulkPlan; groupObjects: boolean }): BulkOperation;
  /** Begins to cancel; false when the operation is at its end already. */
  cancel(operation: BulkOperation): boolean;
  /** Where its result, or the part of it a failure left, can be fetched. */
  url(operation: BulkOperation): string | null;
  /** Ends what is running, without a word to anybody, and deletes every result. */
  stop(): void;
}

/** A result can be fetched for so long, in milliseconds. */
const VALID_MS = 7 * 24 * 60 * 60 * 1000;

/** Objects read at once; more would keep requests waiting for longer than one of them takes. */
const SLICE = 500;

const UNDER_WAY: readonly string[] = ["CREATED", "RUNNING", "CANCELING"];

export const isUnderWay = ({ status }: BulkOperation): boolean => UNDER_WAY.includes(status);

export function createBulkRunner(options: { results: ResultStore; changed: () => void }): BulkRunner {
  const { results, changed } = options;
  const running = new Map<BulkOperation, AbortController>();

  async function run(
    ctx: AdminContext,
    { operation, plan, signal }: { operation: BulkOperation; plan: BulkPlan; signal: AbortSignal },
  ): Promise<void> {
    await breathe();
    if (signal.aborted) return;
    operation.status = "RUNNING";
    if (plan.isDenied(ctx.scopes)) return void (operation.errorCode = "ACCESS_DENIED");
    const file = await results.create();
    try {
      await write(file, { lines: plan.read(ctx, { interleave: false }), operation, signal });
    } finally {
      await file.close();
    }
    if (file.bytes) operation.file = { name: file.name, bytes: file.bytes };
  }

  return {
    start(ctx, { query, plan }) {
      const operation: BulkOperation = {
        id: nextId(ctx.shop),
        status: "CREATED",
        errorCode: null,
        query,
        createdAt: ctx.now().toISOString(),
        endedAt: null,
        objectCount: 0,
        rootObjectCount: 0,
        file: null,
      };
      ctx.shop.bulkOperations.push(operation);
      const abort = new AbortController();
      running.set(operation, abort);
      void run(ctx, { operation, plan, signal: abort.signal })
        .catch((error: unknown) => {
          if (abort.signal.aborted) return;
          console.error(error);
          operation.errorCode = "INTERNAL_SERVER_ERROR";
        })
        .then(() => {
          if (!running.delete(operation)) return;
          finish(ctx, operation);
          changed();
        });
      return operation;
    },
    cancel(operation) {
      if (!isUnderWay(operation)) return false;
      operation.status = "CANCELING";
      running.get(operation)?.abort();
      return true;
    },
    url: ({ file, endedAt }) =>
      file && endedAt ? results.url(file.name, new Date(Date.parse(endedAt) + VALID_MS)) : null,
    stop() {
      for (const abort of running.values()) abort.abort();
      running.clear();
      results.clear();
    },
  };
}

async function write(
  file: ResultFile,
  of: { lines: ReturnType<BulkPlan["read"]>; operation: BulkOperation; signal: AbortSignal },
): Promise<void> {
  const { lines, operation, signal } = of;
  for (let done = false; !done && !signal.aborted; await breathe()) {
    let text = "";
    for (let count = 0; count < SLICE; count++) {
      const next = lines.next();
      if ((done = Boolean(next.done)) || !next.value) break;
      text += `${JSON.stringify(next.value.object)}\n`;
      operation.objectCount++;
      if (next.value.isRoot) operation.rootObjectCount++;
    }
    await file.write(text);
  }
}

function finish(ctx: ShopContext, operation: BulkOperation): void {
  if (operation.status === "CANCELING") operation.status = "CANCELED";
  else operation.status = operation.errorCode ? "FAILED" : "COMPLETED";
  operation.endedAt = ctx.now().toISOString();
  ctx.announce("bulk_operations/finish", () => ({
    admin_graphql_api_id: gid("BulkOperation", operation.id),
    completed_at: operation.status === "COMPLETED" ? operation.endedAt : null,
    created_at: operation.createdAt,
    error_code: operation.errorCode?.toLowerCase() ?? null,
    status: operation.status.toLowerCase(),
    type: "query",
  }));
}
