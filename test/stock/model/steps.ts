import fc from "../../support/fast-check.ts";
import { followStockHints } from "../../../app/domain/events/follow-stock-hints.ts";
import type { Sku } from "../../../app/domain/ids.ts";
import type { ShopContext } from "../../../app/domain/shop-context.ts";
import { changeStockSettings, setBuffer } from "../../../app/domain/stock/settings/change-stock-settings.ts";
import { compareStock } from "../../../app/domain/stock/sweep/compare-stock.ts";
import { readChangedInbounds } from "../../../app/domain/stock/sweep/read-changed-inbounds.ts";
import { settleStock } from "../../../app/domain/stock/mirror/settle-stock.ts";
import { turnSale } from "../../../app/domain/stock/sweep/turn-sale.ts";
import { cutAt, CutOff, throughAll, type Around } from "../../support/cut-off.ts";
import { cancel, correct, fulfil, order, receive, restock, setOnHand, ship } from "../../support/stock.ts";
import { SHOP } from "../../support/world.ts";
import { goodsOf, type Known, type KnownOrder } from "./known.ts";
import { ALL_SOLD, SKUS, type Sold } from "./rules.ts";

/** Something that happens in one of the worlds, or that the app does. */
export interface Step {
  /** For the list of what led to a failure. */
  said: string;
  possible?(known: Known): boolean;
  happen(known: Known): Promise<void>;
}

/** Mostly one thing, so that much happens to it. */
const sold = fc.oneof({ arbitrary: fc.constant("MUG" as const), weight: 3 }, fc.constantFrom(...ALL_SOLD));
const sku = fc.oneof({ arbitrary: fc.constant("MUG" as const), weight: 3 }, fc.constantFrom(...SKUS));
const few = fc.integer({ min: 1, max: 3 });
const nth = fc.nat({ max: 9 });

/** The n-th order of those that will do, counted around. */
function pick(known: Known, index: number, fits: (one: KnownOrder) => boolean): KnownOrder | undefined {
  const fitting = known.orders.filter(fits);
  return fitting[index % Math.max(1, fitting.length)];
}

const open = (one: KnownOrder) => !one.cancelled && one.ordered > one.fulfilled;
const sent = (one: KnownOrder) => !one.cancelled && one.fulfilled > one.returned;
const unpacked = (known: Known) => (one: KnownOrder) =>
  !one.cancelled && one.ordered > one.shipped && known.has(goodsOf(one.sold, one.ordered - one.shipped));

/** Somebody buys pieces of one thing. */
export async function buy(known: Known, of: Sold, pieces: number): Promise<KnownOrder> {
  const { id } = await order(known.world, { [of]: pieces });
  const none = { fulfilled: 0, returned: 0, shipped: 0, cancelled: false };
  const bought: KnownOrder = { id, sold: of, ordered: pieces, ...none };
  known.orders.push(bought);
  return bought;
}

async function send(known: Known, one: KnownOrder, pieces: number): Promise<void> {
  await known.inShop(one.sold, "fulfilled", () => fulfil(known.world, one, { [one.sold]: pieces }));
  one.fulfilled += pieces;
}

const ordered = fc
  .record({ of: sold, pieces: few, atOnce: fc.boolean() })
  .map(({ of, pieces, atOnce }): Step => ({
    said: `${pieces} ${of} ordered${atOnce ? " and fulfilled at once" : ""}`,
    async happen(known) {
      const bought = await buy(known, of, pieces);
      if (atOnce) await send(known, bought, pieces);
    },
  }));

const fulfilled = fc.record({ index: nth, partly: fc.boolean() }).map(({ index, partly }): Step => ({
  said: `order ${index} ${partly ? "partly " : ""}fulfilled`,
  possible: (known) => pick(known, index, open) !== undefined,
  async happen(known) {
    const one = pick(known, index, open)!;
    await send(known, one, partly ? 1 : one.ordered - one.fulfilled);
  },
}));

