import { Prisma, type PushState } from "@prisma/client";
import type { ShopContext } from "../../shop-context.ts";
import { readPushReason, type PushReason } from "./push-reason.ts";

/** How far the creating of products is. */
export interface PushProgress {
  /** When the one under way, or else the last one, was asked for. */
  queuedAt: Date;
  counts: Record<Counted, number>;
  /** Of those that wait, so many are called off and only asked for, because the warehouse may have them. */
  stopping: number;
}

/** What is about to be sent waits, as far as a merchant can see. */
type Counted = Exclude<PushState, "sending" | "stopping">;

export interface RejectedRow {
  sku: string;
  variantId: string;
  productTitle: string | null;
  variantTitle: string | null;
  reason: PushReason;
}

/** Products the warehouse did not take, whenever that was; those it has by now are not among them. */
export interface RejectedPage {
  rows: RejectedRow[];
  /** The SKU to go on after. */
  next: string | null;
}

/** `null` when nothing was ever to be created. */
export async function readPushProgress(ctx: ShopContext): Promise<PushProgress | null> {
  const groups = await ctx.db.$queryRaw<{ state: PushState; count: number; queuedAt: Date }[]>`
    WITH run AS (
      SELECT coalesce(min("queuedAt") FILTER (WHERE "state" IN ('waiting', 'sending', 'stopping')), max("queuedAt"))
        AS "queuedAt"
      FROM "PushedProduct" WHERE "shop" = ${ctx.shop}
    )
    SELECT q."state"::text AS "state", count(*)::integer AS "count", min(run."queuedAt") AS "queuedAt"
    FROM "PushedProduct" q JOIN run ON q."queuedAt" >= run."queuedAt"
    WHERE q."shop" = ${ctx.shop}
    GROUP BY q."state"`;
  const [any] = groups;
  if (!any) return null;
  const counts: PushProgress["counts"] = { waiting: 0, created: 0, present: 0, rejected: 0 };
  for (const { state, count } of groups)
    counts[state === "sending" || state === "stopping" ? "waiting" : state] += count;
  const stopping = groups.find(({ state }) => state === "stopping")?.count ?? 0;
  return { queuedAt: any.queuedAt, counts, stopping };
}

const PAGE_SIZE = 50;

export async function listRejected(
  ctx: ShopContext,
  { after }: { after?: string | undefined } = {},
): Promise<RejectedPage> {
  const rows = await ctx.db.$queryRaw<(Omit<RejectedRow, "reason"> & { reason: string })[]>`
    SELECT q."sku", q."variantId", v."productTitle", v."variantTitle", q."reason"
    FROM "PushedProduct" q
    LEFT JOIN "Variant" v ON v."shop" = q."shop" AND v."variantId" = q."variantId"
    WHERE q."shop" = ${ctx.shop} AND q."state" = 'rejected' AND q."reason" IS NOT NULL
      ${after === undefined ? Prisma.empty : Prisma.sql`AND q."sku" > ${after}`}
      AND NOT EXISTS (SELECT FROM "WarehouseProduct" w WHERE w."shop" = q."shop" AND w."sku" = q."sku")
    ORDER BY q."sku"
    LIMIT ${PAGE_SIZE + 1}`;
  const page = rows.slice(0, PAGE_SIZE);
  return {
    rows: page.map((row) => ({ ...row, reason: readPushReason(row.reason) })),
    next: rows.length > PAGE_SIZE ? (page.at(-1)?.sku ?? null) : null,
  };
}
