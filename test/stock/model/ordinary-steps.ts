import fc from "../../support/fast-check.ts";
import { cancel, fulfil, order, receive, ship } from "../../support/stock.ts";
import type { Known } from "./known.ts";
import { unitsOf, type SkuName, type Sold } from "./rules.ts";
import { few, isOpen, nth, sku, sold, taken, toOrder, type Step } from "./step.ts";
import type { TrueOrder } from "./truth.ts";

/*
 * What happens every day. Whatever its order, the app knows from it how many units are free.
 */

export async function buy(known: Known, of: Sold, quantity: number): Promise<TrueOrder> {
  const none = { fulfilled: 0, returned: 0, packed: 0, cancelled: false };
  const bought: TrueOrder = { id: "", sold: of, ordered: quantity, ...none };
  await known.change(async () => (bought.id = (await order(known.world, { [of]: quantity })).id), {
    order: bought,
  });
  return bought;
}

export function fulfill(known: Known, one: TrueOrder, quantity: number): Promise<void> {
  return known.change(() => fulfil(known.world, one, { [one.sold]: quantity }), {
    order: { ...one, fulfilled: one.fulfilled + quantity },
  });
}

/** The warehouse packs units of an order; where it reports what may be sold, it imports them. */
export function pack(known: Known, one: TrueOrder, quantity: number): Promise<void> {
  return known.change(() => ship(known.world, unitsOf(one.sold, quantity)), {
    order: { ...one, packed: one.packed + quantity },
    stock: taken(one.sold, quantity),
  });
}

/** An inbound brings units. Where the stock counts defective ones, they are a rise that no good unit explains. */
export function bring(
  known: Known,
  { of, quantity, defective = 0 }: { of: SkuName; quantity: number; defective?: number },
): Promise<void> {
  known.hasReceivedMeanwhile = true;
  known.doubt.receive({ [of]: quantity });
  const counted = known.countsDefective ? defective : 0;
  known.doubt.under({ [of]: counted });
  const lines = [
    ...(quantity > 0 ? [{ sku: of, quantity }] : []),
    ...(defective > 0 ? [{ sku: of, quantity: defective, defective: true }] : []),
  ];
  return known.change(() => receive(known.world, lines), { stock: { [of]: quantity + counted } });
}

const ordered = fc
  .record({ of: sold, quantity: few, atOnce: fc.boolean() })
  .map(({ of, quantity, atOnce }): Step => ({
    said: `${quantity} ${of} ordered${atOnce ? " and fulfilled at once" : ""}`,
    async happen(known) {
      const bought = await buy(known, of, quantity);
      if (atOnce) await fulfill(known, bought, quantity);
    },
  }));

const fulfilled = fc.record({ index: nth, partly: fc.boolean() }).map(({ index, partly }) =>
  toOrder({
    said: `order ${index} ${partly ? "partly " : ""}fulfilled`,
    index,
    fits: isOpen,
    happen: (known, one) => fulfill(known, one, partly ? 1 : one.ordered - one.fulfilled),
  }),
);

const packed = fc.record({ index: nth, partly: fc.boolean() }).map(({ index, partly }) => {
  const quantityOf = ({ ordered, packed }: TrueOrder) => (partly ? 1 : ordered - packed);
  return toOrder({
    said: `order ${index} ${partly ? "partly " : ""}packed`,
    index,
    fits: (one, known) =>
      !one.cancelled && one.ordered > one.packed && known.has(unitsOf(one.sold, quantityOf(one))),
    happen: (known, one) => pack(known, one, quantityOf(one)),
  });
});

const received = fc
  .record({ of: sku, quantity: few, defective: fc.nat({ max: 1 }) })
  .map(({ of, quantity, defective }): Step => ({
    said: `${quantity} ${of} received${defective ? " and a defective one" : ""}`,
    happen: (known) => bring(known, { of, quantity, defective }),
  }));

const cancelled = fc.record({ index: nth }).map(({ index }) =>
  toOrder({
    said: `unpacked order ${index} cancelled`,
    index,
    fits: (one) => !one.cancelled && one.fulfilled === 0 && one.packed === 0,
    happen: (known, one) =>
      known.change(() => cancel(known.world, one, { restock: true }), {
        order: { ...one, cancelled: true },
      }),
  }),
);

export const ordinaryMoves = fc.oneof(
  { arbitrary: ordered, weight: 3 },
  { arbitrary: fulfilled, weight: 3 },
  { arbitrary: packed, weight: 3 },
  { arbitrary: received, weight: 2 },
  { arbitrary: cancelled, weight: 1 },
);
