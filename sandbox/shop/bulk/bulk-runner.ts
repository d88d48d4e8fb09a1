import { setImmediate as breathe } from "node:timers/promises";
import type { AdminContext } from "../admin/field.ts";
import { gid } from "../store/gid.ts";
import { nextId, type BulkOperation, type ShopContext } from "../store/shop.ts";
import type { BulkFaults } from "./bulk-faults.ts";
import type { BulkPlan } from "./plan-query.ts";
import type { ResultStore } from "./result-store.ts";
import { takeBehaviour, writeResult, type Behaviour } from "./write-result.ts";

/** Runs bulk operations in the background. */
export interface BulkRunner {
  start(ctx: AdminContext, request: BulkRequest): BulkOperation;
  /** Begins to cancel; false when the operation is at its end already. */
  cancel(operation: BulkOperation): boolean;
  /** Where its result, or the part of it a failure left, can be fetched. */
  url(operation: BulkOperation): string | null;
  /** Ends what is running, without a word to anybody, and deletes every result. */
  stop(): void;
}

interface BulkRequest {
  query: string;
  plan: BulkPlan;
  groupObjects: boolean;
}

/** A result can be fetched for so long, in milliseconds. */
const VALID_MS = 7 * 24 * 60 * 60 * 1000;

const UNDER_WAY: readonly string[] = ["CREATED", "RUNNING", "CANCELING"];

export const isUnderWay = ({ status }: BulkOperation): boolean => UNDER_WAY.includes(status);

/** When the result of an operation that ended at `endedAt` is no longer to be had. */
export const expiryOf = (endedAt: string): Date => new Date(Date.parse(endedAt) + VALID_MS);

export function createBulkRunner(options: {
  results: ResultStore;
  faults: BulkFaults;
  changed: () => void;
}): BulkRunner {
  const { results, faults, changed } = options;
  const running = new Map<BulkOperation, AbortController>();

  async function run(
    ctx: AdminContext,
    of: BulkRequest & { operation: BulkOperation; behaviour: Behaviour; signal: AbortSignal },
  ): Promise<void> {
    const { operation, plan, behaviour, signal } = of;
    await breathe(undefined, { signal });
    if (behaviour.hold?.status === "CREATED") await behaviour.hold.released;
    operation.status = "RUNNING";
    if (plan.isDenied(ctx.scopes)) return void (operation.errorCode = "ACCESS_DENIED");
    const file = await results.create();
    try {
      const interleave = behaviour.interleave !== undefined && !of.groupObjects;
      const lines = plan.read(ctx, { interleave });
      await writeResult(file, { lines, operation, behaviour, signal });
    } finally {
      await file.close();
    }
    if (file.bytes) operation.file = { name: file.name, bytes: file.bytes };
  }

  return {
    start(ctx, request) {
      const operation: BulkOperation = {
        id: nextId(ctx.shop),
        status: "CREATED",
        errorCode: null,
        query: request.query,
        createdAt: ctx.now().toISOString(),
        endedAt: null,
        objectCount: 0,
        rootObjectCount: 0,
        file: null,
      };
      ctx.shop.bulkOperations.push(operation);
      const abort = new AbortController();
      running.set(operation, abort);
      void run(ctx, {
        ...request,
        operation,
        behaviour: takeBehaviour(faults, abort.signal),
        signal: abort.signal,
      })
        .catch((error: unknown) => {
          if (abort.signal.aborted) return;
          console.error(error);
          operation.errorCode = "INTERNAL_SERVER_ERROR";
        })
        .then(() => {
          // Stopped meanwhile, with the shop it was for.
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
    url: ({ file, endedAt }) => (file && endedAt ? results.url(file.name, expiryOf(endedAt)) : null),
    stop() {
      const stopped = [...running.values()];
      running.clear();
      for (const abort of stopped) abort.abort();
      results.clear();
    },
  };
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
