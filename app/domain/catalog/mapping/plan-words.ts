import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { VariantId } from "../../ids.ts";
import { componentsOf } from "./components-of.ts";
import { planForMany } from "./match-variants.ts";
import { shownVariants, type VariantFilter } from "../shown-variants.ts";
import { FEW, type Component } from "./write-mappings.ts";

/** What is said of many variants at once. */
export type WordsAction =
  /** They are what is suggested for each. */
  | "confirm"
  /** They are nothing at the warehouse, and nothing is matched by itself. Of a gone variant: nothing is remembered. */
  | "unmap"
  /** They have nothing to do with the warehouse. */
  | "ignore"
  /** Nothing is said any more: they are matched by themselves. */
  | "reset";

/** Those named, or all that the list shows. */
export type Selection = { variantIds: readonly VariantId[] } | VariantFilter;

export interface NamedVariant {
  variantId: VariantId;
  productTitle: string;
  variantTitle: string;
}

export interface ExampleChange extends NamedVariant {
  /** What it is mapped to before and after; empty when it is not. */
  from: Component[];
  to: Component[];
}

export interface PlannedChange {
  variantId: VariantId;
  /** The shop no longer has it; only its mapping is remembered. */
  gone: boolean;
  /** With `confirm`: what it is, or the gone variant whose mapping it takes over. */
  sku: string | null;
  takesOver: VariantId | null;
}

export interface Plan {
  changes: number;
  unchanged: number;
  /** The first few. */
  examples: ExampleChange[];
  /** Mapped variants in the shop. */
  mapped: number;
  /** Two plans with the same fingerprint change the same variants in the same way. */
  fingerprint: string;
  /** Only when asked for: all that changes. */
  rows: PlannedChange[];
}

/** Changes that are shown by name. */
const EXAMPLES = 5;

/**
 * What an action would change, as things stand: one statement, so that what is counted and what is done are the same.
 * In a transaction of its own or of what follows, because what it tells PostgreSQL about large numbers lasts as long.
 */
export async function planWords(
  tx: Tx,
  about: { shop: string; action: WordsAction; selection: Selection; withRows: boolean },
): Promise<Plan> {
  const { shop, action, selection, withRows } = about;
  if (!("variantIds" in selection) || selection.variantIds.length > FEW) await planForMany(tx);
  const [plan] = await tx.$queryRaw<Plan[]>`
    WITH selected AS MATERIALIZED (
      SELECT v."variantId", v."productTitle", v."variantTitle", v."sku", v."state", v."bundle", v."suggestedSku",
             v."suggestedFrom", v."goneAt" IS NOT NULL AS "gone", m."decision", m."source", m."shopSku", m."mappedAt"
      FROM "Variant" v
      LEFT JOIN "Mapping" m ON m."shop" = v."shop" AND m."variantId" = v."variantId"
      WHERE ${chosen(shop, selection)}
    ),
    ${action === "confirm" ? confirming(shop) : deciding(shop, action)}
    SELECT
      count(*) FILTER (WHERE "verdict" = 'change')::integer AS "changes",
      count(*) FILTER (WHERE "verdict" = 'unchanged')::integer AS "unchanged",
      (SELECT count(*)::integer FROM "Variant" v
       WHERE v."shop" = ${shop} AND v."state" = 'mapped' AND v."goneAt" IS NULL) AS "mapped",
      coalesce(md5(string_agg(concat_ws('|', "variantId", "goal", "takesOver", "decision", extract(epoch FROM "mappedAt")),
        E'\n' ORDER BY "variantId") FILTER (WHERE "verdict" = 'change')), '') AS "fingerprint",
      (SELECT coalesce(jsonb_agg(e), '[]') FROM (
        SELECT p."variantId", p."productTitle", p."variantTitle",
          ${componentsOf(shop, Prisma.sql`p."variantId"`)} AS "from",
          CASE WHEN p."takesOver" IS NOT NULL THEN ${componentsOf(shop, Prisma.sql`p."takesOver"`)}
               WHEN p."goal" IS NOT NULL THEN jsonb_build_array(jsonb_build_object('sku', p."goal", 'quantity', 1))
               ELSE '[]' END AS "to"
        FROM plan p WHERE p."verdict" = 'change'
        ORDER BY p."productTitle", p."variantTitle", p."variantId" LIMIT ${EXAMPLES}) e) AS "examples",
      ${withRows ? ROWS : Prisma.sql`'[]'::jsonb`} AS "rows"
    FROM plan`;
  if (!plan) throw new Error("A query that counts gave no row.");
  return plan;
}