const cancelled = fc.record({ index: nth, back: fc.boolean() }).map(({ index, back }): Step => ({
  said: `order ${index} cancelled${back ? " and restocked" : ""}`,
  possible: (known) => pick(known, index, (one) => open(one) || sent(one)) !== undefined,
  async happen(known) {
    const one = pick(known, index, (some) => open(some) || sent(some))!;
    await known.inShop(one.sold, "cancelled", () => cancel(known.world, one, { restock: back }));
    one.cancelled = true;
  },
}));

const returned = fc.record({ index: nth }).map(({ index }): Step => ({
  said: `a piece of order ${index} taken back and restocked`,
  possible: (known) => pick(known, index, sent) !== undefined,
  async happen(known) {
    const one = pick(known, index, sent)!;
    await known.inShop(one.sold, "other", () => restock(known.world, one, { [one.sold]: 1 }));
    one.returned += 1;
  },
}));

const edited = fc
  .record({ of: sold, pieces: fc.nat({ max: 12 }), app: fc.boolean() })
  .map(({ of, pieces, app }): Step => ({
    said: `${of} set to ${pieces} by ${app ? "another app" : "the merchant"}`,
    happen: (known) =>
      known.inShop(of, "other", () =>
        setOnHand(known.world, { sku: of, pieces, ...(app && { app: "Other stock app" }) }),
      ),
  }));

const shipped = fc.record({ index: nth }).map(({ index }): Step => ({
  said: `order ${index} leaves the warehouse`,
  possible: (known) => pick(known, index, unpacked(known)) !== undefined,
  async happen(known) {
    const one = pick(known, index, unpacked(known))!;
    const goods = goodsOf(one.sold, one.ordered - one.shipped);
    await ship(known.world, goods);
    one.shipped = one.ordered;
    known.setStock(
      Object.fromEntries(Object.entries(goods).map(([of, n]) => [of, known.stock[of as "MUG"] - n])),
    );
  },
}));

const received = fc
  .record({ of: sku, pieces: few, defective: fc.nat({ max: 1 }) })
  .map(({ of, pieces, defective }): Step => ({
    said: `${pieces} ${of} received${defective ? ", one of them broken" : ""}`,
    async happen(known) {
      const good = pieces - defective;
      const lines = [
        ...(good > 0 ? [{ sku: of, quantity: good }] : []),
        ...(defective > 0 ? [{ sku: of, quantity: defective, defective: true }] : []),
      ];
      await receive(known.world, lines);
      known.setStock({ [of]: known.stock[of] + good });
    },
  }));

const corrected = fc.record({ of: sku, pieces: fc.nat({ max: 12 }) }).map(({ of, pieces }): Step => ({
  said: `${of} counted in the warehouse: ${pieces}`,
  async happen(known) {
    await correct(known.world, { sku: of, pieces });
    known.setStock({ [of]: pieces });
  },
}));

const bufferChanged = fc.nat({ max: 3 }).map((buffer): Step => ({
  said: `${buffer} of each kept back`,
  async happen(known) {
    await changeStockSettings(known.world.ctx, { buffer });
    known.kept = { ...known.kept, buffer };
  },
}));

const ownBuffer = fc
  .record({ of: sku, pieces: fc.option(fc.nat({ max: 4 })) })
  .map(({ of, pieces }): Step => ({
    said: `${pieces ?? "as of all"} of ${of} kept back`,
    async happen(known) {
      await setBuffer(known.world.ctx, { sku: of as string as Sku, pieces });
      const { [of]: _before, ...others } = known.kept.own;
      known.kept = { ...known.kept, own: pieces === null ? others : { ...others, [of]: pieces } };
    },
  }));

const saleTurned = fc.option(fc.nat({ max: 3 })).map((sale): Step => ({
  said: sale === null ? "no sale" : `a sale, ${sale} kept back`,
  async happen(known) {
    const from = sale === null ? null : new Date();
    await changeStockSettings(known.world.ctx, { saleFrom: from, saleUntil: null, saleBuffer: sale ?? 0 });
    known.kept = { ...known.kept, sale };
  },
}));

