import fc from "../../support/fast-check.ts";
import { followStockHints } from "../../../app/domain/events/follow-stock-hints.ts";
import type { ShopContext } from "../../../app/domain/shop-context.ts";
import { settleStock } from "../../../app/domain/stock/mirror/settle-stock.ts";
import { compareStock } from "../../../app/domain/stock/sweep/compare-stock.ts";
import { readChangedInbounds } from "../../../app/domain/stock/sweep/read-changed-inbounds.ts";
import { turnSale } from "../../../app/domain/stock/sweep/turn-sale.ts";
import { cutAt, CutOff, throughAll, type Around } from "../../support/cut-off.ts";
import { countCalls, forgetCalls } from "../../support/stock.ts";
import { SHOP } from "../../support/world.ts";
import { expect } from "vitest";
import type { Known } from "./known.ts";
import type { Step } from "./step.ts";

/*
 * What the app does, and how it is cut off and overtaken.
 */

/** Events that wait for the next go alone now: nothing more is missing on the way than what is dropped. */
async function deliver({ world }: Known): Promise<void> {
  await world.atWarehouse("clock", { advanceMs: 3_000 });
  await world.delivered();
}

/** Lets time pass for both systems and the app. */
export async function pass(known: Known, minutes: number): Promise<void> {
  await deliver(known);
  await known.doubtOpenWrites();
  await known.world.pass(minutes);
  await known.world.atShop("shops/demo/orders/age", { days: minutes / (24 * 60) });
  await known.forgetTimes();
}

export async function sweep(known: Known): Promise<void> {
  await deliver(known);
  await known.world.sweep();
  await known.judgeShown();
}

/** Nothing has changed, so nothing is written. */
export async function sweepAgain(known: Known): Promise<void> {
  await forgetCalls(known.world);
  await known.world.sweep();
  expect((await countCalls(known.world)).writes, "written although nothing changed").toBe(0);
}

const settled: Step = {
  said: "all jobs run",
  async happen(known) {
    await deliver(known);
    await known.world.settle();
  },
};

const swept: Step = { said: "the hourly comparison", happen: sweep };

const timePassed = fc.constantFrom(4, 16).map((minutes): Step => ({
  said: `${minutes} minutes pass`,
  happen: (known) => pass(known, minutes),
}));

const eventsGoWrong = fc
  .record({ kind: fc.constantFrom("drop", "duplicate", "reorder"), probability: fc.constantFrom(0.3, 1) })
  .map((fault): Step => ({
    said: `events ${fault.kind}, ${fault.probability}`,
    happen: async ({ world }) => void (await world.atWarehouse("deliveries/faults", fault)),
  }));

/** The answer to the next write is lost: the app sends it again under the same key. */
const answerLost: Step = {
  said: "the next write's answer is lost",
  async happen({ world }) {
    const action = { kind: "reset" };
    await world.atShop("faults", {
      path: "graphql",
      operation: "SetQuantities",
      when: "answer",
      times: 1,
      action,
    });
  },
};

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
const call = fc.integer({ min: 1, max: 40 });

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
    },
  }));

const overtaken = (moves: fc.Arbitrary<Step>) =>
  fc.record({ name: job, call, move: moves }).map(({ name, call: at, move }): Step => ({
    said: `${move.said} at call ${at} of ${name}`,
    async happen(known) {
      let calls = 0;
      const around: Around = async (carryOut) => {
        if (++calls === at && (move.isPossible?.(known) ?? true)) await move.happen(known);
        return carryOut();
      };
      await run(known, name, around);
    },
  }));

/** What the app does while some moves may overtake it. */
export const runs = (moves: fc.Arbitrary<Step>): fc.WeightedArbitrary<Step>[] => [
  { arbitrary: fc.oneof(fc.constant(settled), timePassed), weight: 6 },
  { arbitrary: fc.constant(swept), weight: 2 },
  { arbitrary: cutOff, weight: 4 },
  { arbitrary: overtaken(moves), weight: 4 },
  { arbitrary: fc.oneof(eventsGoWrong, fc.constant(answerLost)), weight: 1 },
];
