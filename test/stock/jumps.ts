import { followStockHints } from "../../app/domain/events/follow-stock-hints.ts";
import { recordHint } from "../../app/domain/events/record-hint.ts";
import { LOOK_ASKED } from "../../app/domain/events/translate-hint.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import {
  confirmJumps,
  countStopped,
  type ConfirmJumpsOutcome,
} from "../../app/domain/stock/mirror/confirm-jumps.ts";
import type { StoppedJumps } from "../../app/domain/stock/mirror/jumps.ts";
import { loadStockSettings } from "../../app/domain/stock/settings/stock-settings.ts";
import { correct, onHand } from "../support/stock.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

/* Stores of which many variants jump at once. */

export const SKUS = Array.from({ length: 30 }, (_, index) => `SKU-${index}`);
export const NO_JUMPS = { count: 0, shown: 0, target: 0 };

/** A store in which every variant shows the same number of units as the warehouse has. */
export async function storeOf(
  units: number,
  { skus = SKUS, shown = units }: { skus?: string[]; shown?: number } = {},
): Promise<World> {
  const world = await createWorld({
    warehouse: Object.fromEntries(skus.map((sku) => [sku, units])),
    variants: skus.map((sku) => ({ sku, onHand: shown })),
  });
  await world.connect();
  return world;
}

/** The warehouse says that it has so much of each. */
export async function say(
  world: World,
  { skus = SKUS, units }: { skus?: readonly string[]; units: number },
): Promise<void> {
  for (const sku of skus) await correct(world, { sku, pieces: units });
}

/** The same, and everything is compared. */
export async function count(world: World, said: { skus?: readonly string[]; units: number }): Promise<void> {
  await say(world, said);
  await world.sweep();
}

/** Events ask for a look at these. */
export async function look({ ctx }: World, skus: readonly string[] = SKUS): Promise<void> {
  for (const sku of skus)
    await recordHint(ctx.db, { shop: SHOP, source: "app", event: LOOK_ASKED, identifier: sku });
  await followStockHints(ctx);
}

/** The quantities that the store shows of these, each once. */
export const shown = async (world: World, skus: readonly string[] = SKUS) => [
  ...new Set(await Promise.all(skus.map((sku) => onHand(world, sku)))),
];
/** The problem that asks the merchant. */
export const question = async (world: World) =>
  (await listProblems(world.ctx)).filter(({ kind }) => kind === "stock-stopped");
export const held = async ({ ctx }: World) => countStopped(ctx, await loadStockSettings(ctx));

/** The merchant confirms what they have seen: what is held back now, unless it is given. */
export async function confirm(world: World, seen?: StoppedJumps): Promise<ConfirmJumpsOutcome> {
  const answer = await confirmJumps(world.ctx, { seen: seen ?? (await held(world)) });
  await world.settle();
  return answer;
}
