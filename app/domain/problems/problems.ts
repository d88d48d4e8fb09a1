import type { Tx } from "../../db.server.ts";
import { queueing } from "../../jobs/catalog.ts";
import { goodsInWords } from "../catalog/goods-in-words.ts";
import type { Component } from "../catalog/mapping/write-mappings.ts";
import type { VariantId } from "../ids.ts";
import type { MerchantSentence } from "../merchant-sentence.ts";
import type { ShopContext } from "../shop-context.ts";
import type { JobPurpose } from "../work/job-purposes.ts";
import type { ProblemKind } from "./problem-kinds.ts";

/** What a problem's sentences name, and what they lead to. Never a token, never a shopper. */
export interface ProblemDetails {
  location: string;
  /** The goods it is about, in words. */
  sku: string;
  /** What the store calls the variant now, where it isn't that SKU. */
  newSku: string;
  /** The shop's own words. */
  reason: string;
  count: number;
  /** What the warehouse objected to. */
  sentence: MerchantSentence | null;
  /** Whose page tells more. */
  variantId: VariantId | null;
  /** Which of our own tasks it is about. */
  job: JobPurpose | null;
}

export interface OpenProblem {
  kind: ProblemKind;
  subject: string;
  details: ProblemDetails;
  openedAt: Date;
}

/**
 * Opens a problem, or leaves it open with its age if it is there already. That it opened is an activity; that it goes on
 * is none. Shopify Flow is told of the first of its kind: a hundred SKUs that are refused are one thing to look into.
 * `subject` tells apart problems of one kind (an SKU); empty where there can be only one.
 */
export async function openProblem(
  ctx: Pick<ShopContext, "shop" | "clock"> & { db: Tx },
  {
    kind,
    subject = "",
    details = {},
  }: { kind: ProblemKind; subject?: string; details?: Partial<ProblemDetails> },
): Promise<void> {
  const { shop } = ctx;
  const told = JSON.stringify(details);
  await ctx.db.$executeRaw`
    WITH opened AS (
      INSERT INTO "Problem" ("shop", "kind", "subject", "details", "openedAt")
      VALUES (${shop}, ${kind}, ${subject}, ${told}::jsonb, ${ctx.clock()})
      ON CONFLICT ("shop", "kind", "subject") DO NOTHING RETURNING *
    ), noted AS (
      INSERT INTO "Activity" ("shop", "area", "kind", "subject", "details", "at")
      SELECT "shop", 'problems'::"ActivityArea", 'problem-opened', nullif("subject", ''),
        "details" || jsonb_build_object('problem', "kind"), "openedAt"
      FROM opened
    ), renewed AS (
      UPDATE "Problem" SET "details" = ${told}::jsonb
      WHERE "shop" = ${shop} AND "kind" = ${kind} AND "subject" = ${subject}
    )
    ${queueing({ name: "tell-flow-of-problem", shop, kind })} FROM opened
    WHERE NOT EXISTS (SELECT FROM "Problem" WHERE "shop" = ${shop} AND "kind" = ${kind})`;
}

/**
 * Clears problems whose cause is gone, each of which is an activity; those not open are no matter. Without `subjects`,
 * all of the kind. Quarantined events that name the same record count as processed: what they point at has been read.
 * @returns whether there was any
 */
export async function clearProblems(
  ctx: ShopContext,
  { kinds, subjects }: { kinds: ProblemKind[]; subjects?: string[] },
): Promise<boolean> {
  const { shop } = ctx;
  // Problems are few and what is in order may be a whole shop, so the few are looked up among the many.
  const { rows } = await ctx.pool.query<{ subject: string }>({
    name: "subjects-of-problems",
    text: `SELECT "subject" FROM "Problem" WHERE "shop" = $1 AND "kind" = ANY($2::text[])`,
    values: [shop, kinds],
  });
  const cleared = subjects && new Set(subjects);
  const over = rows.map(({ subject }) => subject).filter((subject) => !cleared || cleared.has(subject));
  if (over.length > 0) await clearProblemsIn(ctx.db, { shop, now: ctx.clock(), kinds, subjects: over });
  return over.length > 0;
}

/** `clearProblems` as part of something larger. */
export async function clearProblemsIn(
  tx: Tx,
  { shop, now, kinds, subjects }: { shop: string; now: Date; kinds: ProblemKind[]; subjects: string[] },
): Promise<void> {
  // A list goes as one array: PostgreSQL takes at most 32,767 parameters.
  await tx.$executeRaw`
    WITH cleared AS (
      DELETE FROM "Problem" WHERE "shop" = ${shop} AND "kind" = ANY(${kinds}::text[])
        AND "subject" = ANY(${subjects}::text[])
      RETURNING *
    ), processed AS (
      UPDATE "Hint" h SET "quarantinedAt" = NULL FROM cleared c
      WHERE h."shop" = ${shop} AND h."quarantinedAt" IS NOT NULL AND h."identifier" = c."subject"
    )
    INSERT INTO "Activity" ("shop", "area", "kind", "subject", "details", "at")
    SELECT "shop", 'problems'::"ActivityArea", 'problem-cleared', nullif("subject", ''),
      "details" || jsonb_build_object('problem', "kind"), ${now}
    FROM cleared`;
}

/** Of those there may be many, no more are shown in one place. */
export const PROBLEMS_SHOWN = 50;

/**
 * The shop's open problems, or those about the goods a variant is made of, the oldest first; no more than are shown in
 * one place.
 */
export async function listProblems(
  ctx: ShopContext,
  { goods }: { goods?: readonly Component[] } = {},
): Promise<OpenProblem[]> {
  const subjects = goods && [goodsInWords(goods), ...goods.map(({ sku }) => sku)];
  const rows = await ctx.db.problem.findMany({
    where: { shop: ctx.shop, ...(subjects && { subject: { in: subjects } }) },
    orderBy: [{ openedAt: "asc" }, { kind: "asc" }, { subject: "asc" }],
    take: PROBLEMS_SHOWN,
  });
  return rows.map(problemOf);
}

/** A problem as it is kept. */
export function problemOf(row: {
  kind: string;
  subject: string;
  details: unknown;
  openedAt: Date;
}): OpenProblem {
  const { kind, subject, openedAt } = row;
  const none: ProblemDetails = {
    ...{ location: "", sku: "", newSku: "", reason: "", count: 0 },
    ...{ sentence: null, variantId: null, job: null },
  };
  const details = { ...none, ...(row.details as Partial<ProblemDetails>) };
  return { kind: kind as ProblemKind, subject, details, openedAt };
}
