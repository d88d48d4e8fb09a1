// @module-tag proof
import { test } from "vitest";
import fc from "../support/fast-check.ts";
import { markMissing } from "../../app/domain/returns/settle/mark-missing.ts";
import { begin, MODEL_SKUS, type Known } from "./support/model.ts";

/** So many stories; `FC_RUNS=500 npm test -- --proof test/returns/model.test.ts` for many, `FC_SEED=7` for others. */
const RUNS = Number(process.env["FC_RUNS"] ?? 25);
const LONGEST_MS = RUNS * 60_000 + 600_000;

interface Step {
  said: string;
  isPossible?(known: Known): boolean;
  happen(known: Known): Promise<void>;
}

const commandOf = (step: Step): fc.AsyncCommand<Known, null> => ({
  check: (known) => step.isPossible?.(known as Known) ?? true,
  async run(known) {
    await step.happen(known);
    await known.look(step.said);
  },
  toString: () => step.said,
});

const sku = fc.constantFrom(...MODEL_SKUS);
const units = fc.integer({ min: 1, max: 2 });

const received = fc.tuple(sku, units, fc.boolean()).map(([of, quantity, defective]): Step => ({
  said: `${quantity} ${of} come ${defective ? "defective" : "in good condition"}`,
  isPossible: (known) => known.expects,
  happen: (known) => known.receive(of, quantity, defective),
}));

const byHand = fc
  .tuple(sku, fc.constantFrom("RESTOCKED", "NOT_RESTOCKED", "MISSING"))
  .map(([of, type]): Step => ({
    said: `somebody settles a ${of} as ${type}`,
    isPossible: (known) => known.mayDispose(of),
    happen: (known) => known.disposeByHand(of, type),
  }));

const corrected = fc
  .tuple(sku, fc.constantFrom("gone" as const, "defective" as const))
  .map(([of, becomes]): Step => ({
    said: `a ${of} that came is corrected to ${becomes}`,
    isPossible: (known) => known.mayCorrect(of),
    happen: (known) => known.correct(of, becomes),
  }));

const others: Step[] = [
  {
    said: "the inbound is deleted",
    isPossible: (known) => known.hasInbound,
    happen: (known) => known.endInbound("deleteInbound"),
  },
  {
    said: "the inbound is cancelled",
    isPossible: (known) => known.expects,
    happen: (known) => known.endInbound("endInbound"),
  },
  { said: "it is sent again", happen: (known) => known.sendAgain() },
  {
    said: "what is short counts as missing",
    happen: async ({ shop, back }) => void (await markMissing(shop.world.ctx, { returnId: back })),
  },
  {
    said: "the merchant hides all that the page shows",
    happen: (known) => known.see(),
  },
  {
    said: "the merchant has all of it shown again",
    happen: (known) => known.seeAgain(),
  },
  { said: "both systems are read again", happen: ({ shop, back }) => shop.follow(back) },
];

/** Only until the warehouse begins, so both together are a step of their own. */
const senders: Step[] = [
  { said: "its sender is corrected", happen: ({ label }) => label.correctSender() },
  { said: "its order's address is edited", happen: ({ label }) => label.editOrder() },
  {
    said: "its sender is corrected, then its order's address is edited",
    happen: async ({ shop, label }) => {
      await label.correctSender();
      await shop.settle();
      await label.editOrder();
    },
  },
];

const story = fc.commands(
  [
    fc
      .oneof(
        { arbitrary: received, weight: 5 },
        { arbitrary: byHand, weight: 3 },
        { arbitrary: corrected, weight: 4 },
        { arbitrary: fc.constantFrom(...senders), weight: 3 },
        { arbitrary: fc.constantFrom(...others), weight: 7 },
      )
      .map(commandOf),
  ],
  { maxCommands: 18, size: "max" },
);

const policy = fc.record({
  restock: fc.boolean(),
  defectiveAs: fc.constantFrom("not_restocked" as const, "processing_required" as const, "left" as const),
  announce: fc.boolean(),
});

test(
  "each unit of a return is settled once or shown to a person, and what is hidden stays hidden, in all orders of events",
  { timeout: LONGEST_MS },
  async () => {
    const holds = fc.asyncProperty(policy, story, async (choices, steps) => {
      const ends: (() => Promise<void>)[] = [];
      try {
        const known = await begin(choices, (end) => ends.push(end));
        await fc.asyncModelRun(() => ({ model: known, real: null }), steps);
        await known.end();
      } finally {
        for (const end of ends.reverse()) await end();
      }
    });
    await fc.assert(holds, { numRuns: RUNS });
  },
);
