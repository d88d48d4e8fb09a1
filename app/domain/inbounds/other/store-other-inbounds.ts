import { Prisma } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { ShopContext } from "../../shop-context.ts";
import { otherInboundOf } from "./other-inbound.ts";

interface Read {
  inbounds: readonly Inbound[];
  /** When the warehouse was asked. */
  readAt: Date;
  /** Of the connection when it was (`Connection.stockEpoch`). */
  epoch: number;
}

/**
 * Keeps those of these inbounds that were not made from here. Storing them twice stores the same; what was asked for later is
 * kept. Nothing is stored where all was forgotten since: it may be another account's by now. Lines and receipts that are missing
 * in an answer may have been left out of it: those that are known stay.
 */
export async function storeOtherInbounds(ctx: ShopContext, { inbounds, readAt, epoch }: Read): Promise<void> {
  if (inbounds.length === 0) return;
  const rows = [...new Map(inbounds.map((inbound) => [inbound.ref, otherInboundOf(inbound)])).values()];
  const { text, values } = Prisma.sql`
    INSERT INTO "OtherInbound" AS o ("shop", ${columns()}, "changedAt", "readAt")
    SELECT ${ctx.shop}, ${columns("r")}, ${readAt}, ${readAt}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (${typed}, "returnId" text)
    CROSS JOIN (
      SELECT FROM "Connection" WHERE "shop" = ${ctx.shop} AND "stockEpoch" = ${epoch} FOR SHARE) AS connection
    WHERE NOT EXISTS (SELECT FROM "PurchaseInbound" p WHERE p."shop" = ${ctx.shop} AND p."ref" = r."ref")
      AND NOT EXISTS (SELECT FROM "Return" b WHERE b."shop" = ${ctx.shop} AND b."inboundRef" = r."ref")
      -- A return that was announced once more has another reference now.
      AND NOT EXISTS (SELECT FROM "Return" b WHERE b."shop" = ${ctx.shop} AND b."returnId" = r."returnId")
    ORDER BY r."ref"
    ON CONFLICT ("shop", "ref") DO UPDATE SET
      ${assigned}, "goneAt" = NULL, "readAt" = excluded."readAt",
      "changedAt" = CASE WHEN (${columns("excluded", KEPT_WHERE_MISSING)}) IS DISTINCT FROM (${columns("o")})
        THEN excluded."readAt" ELSE o."changedAt" END
    WHERE o."readAt" <= excluded."readAt"`;
  await ctx.pool.query({ name: "store-other-inbounds", text, values });
}

const COLUMNS = {
  ref: "text",
  type: "text",
  supplierRef: "text",
  status: "text",
  expectedOn: "text",
  lines: "jsonb",
  receipts: "jsonb",
  announced: "integer",
  good: "integer",
  defective: "integer",
  search: "text",
} as const;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];

/** Columns that keep what they have where the list in this other one is empty. */
const KEPT_WHERE_MISSING: Partial<Record<Column, Column>> = {
  lines: "lines",
  announced: "lines",
  receipts: "receipts",
  good: "receipts",
  defective: "receipts",
};

const kept = (name: Column, list: Column) =>
  `CASE WHEN excluded."${list}" = '[]' THEN o."${name}" ELSE excluded."${name}" END`;

const typed = Prisma.raw(NAMES.map((name) => `"${name}" ${COLUMNS[name]}`).join(", "));

function columns(alias?: string, missing: typeof KEPT_WHERE_MISSING = {}): Prisma.Sql {
  const named = NAMES.map((name) => {
    const list = missing[name];
    if (list) return kept(name, list);
    return alias ? `${alias}."${name}"` : `"${name}"`;
  });
  return Prisma.raw(named.join(", "));
}

const assigned = Prisma.raw(
  NAMES.filter((name) => name !== "ref")
    .map((name) => {
      const list = KEPT_WHERE_MISSING[name];
      return `"${name}" = ${list ? kept(name, list) : `excluded."${name}"`}`;
    })
    .join(", "),
);

/** Marks those as gone that a list of all inbounds, asked for at `readAt`, has not shown. One that is shown again is there again. */
export async function noteGoneInbounds(
  { pool, shop }: ShopContext,
  { readAt, epoch }: Omit<Read, "inbounds">,
): Promise<void> {
  await pool.query(
    `UPDATE "OtherInbound" o SET "goneAt" = $2, "changedAt" = $2
     FROM "Connection" c
     WHERE o."shop" = $1 AND o."readAt" < $2 AND o."goneAt" IS NULL AND c."shop" = $1 AND c."stockEpoch" = $3`,
    [shop, readAt, epoch],
  );
}
