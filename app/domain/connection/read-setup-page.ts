import type { VariantState } from "@prisma/client";
import { readReading, type ShownReading } from "../catalog/import/read-reading.ts";
import { groupProblems, type ProblemGroup } from "../problems/group-problems.ts";
import { STOPPING } from "../problems/problem-kinds.ts";
import type { ShopContext } from "../shop-context.ts";
import { isComparing } from "../stock/sweep/read-comparison.ts";
import { readStanding, type StockStanding } from "../stock/report/read-standing.ts";
import { writeAnswer, type StockForm } from "../stock/settings/read-stock-form.ts";
import { loadStockSettings } from "../stock/settings/stock-settings.ts";
import { listLocations, type ShopLocation } from "./list-locations.ts";
import { readConnection, type ConnectionView } from "./read-connection.ts";
import { readSetup, type Setup } from "./read-setup.ts";

/** Variants of the shop, by what is left to do about them. */
export interface MatchCounts {
  mapped: number;
  suggested: number;
  ambiguous: number;
  /** The warehouse has nothing like it, or there is nothing to match by. */
  unmatched: number;
}

export interface SetupPage {
  setup: Setup;
  connection: ConnectionView | null;
  /** To choose from; only while that is what is to be done. */
  locations: ShopLocation[];
  /** How far the reading of both catalogues is, or how it ended. */
  reading: ShownReading | null;
  counts: MatchCounts;
  /** Both worlds are being compared. */
  comparing: boolean;
  standing: StockStanding;
  /** What the merchant said to the question whether others sell from the warehouse's stock. */
  soldElsewhere: StockForm["soldElsewhere"];
  /** Those that keep the set-up from going on. */
  problems: ProblemGroup[];
}

/** Of single things a merchant hears elsewhere; these are about the connection as a whole. */
const OF_CONNECTION = [...STOPPING, "webhook-key-refused", "events-refused", "events-missed"] as const;

/** Everything the set-up guide shows. @throws ShopifyError while a location is to be chosen. */
export async function readSetupPage(ctx: ShopContext): Promise<SetupPage> {
  const setup = await readSetup(ctx);
  const [connection, locations, reading, counts, comparing, standing, settings, problems] = await Promise.all(
    [
      readConnection(ctx),
      setup.next === "location" ? listLocations(ctx) : [],
      readReading(ctx),
      countMatches(ctx),
      isComparing(ctx),
      readStanding(ctx),
      loadStockSettings(ctx),
      groupProblems(ctx, { kinds: OF_CONNECTION }),
    ],
  );
  const soldElsewhere = writeAnswer(settings.soldElsewhere);
  return { setup, connection, locations, reading, counts, comparing, standing, soldElsewhere, problems };
}

async function countMatches({ db, shop }: ShopContext): Promise<MatchCounts> {
  const states = await db.variant.groupBy({ by: ["state"], where: { shop, goneAt: null }, _count: true });
  const count = (wanted: VariantState) => states.find(({ state }) => state === wanted)?._count ?? 0;
  return {
    mapped: count("mapped"),
    suggested: count("suggested"),
    ambiguous: count("ambiguous"),
    unmatched: count("unmapped") + count("not_at_warehouse"),
  };
}
