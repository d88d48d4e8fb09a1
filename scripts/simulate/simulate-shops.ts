import { runCell, type CellOptions } from "./cell.ts";
import { readMeasured } from "./costs.ts";
import { work, type Prices, type Result } from "./report.ts";
import { createTally } from "./tally.ts";

/** `FULFILMENT_PER_SECOND` as it is when nobody sets it. */
const PER_SECOND = 25;

/** One cell after the other: they have nothing to do with each other. */
export function simulate(
  options: Omit<CellOptions, "measured" | "perSecond"> & { cell: number; prices: Prices },
): Result {
  const { shops, cell, prices, workers, hours } = options;
  const began = performance.now();
  const measured = readMeasured();
  const tally = createTally(hours);
  for (let first = 0; first < shops; first += cell) {
    const inThisCell = Math.min(cell, shops - first);
    runCell(
      { ...options, measured, perSecond: PER_SECOND, shops: inThisCell, seed: options.seed + first },
      tally,
    );
  }
  const took = (performance.now() - began) / 1000;
  return work(tally, { shape: { shops, cell, workers, hours, took }, prices, measured });
}