const ROWS = Prisma.sql`coalesce(jsonb_agg(jsonb_build_object(
  'variantId', "variantId", 'gone', "gone", 'sku', "goal", 'takesOver', "takesOver")) FILTER (WHERE "verdict" = 'change'), '[]')`;

function chosen(shop: string, selection: Selection): Prisma.Sql {
  if (!("variantIds" in selection)) return shownVariants(shop, selection);
  const ids = [...selection.variantIds];
  return Prisma.sql`${shownVariants(shop, {})} AND v."variantId" = ANY(${ids}::text[])`;
}

/** What taking a word away or putting variants aside changes: those of whom it is not said already. */
function deciding(shop: string, action: Exclude<WordsAction, "confirm">): Prisma.Sql {
  const changes = {
    unmap: Prisma.sql`s."decision" = 'mapped' OR (NOT s."gone" AND s."state" = 'suggested')`,
    ignore: Prisma.sql`NOT s."gone" AND s."decision" IS DISTINCT FROM 'ignored'`,
    // What was matched by itself, and would be again, stays as it is.
    reset: Prisma.sql`NOT s."gone" AND s."decision" IS NOT NULL AND NOT (
      s."source" = 'sku' AND s."shopSku" IS NOT DISTINCT FROM s."sku" AND EXISTS (
        SELECT FROM "WarehouseProduct" w WHERE w."shop" = ${shop} AND w."sku" = s."shopSku"))`,
  }[action];
  return Prisma.sql`
    plan AS MATERIALIZED (
      SELECT s.*, CASE WHEN NOT s."bundle" AND (${changes}) THEN 'change' ELSE 'unchanged' END AS "verdict",
             NULL::text AS "goal", NULL::text AS "takesOver"
      FROM selected s
    )`;
}

/**
 * What taking the suggestions changes. A suggestion is taken for the SKU it names, or for all components of the gone
 * variant it names.
 */
function confirming(shop: string): Prisma.Sql {
  return Prisma.sql`
    goals AS (
      SELECT s."variantId", s."suggestedSku" AS "sku", NULL::text AS "takesOver"
      FROM selected s JOIN "WarehouseProduct" w ON w."shop" = ${shop} AND w."sku" = s."suggestedSku"
      WHERE s."state" = 'suggested' AND s."decision" IS NULL AND NOT s."gone" AND NOT s."bundle"
        AND s."suggestedFrom" IS NULL
      UNION ALL
      SELECT s."variantId", s."suggestedSku", s."suggestedFrom"
      FROM selected s
      JOIN "Mapping" m ON m."shop" = ${shop} AND m."variantId" = s."suggestedFrom" AND m."decision" = 'mapped'
      WHERE s."state" = 'suggested' AND s."decision" IS NULL AND NOT s."gone" AND NOT s."bundle" AND NOT EXISTS (
        SELECT FROM "Variant" b
        WHERE b."shop" = ${shop} AND b."variantId" = s."suggestedFrom" AND b."goneAt" IS NULL)
    ),
    plan AS MATERIALIZED (
      SELECT s.*, CASE WHEN g."variantId" IS NULL THEN 'unchanged' ELSE 'change' END AS "verdict",
             g."sku" AS "goal", g."takesOver"
      FROM selected s LEFT JOIN goals g ON g."variantId" = s."variantId"
    )`;
}
