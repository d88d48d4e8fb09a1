import type { StockMode, VariantState } from "@prisma/client";
import { EVENT_NAMES, type EventName } from "../../fulfilment/events.ts";
import { getWaiting } from "../events/get-waiting.ts";
import { groupProblems, type ProblemGroup } from "../problems/group-problems.ts";
import { countReturns, type ReturnCounts } from "../returns/count-returns.ts";
import type { ShopContext } from "../shop-context.ts";
import { readFreshness, type Freshness } from "../stock/report/read-freshness.ts";
import { readStanding, type StockStanding } from "../stock/report/read-standing.ts";
import { loadConnection, type Joined } from "./load-connection.ts";
import { readWeek, type DayOfStock } from "../stock/report/read-week.ts";
import { decideHealth, type Health } from "./decide-health.ts";
import { readNextTry } from "./read-next-try.ts";

export interface Overview {
  health: Health;
  connection: {
    locationName: string;
    connectedAt: Date;
    importedAt: Date | null;
  } | null;
  stock: StockStanding;
  /** Each event kind, whether the warehouse was asked for it, and when it last sent one. */
  events: { event: EventName; asked: boolean; lastHeardAt: Date | null }[];
  variants: Record<VariantState, number>;
  returns: ReturnCounts;
  problems: ProblemGroup[];
  /** When the warehouse is tried next; null when there is no need to. */
  nextTryAt: Date | null;
  /** Hints taken but not followed yet, counted no further than `WAITING_EVENTS_COUNTED`. */
  waiting: number;
  freshness: Freshness;
  week: DayOfStock[];
  latest: StockChange[];
}

export interface StockChange {
  id: string;
  at: Date;
  productTitle: string | null;
  variantTitle: string | null;
  sku: string;
  /** Which of the shop's figures it is. */
  figure: StockMode;
  from: number;
  to: number;
}

/** How many of the latest changes the first page shows. */
const LATEST = 5;

/** What a merchant wants to know first: is it joined, is it heard, is it in step, is something broken. */
export async function readOverview(ctx: ShopContext): Promise<Overview> {
  const { shop } = ctx;
  const [connection, subscriptions, problems, waiting, stock, ...figures] = await Promise.all([
    loadConnection(ctx),
    ctx.db.subscription.findMany({ where: { shop } }),
    groupProblems(ctx),
    getWaiting(ctx),
    readStanding(ctx),
    countVariants(ctx),
    countReturns(ctx),
    readLatest(ctx),
    readFreshness(ctx),
    readWeek(ctx),
  ]);
  const [variants, returns, latest, freshness, week] = figures;
  const unreachable = problems.some(({ kind }) => kind === "warehouse-unreachable");
  const events = EVENT_NAMES.map((event) => {
    const subscription = subscriptions.find((one) => one.event === event);
    return { event, asked: Boolean(subscription), lastHeardAt: subscription?.lastHeardAt ?? null };
  });
  const health = decideHealth({
    ...{ connection, problems, now: ctx.clock(), stand: stock.stand, differing: stock.differing },
    lastHeardAt: latestOf(events.map(({ lastHeardAt }) => lastHeardAt)),
    waitingSince: waiting.since,
    comparedAt: stock.comparisons[0]?.at ?? null,
  });
  return {
    connection: connection && shownOf(connection),
    ...{ health, events, problems, stock, waiting: waiting.count },
    ...{ variants, returns, latest, freshness, week },
    nextTryAt: unreachable ? await readNextTry(ctx) : null,
  };
}

function latestOf(times: readonly (Date | null)[]): Date | null {
  return times.reduce((latest, at) => (at && (!latest || at > latest) ? at : latest), null);
}

async function countVariants({ db, shop }: ShopContext): Promise<Overview["variants"]> {
  const states = await db.variant.groupBy({
    by: ["state"],
    where: { shop, OR: [{ goneAt: null }, { state: "tombstoned" }] },
    _count: true,
  });
  const count = (state: VariantState) => states.find((group) => group.state === state)?._count ?? 0;
  return {
    mapped: count("mapped"),
    suggested: count("suggested"),
    ambiguous: count("ambiguous"),
    unmapped: count("unmapped"),
    not_at_warehouse: count("not_at_warehouse"),
    ignored: count("ignored"),
    tombstoned: count("tombstoned"),
    bundle: count("bundle"),
  };
}

/** All of it goes to the browser: never the keys. */
function shownOf({ locationName, connectedAt, importedAt }: Joined): Overview["connection"] {
  return { locationName, connectedAt, importedAt };
}

async function readLatest(ctx: ShopContext): Promise<StockChange[]> {
  const { shop } = ctx;
  const entries = await ctx.db.ledgerEntry.findMany({
    where: { shop, outcome: "written" },
    // By the time, because that is in the index behind the shop; by the number, every shop's entries would be gone through.
    orderBy: [{ intendedAt: "desc" }, { id: "desc" }],
    take: LATEST,
  });
  const variants = await ctx.db.variant.findMany({
    where: { shop, variantId: { in: entries.map(({ variantId }) => variantId) } },
    select: { variantId: true, productTitle: true, variantTitle: true },
  });
  const titles = new Map(variants.map((variant) => [variant.variantId, variant]));
  return entries.map((entry) => ({
    id: entry.id.toString(),
    at: entry.settledAt ?? entry.intendedAt,
    productTitle: titles.get(entry.variantId)?.productTitle ?? null,
    variantTitle: titles.get(entry.variantId)?.variantTitle ?? null,
    sku: entry.sku,
    figure: entry.figure,
    from: entry.shopFigure,
    to: entry.target,
  }));
}
