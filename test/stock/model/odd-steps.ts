import fc from "../../support/fast-check.ts";
import { changeStockSettings } from "../../../app/domain/stock/settings/change-stock-settings.ts";
import { cancel, correct, restock, setOnHand, ship } from "../../support/stock.ts";
import { readShop } from "../../support/world.ts";
import type { Known } from "./known.ts";
import { ALL_SOLD, GRACE, SKUS, unitsOf } from "./rules.ts";
import { pass } from "./runs.ts";
import { few, nth, sku, sold, taken, toOrder, type Step } from "./step.ts";
import { fulfilledPacked, fulfilledUnpacked, packedOpen, type TrueOrder } from "./truth.ts";

/*
 * What looks like something else. Each step notes by how many units a rule may be wrong because of it.
 */

/** Counted in the warehouse: a fall looks like a packed order, a rise like one that was unpacked. */
const corrected = fc.record({ of: sku, stock: fc.nat({ max: 12 }) }).map(({ of, stock }): Step => ({
  said: `${of} corrected to ${stock} in the warehouse`,
  happen(known) {
    const by = stock - known.truth.stock[of];
    known.doubt.over({ [of]: -by });
    known.doubt.under({ [of]: by });
    return known.change(() => correct(known.world, { sku: of, pieces: stock }), { stock: { [of]: by } });
  },
}));

const soldElsewhere = fc.record({ of: sku, quantity: few }).map(({ of, quantity }): Step => ({
  said: `${quantity} ${of} sold elsewhere`,
  isPossible: (known) => known.has({ [of]: quantity }),
  happen(known) {
    known.doubt.over({ [of]: quantity });
    return known.change(() => ship(known.world, { [of]: quantity }), { stock: { [of]: -quantity } });
  },
}));

/** Written in the store: a fall looks like a fulfilled order, a rise hides one. */
const edited = fc
  .record({ of: sold, quantity: fc.nat({ max: 12 }), isApp: fc.boolean() })
  .map(({ of, quantity, isApp }): Step => ({
    said: `${of} set to ${quantity} by ${isApp ? "another app" : "staff"}`,
    async happen(known) {
      const by = quantity - ((await readShop(known.world)).onHand(of) ?? 0);
      known.doubt.over(unitsOf(of, by));
      known.doubt.under(unitsOf(of, -by));
      const write = { sku: of, pieces: quantity, ...(isApp && { app: "Other stock app" }) };
      await known.change(() => setOnHand(known.world, write), {});
    },
  }));

/** The store's quantity rises, and the warehouse has not got the units: hides a fulfilled order. */
const returned = fc.record({ index: nth }).map(({ index }) =>
  toOrder({
    said: `a unit of order ${index} returned and restocked`,
    index,
    fits: (one) => !one.cancelled && one.fulfilled > one.returned,
    happen(known, one) {
      known.doubt.over(unitsOf(one.sold, 1));
      return known.change(() => restock(known.world, one, { [one.sold]: 1 }), {
        order: { ...one, returned: one.returned + 1 },
      });
    },
  }),
);

const cancelled = fc.record({ index: nth, back: fc.boolean() }).map(({ index, back }) =>
  toOrder({
    said: `order ${index} cancelled${back ? " and restocked" : ""}`,
    index,
    fits: (one) => !one.cancelled && one.fulfilled + one.packed > 0,
    happen(known, one) {
      doubtCancelled(known, one, { back });
      return known.change(() => cancel(known.world, one, { restock: back }), {
        order: { ...one, cancelled: true },
      });
    },
  }),
);

/** What was packed of it still counts as packed for other orders; what was fulfilled of it still waits to be packed. */
function doubtCancelled(known: Known, one: TrueOrder, { back }: { back: boolean }): void {
  known.doubt.over(unitsOf(one.sold, one.packed - one.fulfilled));
  known.doubt.under(unitsOf(one.sold, one.fulfilled - one.packed));
  if (back) known.doubt.over(unitsOf(one.sold, one.fulfilled - one.returned));
}

/** The warehouse takes back a unit of an order that was cancelled too late: looks like a unit that was never packed. */
const takenBack = fc.record({ index: nth }).map(({ index }) =>
  toOrder({
    said: `a unit of cancelled order ${index} is put back in the warehouse`,
    index,
    fits: (one) => one.cancelled && one.packed > 0,
    async happen(known, one) {
      known.doubt.under(unitsOf(one.sold, 1));
      const stock = taken(one.sold, -1);
      const act = async () => {
        for (const of of SKUS)
          if (stock[of]) await correct(known.world, { sku: of, pieces: known.truth.stock[of] + stock[of] });
      };
      await known.change(act, { order: { ...one, packed: one.packed - 1 }, stock });
    },
  }),
);

/** What waits for longer is given up, however true it is. */
const gracePassed: Step = {
  said: "the grace period passes",
  async happen(known) {
    for (const of of SKUS) {
      known.doubt.over({ [of]: fulfilledUnpacked(of, known.truth) });
      if (known.mode === "on_hand") known.doubt.under({ [of]: packedOpen(of, known.truth) });
    }
    await pass(known, GRACE + 1);
    known.doubt.age();
  },
};

/**
 * All that was observed is forgotten. What was fulfilled waits once more for dispatch, packed or not, and what was packed ahead is
 * not known. A warehouse that reports what may be sold counts as having imported every order.
 */
const modeTurned: Step = {
  said: "the quantity mode changed there and back",
  async happen(known) {
    await known.doubtOpenWrites();
    known.doubt.renew();
    if (known.mode === "available") for (const of of ALL_SOLD) known.doubtUnpacked(of);
    else
      for (const of of SKUS)
        known.doubt.under({ [of]: packedOpen(of, known.truth) + fulfilledPacked(of, known.truth) });
    const other = known.mode === "available" ? "on_hand" : "available";
    for (const mode of [other, known.mode] as const) await changeStockSettings(known.world.ctx, { mode });
    // What is observed is what is true now.
    await known.world.settle();
  },
};

export const oddMoves = fc.oneof(
  { arbitrary: fc.oneof(corrected, soldElsewhere), weight: 3 },
  { arbitrary: edited, weight: 2 },
  { arbitrary: returned, weight: 2 },
  { arbitrary: cancelled, weight: 2 },
  { arbitrary: takenBack, weight: 1 },
);

export const longTime = fc.constant(gracePassed);
export const modeChange = fc.constant(modeTurned);
