import { pageOf, startOf, writeCursor, type Page, type PageAsked } from "../keyset-page.ts";
import { loadTimeZone } from "../connection/time-zone.ts";
import type { ShopContext } from "../shop-context.ts";
import type { Area } from "./activity-areas.ts";
import {
  activityQuery,
  positionSchema,
  type ActivityAsked,
  type FoundActivity,
  type Position,
  type Query,
} from "./activity-query.ts";
import { findThings, MOST_THINGS } from "./find-things.ts";
import { nameThings, type Thing } from "./name-things.ts";
import { RANKS } from "./ranks.ts";
import { readFound, type Told } from "./read-found.ts";

/** What is asked for: of which area, of what, on which days. */
export interface ActivityFilter extends Omit<ActivityAsked, "things"> {
  /** An SKU, or the name of a return, an order or an inbound, or how one begins. */
  search?: string | undefined;
}

export interface ActivityRow {
  id: string;
  at: Date;
  area: Area;
  told: Told;
  /** What it is about; null for what is about the whole shop. */
  thing: Thing | null;
  /** The staff member who did it, by Shopify's number; null of what Dockline did. */
  staffId: string | null;
}

export type ActivityPage = Page<ActivityRow> & {
  /** Of more things than are looked at; so many are. */
  cutOffAt: number | null;
};

/** Rows to a page. */
const PAGE_SIZE = 50;

/** One page of what happened in the shop, the newest first. */
export async function listActivity(
  ctx: ShopContext,
  { search, ...input }: ActivityFilter & PageAsked,
): Promise<ActivityPage> {
  const things = search?.trim() ? await findThings(ctx, search) : undefined;
  const timeZone = await loadTimeZone(ctx);
  const start = startOf(positionSchema, input);
  const found = await find(ctx, { ...input, things, timeZone, start, take: PAGE_SIZE + 1 });
  const page = pageOf({ found, size: PAGE_SIZE, start, cursorOf: (row) => writeCursor(positionOf(row)) });
  return { ...page, rows: await tell(ctx, page.rows), cutOffAt: things?.more ? MOST_THINGS : null };
}

/** Everything that is asked for, the newest first, read in pages of `atOnce`. */
export async function* allActivity(
  ctx: ShopContext,
  { search, ...input }: ActivityFilter,
  { atOnce }: { atOnce: number },
): AsyncGenerator<ActivityRow> {
  const things = search?.trim() ? await findThings(ctx, search) : undefined;
  const timeZone = await loadTimeZone(ctx);
  let place: Position | undefined;
  do {
    const start = { place, backwards: false };
    const found = await find(ctx, { ...input, things, timeZone, start, take: atOnce });
    yield* await tell(ctx, found);
    const last = found.at(-1);
    place = last && found.length === atOnce ? positionOf(last) : undefined;
  } while (place);
}

function find({ db, shop }: ShopContext, asked: Omit<Query, "shop">): Promise<FoundActivity[]> {
  return db.$queryRaw<FoundActivity[]>(activityQuery({ ...asked, shop }));
}

const idOf = ({ number, name }: FoundActivity) => name || String(number);

const positionOf = (row: FoundActivity): Position => [row.at.toISOString(), row.rank, idOf(row)];

/** The id of the event that a row shows; null of a row of another kind. */
export function eventIdOf(rowId: string): string | null {
  const [, rank, id] = /^(\d+):(\d{1,18})$/.exec(rowId) ?? [];
  return rank === String(RANKS.hint) ? id! : null;
}

/** Events name more than what we know; what else names something that is nothing we know names an SKU. */
const isNamedByEvent = (told: Told) =>
  told.source === "hint" ||
  (told.source === "activity" && (told.kind === "events-retried" || told.kind === "jobs-retried"));

async function tell(ctx: ShopContext, found: readonly FoundActivity[]): Promise<ActivityRow[]> {
  const read = found.flatMap((row) => {
    const one = readFound(row);
    return one ? [{ row, ...one }] : [];
  });
  const thingOf = await nameThings(
    ctx,
    read.map(({ names }) => names),
  );
  return read.map(({ row, told, names, staffId = null }) => ({
    ...{ id: `${row.rank}:${idOf(row)}`, at: row.at, area: row.area, told },
    thing: thingOf(names, isNamedByEvent(told) ? "unknown" : "sku"),
    staffId,
  }));
}
