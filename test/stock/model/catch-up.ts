import { control } from "../../../sandbox/demo/control.ts";
import { dryRun, pause, turnSale } from "./choices.ts";
import type { Known } from "./known.ts";
import { buy, bring, fulfill, pack } from "./ordinary-steps.ts";
import { GRACE, SKUS, unitsOf } from "./rules.ts";
import { pass, sweep, sweepAgain } from "./runs.ts";
import type { Step } from "./step.ts";

/**
 * Nothing goes wrong any more, and all orders are fulfilled and packed. Once the grace period has passed and the warehouse has
 * shipped something since, no doubt is left.
 */
export async function catchUp(known: Known): Promise<void> {
  const { world } = known;
  await control(world.warehouse.url, { path: "deliveries/faults", method: "DELETE" });
  await world.clearFaults();
  if (known.isPaused) await pause(known, false);
  if (known.isDryRun) await dryRun(known, false);
  for (const { id } of known.truth.orders) await complete(known, id);
  await world.retryNow();
  await sweep(known);
  await known.look();

  await pass(known, GRACE + 1);
  known.doubt.age();
  const shipped = await buy(known, "PEN", 1);
  await complete(known, shipped.id);
  await sweep(known);
  await known.look();

  known.doubt.clear();
  await known.begin();
  await sweepAgain(known);
  await sweep(known);
  await known.look();
  if (known.kept.sale !== null) await endSale(known);
  await known.judgeBalances();
}

/** An order is fulfilled and packed, for which units may have to come in. */
async function complete(known: Known, id: string): Promise<void> {
  const order = () => known.truth.orders.find((one) => one.id === id)!;
  const { cancelled, sold, ordered, fulfilled, packed } = order();
  if (cancelled) return;
  if (ordered > fulfilled) await fulfill(known, order(), ordered - fulfilled);
  const missing = unitsOf(sold, ordered - packed);
  for (const sku of SKUS) {
    const lacking = (missing[sku] ?? 0) - known.truth.stock[sku];
    if (lacking > 0) await bring(known, { of: sku, quantity: lacking });
  }
  if (ordered > packed) await pack(known, order(), ordered - packed);
}

/** What was not raised during the sale is raised now. */
async function endSale(known: Known): Promise<void> {
  await turnSale(known, null);
  await known.begin();
  await known.world.settle();
  await sweep(known);
  await known.look();
}

export const caughtUp: Step = { said: "all is fulfilled, packed and compared", happen: catchUp };
