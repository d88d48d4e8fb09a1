import fc from "../../support/fast-check.ts";
import type { Sku } from "../../../app/domain/ids.ts";
import {
  changeStockSettings,
  goLive,
  pauseStock,
  resumeStock,
  setBuffer,
} from "../../../app/domain/stock/settings/change-stock-settings.ts";
import { map } from "./begin.ts";
import type { Known } from "./known.ts";
import { few, sku, sold, type Step } from "./step.ts";

/*
 * What the merchant chooses.
 */

const safetyStock = fc.nat({ max: 3 }).map((units): Step => ({
  said: `${units} of each kept unsold`,
  async happen(known) {
    await changeStockSettings(known.world.ctx, { buffer: units });
    known.kept = { ...known.kept, safetyStock: units };
  },
}));

const ownSafetyStock = fc.record({ of: sku, units: fc.option(few) }).map(({ of, units }): Step => ({
  said: units === null ? `of ${of} as many kept unsold as of all` : `${units} ${of} kept unsold`,
  async happen(known) {
    await setBuffer(known.world.ctx, { sku: of as string as Sku, pieces: units });
    const { [of]: _before, ...others } = known.kept.own;
    known.kept = { ...known.kept, own: units === null ? others : { ...others, [of]: units } };
  },
}));

export async function turnSale(known: Known, sale: number | null): Promise<void> {
  const saleFrom = sale === null ? null : new Date();
  await changeStockSettings(known.world.ctx, { saleFrom, saleUntil: null, saleBuffer: sale ?? 0 });
  known.kept = { ...known.kept, sale };
}

const sale = fc.option(fc.nat({ max: 2 }), { freq: 2 }).map((kept): Step => ({
  said: kept === null ? "no sale" : `a sale, ${kept} kept unsold`,
  happen: (known) => turnSale(known, kept),
}));

/** Calls without an answer are not sent again while nothing may be written. */
export async function pause(known: Known, isPaused: boolean): Promise<void> {
  if (isPaused) await known.doubtOpenWrites();
  await (isPaused ? pauseStock : resumeStock)(known.world.ctx);
  known.isPaused = isPaused;
}

export async function dryRun(known: Known, isDryRun: boolean): Promise<void> {
  if (isDryRun) {
    await known.doubtOpenWrites();
    await changeStockSettings(known.world.ctx, { phase: "shadow" });
  } else await goLive(known.world.ctx, "all");
  known.isDryRun = isDryRun;
}

const paused: Step = {
  said: "paused, or resumed",
  happen: (known) => pause(known, !known.isPaused),
};

const dryRunTurned: Step = {
  said: "dry run, or live",
  happen: (known) => dryRun(known, !known.isDryRun),
};

/**
 * Saved as it is. A warehouse that reports what may be sold counts as having imported the orders that are seen for the first time
 * then.
 */
const mappedAgain = sold.map((of): Step => ({
  said: `${of} mapped again as it is`,
  async happen(known) {
    if (known.mode === "available") known.doubtUnpacked(of);
    await map(known.world, of);
  },
}));

export const choices = fc.oneof(
  { arbitrary: fc.oneof(safetyStock, ownSafetyStock), weight: 3 },
  { arbitrary: fc.oneof(sale, mappedAgain), weight: 2 },
  fc.constantFrom(paused, dryRunTurned),
);
