import { ReturnStage, VariantState } from "@prisma/client";
import { z } from "zod";
import { applyUpload } from "../catalog/upload/apply-upload.ts";
import { applyWords } from "../catalog/mapping/change-words.ts";
import { forgetUnjudged, judgeStored } from "../catalog/upload/judge-stored.ts";
import { SKU_RENAMED, SKU_UNKNOWN } from "../catalog/shown-variants.ts";
import { startPush } from "../catalog/push/start-push.ts";
import { undoUpload } from "../catalog/upload/undo-upload.ts";
import { variantIdSchema } from "../id-schemas.ts";
import type { Unfinished } from "../problems/with-problems.ts";
import { CHECK_STAGES, watchChecks } from "../returns/check/check-stages.ts";
import type { ShopContext } from "../shop-context.ts";
import type { Watcher } from "./watcher.ts";

/*
 * What can be a task. Each kind is a use case that also a request can run, all or nothing and safe to repeat; here it gets
 * somebody who watches it. Inputs and results are rows of ours, read again by another process, perhaps of another version.
 */

interface Kind {
  input: z.ZodType<object>;
  /** What came of it, as far as the merchant is told. */
  result: z.ZodType<{ outcome: string }>;
  /** @returns `unfinished` when another run is to look again: what it watches is done elsewhere */
  run(ctx: ShopContext, input: never, watcher: Watcher): Promise<{ outcome: string } | Unfinished>;
  /** Clears away what was prepared for it, when it is called off or given up. */
  forget?(ctx: ShopContext, input: never): Promise<void>;
  /** The outcome that needs no word, because something else begins to show by it. */
  silent?: string;
}

const count = z.int();
const several = z.object({ variantIds: z.array(variantIdSchema) });
const upload = z.object({ uploadId: z.uuid(), fileName: z.string() });
const nothing = <Outcome extends string>(...outcomes: [Outcome, ...Outcome[]]) =>
  z.object({ outcome: z.enum(outcomes) });

const words = z.object({
  action: z.enum(["confirm", "unmap", "ignore", "reset"]),
  selection: several.or(
    z.strictObject({
      state: z.enum([...Object.values(VariantState), SKU_UNKNOWN, SKU_RENAMED]).optional(),
      search: z.string().optional(),
    }),
  ),
  expected: z.string(),
  confirmed: z.boolean(),
});
const applying = upload.extend({ confirmed: z.boolean() });
const pushing = z.object({
  selection: several.or(z.literal("missing")),
  confirmed: count.optional(),
});

const checking = z.object({
  stages: z.array(z.enum(ReturnStage)),
  requestedAt: z.iso.datetime(),
  count,
});

const KINDS = {
  /** The merchant's word on many variants. */
  words: {
    input: words,
    result: z.union([
      z.object({ outcome: z.literal("done"), changed: count }),
      nothing("changed-meanwhile", "ask"),
    ]),
    run: (ctx, input: z.infer<typeof words>, watcher) => applyWords(ctx, { ...input, watcher }),
  },
  /** Saying of each row of an uploaded file what it would do. */
  "try-upload": {
    input: upload,
    result: nothing("tried", "replaced"),
    run: (ctx, input: z.infer<typeof upload>, watcher) => judgeStored(ctx, { ...input, watcher }),
    forget: (ctx, input: z.infer<typeof upload>) => forgetUnjudged(ctx, input),
  },
  "apply-upload": {
    input: applying,
    result: z.union([
      z.object({ outcome: z.literal("applied"), changed: count, left: count }),
      z.object({ outcome: z.literal("ask"), changes: count, mapped: count }),
      nothing("already-applied", "unknown-upload"),
    ]),
    run: (ctx, input: z.infer<typeof applying>, watcher) => applyUpload(ctx, { ...input, watcher }),
  },
  "undo-upload": {
    input: upload,
    result: z.union([
      z.object({ outcome: z.literal("undone"), undone: count, left: count }),
      nothing("not-applied", "not-the-last", "unknown-upload"),
    ]),
    run: (ctx, input: z.infer<typeof upload>, watcher) => undoUpload(ctx, { ...input, watcher }),
  },
  /** Choosing the products that are then created at the warehouse. */
  push: {
    input: pushing,
    result: z.union([
      z.object({ outcome: z.literal("started"), queued: count }),
      z.object({ outcome: z.literal("ask"), create: count, known: count, askBeyond: count }),
      nothing("nothing-to-create", "not-connected"),
    ]),
    run: (ctx, input: z.infer<typeof pushing>, watcher) => startPush(ctx, { ...input, watcher }),
    silent: "started",
  },
  /** Doing for all returns that waited for it what the merchant has switched on. */
  [CHECK_STAGES]: {
    input: checking,
    result: z.object({ outcome: z.literal("checked"), count }),
    run: (ctx, input: z.infer<typeof checking>, watcher) => watchChecks(ctx, { ...input, watcher }),
  },
} as const satisfies Record<string, Kind>;

export type TaskKind = keyof typeof KINDS;

/** A task as it is asked for. */
export type AskedTask = {
  [Name in TaskKind]: { kind: Name; input: z.infer<(typeof KINDS)[Name]["input"]> };
}[TaskKind];

/** What was asked, and what came of it once it is done. */
export type ToldTask = {
  [Name in TaskKind]: {
    kind: Name;
    input: z.infer<(typeof KINDS)[Name]["input"]>;
    result: z.infer<(typeof KINDS)[Name]["result"]> | null;
  };
}[TaskKind];

/** A kind by the name a row has it by; undefined when this version of the app does not have it. */
export function kindOf(name: string): Kind | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name as TaskKind] : undefined;
}
