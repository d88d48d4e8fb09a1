// @module-tag proof
import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { begin } from "./model/begin.ts";
import { catchUp } from "./model/catch-up.ts";
import { Known } from "./model/known.ts";
import { buy } from "./model/ordinary-steps.ts";
import { oddStory, ordinaryStory } from "./model/stories.ts";

/** So many stories of each kind at first; `FC_RUNS=500 npm test -- --proof test/stock/model.test.ts` for many, `FC_SEED=7` for others. */
const RUNS = Number(process.env["FC_RUNS"] ?? 5);
/** `FC_SHRINK=no` shows a story that fails as it is. */
const SHRINK = process.env["FC_SHRINK"] !== "no";
/** A story takes some seconds; one that fails is repeated until it is short. */
const LONGEST_MS = RUNS * 15_000 + 600_000;

/** Open orders every story begins with, so that much can be fulfilled, packed and cancelled. */
const OPEN = [
  ["MUG", 2],
  ["TEE-ONE", 1],
  ["JAR", 1],
  ["KIT", 1],
] as const;

/** One store in four has so many variants that they are compared with bulk queries; `FC_LARGE=yes` makes all of them large. */
const sizes =
  process.env["FC_LARGE"] === "yes" ? fc.constant(true) : fc.constantFrom(true, false, false, false);
const modes = fc.constantFrom("on_hand" as const, "available" as const);

test.each([
  ["with ordinary steps, every decision is right to the unit", ordinaryStory, fc.constant(false)],
  ["with odd steps, every decision is within what can be known", oddStory, fc.boolean()],
])(
  "%s, and in the end the store shows what is free",
  { timeout: LONGEST_MS },
  async (_title, story, defective) => {
    const holds = fc.asyncProperty(
      modes,
      defective,
      sizes,
      story,
      async (mode, countsDefective, isLarge, steps) => {
        const ends: (() => Promise<void>)[] = [];
        try {
          const of = { mode, countsDefective, isLarge };
          const world = await begin(of, (end) => ends.push(end));
          const known = await Known.of(world, of);
          for (const [sold, quantity] of OPEN) await buy(known, sold, quantity);
          await fc.asyncModelRun(() => ({ model: known, real: null }), steps);
          await known.begin();
          await catchUp(known);
          await known.judgeLedger();
          if (isLarge) expect(known.judged.gathered, "bulk queries").toBeGreaterThan(0);
        } finally {
          for (const end of ends.reverse()) await end();
        }
      },
    );
    await fc.assert(holds, { numRuns: RUNS, endOnFailure: !SHRINK });
  },
);
