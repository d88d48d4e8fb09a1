import { Prisma, type ActivityArea, type HintSource, type TimelineAbout } from "@prisma/client";
import { z } from "zod";
import { timeSchema } from "../address-values.ts";
import type { Start } from "../keyset-page.ts";
import type { Area } from "./activity-areas.ts";
import { RANKS, type Source } from "./ranks.ts";
import type { FoundThings } from "./find-things.ts";

/*
 * Activities stand in several tables. Each is one or more stretches of an index, read from where the page begins and no
 * further than the page is long; what they give is put in order together.
 */

/** When it was, the table's rank, and which of its rows it is: a number, or with mappings and pushes a name. */
export const positionSchema = z
  .tuple([timeSchema, z.int(), z.string()])
  .refine(([, rank, id]) => rank > RANKS.activity || /^\d{1,18}$/.test(id));
export type Position = z.infer<typeof positionSchema>;

export interface ActivityAsked {
  area?: Area | undefined;
  /** Only of these things. */
  things?: FoundThings | undefined;
  /** Days of the shop's time zone, YYYY-MM-DD, both included. */
  from?: string | undefined;
  until?: string | undefined;
}

/** Rows as PostgreSQL gives them: `number` or `name` tells which of the table's rows it is. */
export interface FoundActivity {
  rank: number;
  number: bigint;
  name: string;
  at: Date;
  area: Area;
  data: Record<string, unknown>;
}

export type Query = ActivityAsked & {
  shop: string;
  timeZone: string;
  start: Start<Position>;
  take: number;
};

/** The first `take` activities from where the page begins. */
export function activityQuery(query: Query): Prisma.Sql {
  const order = query.start.backwards
    ? Prisma.sql`"at", "rank", "number", "name"`
    : Prisma.sql`"at" DESC, "rank" DESC, "number" DESC, "name" DESC`;
  return Prisma.sql`
    SELECT * FROM (${Prisma.join(branches(query), " UNION ALL ")}) a ORDER BY ${order} LIMIT ${query.take}`;
}

function branches(query: Query): Prisma.Sql[] {
  const { area } = query;
  const isIn = (one: Area) => area === undefined || area === one;
  return [
    ...(isIn("stock") ? [ledger(query)] : []),
    ...(isIn("returns") ? timeline(query, "return") : []),
    ...(isIn("inbounds") ? timeline(query, "purchase") : []),
    ...(isIn("products") ? [...activity(query, "products"), ...standing(query)] : []),
    ...(isIn("problems") ? activity(query, "problems") : []),
    ...(isIn("settings") ? activity(query, "settings") : []),
    ...(isIn("events") ? hints(query) : []),
  ];
}

function ledger(query: Query): Prisma.Sql {
  const { variantIds, writeKey } = query.things ?? {};
  return stretch(query, {
    ...{ source: "ledger", area: "stock", table: "LedgerEntry", at: "intendedAt" },
    columns: [
      ...["variantId", "sku", "figure", "shopFigure", "target", "outcome", "reason"],
      ...["cause", "causeOf", "causedAt"],
    ],
    ...(writeKey
      ? { where: Prisma.sql`AND t."writeKey" = ${writeKey}::uuid` }
      : { by: { column: "variantId", among: variantIds } }),
  });
}

/** What was heard stands among the events already, where all areas are shown. */
function timeline(query: Query, about: TimelineAbout): Prisma.Sql[] {
  const { things, area } = query;
  const heard = area ? Prisma.empty : Prisma.sql`AND t."kind" <> 'heard'`;
  const ofKind = Prisma.sql`AND t."about" = ${about}::"TimelineAbout" ${heard}`;
  const table: Stretch = {
    ...{ source: "timeline", area: about === "return" ? "returns" : "inbounds", table: "TimelineEntry" },
    ...{ at: "at", columns: ["subject", "kind", "details", "outcome", "settledAt", "staffId"] },
  };
  if (!things) return [stretch(query, { ...table, where: ofKind })];
  const notBySubject = Prisma.sql`${ofKind} AND NOT t."subject" = ANY(${things.subjects}::text[])`;
  return [
    stretch(query, { ...table, where: ofKind, by: { column: "subject", among: things.subjects } }),
    stretch(query, { ...table, where: notBySubject, by: { column: "sku", among: things.skus } }),
  ];
}

function activity(query: Query, area: ActivityArea): Prisma.Sql[] {
  const { things } = query;
  return [
    stretch(query, {
      ...{ source: "activity", area, table: "Activity", at: "at" },
      columns: ["subject", "kind", "details", "staffId"],
      where: Prisma.sql`AND t."area" = ${area}::"ActivityArea"`,
      by: { column: "subject", among: things && [...things.skus, ...things.identifiers] },
    }),
  ];
}

/** Events of others; what we told ourselves is none. */
const HEARD: readonly HintSource[] = ["warehouse", "shop", "shop_stock", "shop_return"];