const eventsGoWrong = fc
  .record({ kind: fc.constantFrom("drop", "duplicate", "reorder"), probability: fc.constantFrom(0.3, 1) })
  .map((fault): Step => ({
    said: `events ${fault.kind}, ${fault.probability}`,
    happen: async ({ world }) => void (await world.atWarehouse("deliveries/faults", fault)),
  }));

/** Nothing more is missing on the way than what is dropped: an event that waits for the next goes alone now. */
export async function deliver({ world }: Known): Promise<void> {
  await world.atWarehouse("clock", { advanceMs: 3_000 });
  await world.delivered();
}

const settled: Step = {
  said: "all jobs run",
  async happen(known) {
    await deliver(known);
    await known.world.settle();
  },
};

const swept: Step = {
  said: "the hourly comparison",
  async happen(known) {
    await deliver(known);
    await known.world.sweep();
  },
};

/** Lets time pass for both worlds and the app. */
export async function pass(known: Known, minutes: number): Promise<void> {
  await deliver(known);
  await known.world.pass(minutes);
  known.passed += minutes * 60_000;
}

const timePassed = fc.constantFrom(4, 16).map((minutes): Step => ({
  said: `${minutes} minutes pass`,
  happen: (known) => pass(known, minutes),
}));

const JOBS: Record<string, (ctx: ShopContext) => Promise<void>> = {
  followStockHints,
  compareStock,
  settleStock,
  readChangedInbounds,
  turnSale,
};
const job = fc.oneof(
  { arbitrary: fc.constantFrom("compareStock", "followStockHints"), weight: 3 },
  fc.constantFrom(...Object.keys(JOBS)),
);
/** Few runs make more calls. */
const call = fc.integer({ min: 1, max: 26 });

/** A job that runs alone, and every call of which that leaves the process goes through `around`. */
async function run(known: Known, name: string, around: Around): Promise<void> {
  await deliver(known);
  await JOBS[name]?.(throughAll(known.world.services.openShop(SHOP), around));
}

const cutOff = fc
  .record({ name: job, call, when: fc.constantFrom("before" as const, "after" as const) })
  .map(({ name, ...at }): Step => ({
    said: `${name} cut off ${at.when} call ${at.call}`,
    async happen(known) {
      const { around } = cutAt(at);
      await run(known, name, around).catch((error: unknown) => {
        if (!(error instanceof CutOff)) throw error;
      });
      await known.look();
      known.wasCut();
    },
  }));

const moves = fc.oneof(
  { arbitrary: fc.oneof(ordered, fulfilled), weight: 3 },
  { arbitrary: fc.oneof(shipped, received, returned), weight: 3 },
  { arbitrary: fc.oneof(cancelled, edited, corrected), weight: 2 },
);

const overtaken = fc.record({ name: job, call, move: moves }).map(({ name, call: at, move }): Step => ({
  said: `${move.said} at call ${at} of ${name}`,
  async happen(known) {
    let calls = 0;
    const around: Around = async (carryOut) => {
      if (++calls === at && (move.possible?.(known) ?? true)) {
        await known.look();
        known.movedMeanwhile = true;
        await move.happen(known);
      }
      return carryOut();
    };
    await run(known, name, around);
    await known.look();
    known.movedMeanwhile = false;
  },
}));

const steps = [
  { arbitrary: moves, weight: 12 },
  { arbitrary: fc.oneof(bufferChanged, ownBuffer, saleTurned), weight: 2 },
  { arbitrary: eventsGoWrong, weight: 1 },
  { arbitrary: fc.oneof(fc.constant(settled), timePassed), weight: 6 },
  { arbitrary: fc.constant(swept), weight: 2 },
  { arbitrary: cutOff, weight: 5 },
  { arbitrary: overtaken, weight: 3 },
];

/** Any step, wrapped so that after it the app is held to the rules. */
export const anyStep = fc.oneof(...steps).map((step): fc.AsyncCommand<Known, null> => ({
  check: (known) => step.possible?.(known as Known) ?? true,
  async run(known) {
    known.begin();
    await step.happen(known);
    await known.look();
  },
  toString: () => step.said,
}));
