import type { Connection, ImportStage, StockMode, VariantState } from "@prisma/client";
import { EVENT_NAMES, type EventName } from "../../fulfilment/events.ts";
import { listProblems, type OpenProblem } from "../problems/problems.ts";
import { countReturns, type ReturnCounts } from "../returns/count-returns.ts";
import type { ShopContext } from "../shop-context.ts";
import { readStanding, type StockStanding } from "../stock/read-standing.ts";
import { loadConnection } from "./load-connection.ts";

export interface Overview {
  connection: {
    locationName: string;
    connectedAt: Date;
    importedAt: Date | null;
  } | null;
  stock: StockStanding;
  /** Each event kind, whether the warehouse was asked for it, and when it last sent one. */
  events: { event: EventName; asked: boolean; lastHeardAt: Date | null }[];
  variants: Record<VariantState, number>;
  /** Those that wait for the merchant. */
  returns: ReturnCounts;
  /** How far the reading of both catalogues is; null when there is none under way. */
  reading: Reading | null;
  problems: OpenProblem[];
  /** Hints taken but not followed yet. */
  waiting: number;
  latest: StockChange[];
}

export interface Reading {
  stage: Exclude<ImportStage, "done">;
  /** Variants of the shop taken in so far, and products of the warehouse read. */
  variants: number;
  products: number;
  /** Objects Shopify has gathered so far, of which most are variants. */
  expected: number | null;
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
  const [connection, subscriptions, states, problems, waiting, latest, reading, stock, returns] =
    await Promise.all([
      loadConnection(ctx),
      ctx.db.subscription.findMany({ where: { shop } }),
      ctx.db.variant.groupBy({
        by: ["state"],
        where: { shop, OR: [{ goneAt: null }, { state: "tombstoned" }] },
        _count: true,
      }),
      listProblems(ctx),
      ctx.db.hint.count({ where: { shop, followedAt: null } }),
      readLatest(ctx),
      readReading(ctx),
      readStanding(ctx),
      countReturns(ctx),
    ]);
  const count = (state: VariantState) => states.find((group) => group.state === state)?._count ?? 0;
  return {
    connection: connection && shownOf(connection),
    events: EVENT_NAMES.map((event) => {
      const subscription = subscriptions.find((one) => one.event === event);
      return { event, asked: Boolean(subscription), lastHeardAt: subscription?.lastHeardAt ?? null };
    }),
    variants: {
      mapped: count("mapped"),
      suggested: count("suggested"),
      ambiguous: count("ambiguous"),
      unmapped: count("unmapped"),
      not_at_warehouse: count("not_at_warehouse"),
      ignored: count("ignored"),
      tombstoned: count("tombstoned"),
      bundle: count("bundle"),
    },
    problems,
    waiting,
    latest,
    reading,
    stock,
    returns,
  };
}

/** All of it goes to the browser: never the keys. */
function shownOf({ locationName, connectedAt, importedAt }: Connection): Overview["connection"] {
  return { locationName, connectedAt, importedAt };
}

async function readReading(ctx: ShopContext): Promise<Reading | null> {
  const found = await ctx.db.catalogueImport.findUnique({ where: { shop: ctx.shop } });
  if (!found || found.stage === "done") return null;
  const { stage, variants, products, expected } = found;
  return { stage, variants, products, expected };
}

async function readLatest(ctx: ShopContext): Promise<StockChange[]> {
  const { shop } = ctx;
  const entries = await ctx.db.ledgerEntry.findMany({
    where: { shop, outcome: "written" },
    orderBy: { id: "desc" },
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