function hints(query: Query): Prisma.Sql[] {
  const table: Stretch = {
    ...{ source: "hint", area: "events", table: "Hint", at: "receivedAt" },
    columns: ["event", "identifier", "followedAt", "quarantinedAt", "retryAt", "failure"],
  };
  const { things } = query;
  if (!things)
    return HEARD.map((source) =>
      stretch(query, { ...table, where: Prisma.sql`AND t."source" = ${source}::"HintSource"` }),
    );
  const where = Prisma.sql`AND t."source" <> 'app'`;
  return [stretch(query, { ...table, where, by: { column: "identifier", among: things.identifiers } })];
}

/**
 * What is so of a product, with when it became so: too much to be told of a whole shop, and what it was before is not
 * known. A mapping that the merchant made by itself is told by its activity.
 */
function standing(query: Query): Prisma.Sql[] {
  const { things, shop } = query;
  if (!things) return [];
  const goods = Prisma.sql`(
    SELECT jsonb_agg(jsonb_build_object('sku', c."sku", 'quantity', c."quantity") ORDER BY c."sku")
    FROM "MappingComponent" c WHERE c."shop" = t."shop" AND c."variantId" = t."variantId")`;
  return [
    stretch(query, {
      ...{ source: "mapping", area: "products", table: "Mapping", at: "mappedAt", name: "variantId" },
      columns: ["variantId", "decision", "source"],
      more: Prisma.sql`|| jsonb_build_object('goods', ${goods})`,
      where: Prisma.sql`AND NOT EXISTS (
        SELECT FROM "Activity" a WHERE a."shop" = ${shop} AND a."subject" = t."variantId" AND a."at" = t."mappedAt")`,
      by: { column: "variantId", among: things.variantIds },
    }),
    stretch(query, {
      ...{ source: "push", area: "products", table: "PushedProduct", at: "queuedAt", name: "sku" },
      columns: ["sku", "state"],
      by: { column: "sku", among: things.skus },
    }),
  ];
}

interface Stretch {
  source: Source;
  area: Area;
  table: string;
  /** The column that says when it was. */
  at: string;
  /** The column that tells rows apart, where they have no number. */
  name?: string;
  columns: readonly string[];
  more?: Prisma.Sql;
  where?: Prisma.Sql;
  /** Only rows whose column is among these, each read by itself; without, all. */
  by?: { column: string; among: readonly string[] | undefined };
}

function stretch(query: Query, of: Stretch): Prisma.Sql {
  const { shop, take, start } = query;
  const [rank, at, by] = [RANKS[of.source], column(of.at), of.by?.among && of.by];
  const id = column(of.name ?? "id");
  const way = Prisma.raw(start.backwards ? "ASC" : "DESC");
  const pairs = of.columns.map((name) => Prisma.sql`${name}::text, ${column(name)}`);
  const rows = Prisma.sql`
    SELECT ${rank}::int AS "rank", ${of.name ? Prisma.sql`0::bigint` : id} AS "number",
      ${of.name ? id : Prisma.sql`''::text`} AS "name", ${at} AS "at", ${of.area}::text AS "area",
      jsonb_build_object(${Prisma.join(pairs)}) ${of.more ?? Prisma.empty} AS "data"
    FROM ${Prisma.raw(`"${of.table}"`)} t
    WHERE t."shop" = ${shop} ${of.where ?? Prisma.empty} ${by ? Prisma.sql`AND ${column(by.column)} = k."key"` : Prisma.empty}
      ${within(query, at)} ${beyond(start, { rank, at, id, isNumber: !of.name })}
    ORDER BY ${at} ${way}, ${id} ${way} LIMIT ${take}`;
  if (!by) return Prisma.sql`(${rows})`;
  const keys = [...new Set(by.among)];
  return Prisma.sql`(
    SELECT r.* FROM unnest(${keys}::text[]) AS k ("key") CROSS JOIN LATERAL (${rows}) r)`;
}

const column = (name: string) => Prisma.raw(`t."${name}"`);

function within({ timeZone, from, until }: Query, at: Prisma.Sql): Prisma.Sql {
  const startOf = (day: Prisma.Sql) => Prisma.sql`(${day})::timestamp AT TIME ZONE ${timeZone}`;
  const begins = from ? Prisma.sql`AND ${at} >= ${startOf(Prisma.sql`${from}::date`)}` : Prisma.empty;
  const ends = until ? Prisma.sql`AND ${at} < ${startOf(Prisma.sql`${until}::date + 1`)}` : Prisma.empty;
  return Prisma.sql`${begins} ${ends}`;
}

/** Behind the row a page ended with: of its own table by time and row, of the others by time and rank. */
function beyond(
  { place, backwards }: Start<Position>,
  { rank, at, id, isNumber }: { rank: number; at: Prisma.Sql; id: Prisma.Sql; isNumber: boolean },
): Prisma.Sql {
  if (!place) return Prisma.empty;
  const [time, ownRank, ownId] = place;
  const than = backwards ? ">" : "<";
  if (rank === ownRank)
    return Prisma.sql`AND (${at}, ${id}) ${Prisma.raw(than)}
      (${time}::timestamptz, ${ownId}::${Prisma.raw(isNumber ? "bigint" : "text")})`;
  const alsoThen = backwards ? rank > ownRank : rank < ownRank;
  return Prisma.sql`AND ${at} ${Prisma.raw(alsoThen ? `${than}=` : than)} ${time}::timestamptz`;
}
