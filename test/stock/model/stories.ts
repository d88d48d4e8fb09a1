import fc from "../../support/fast-check.ts";
import { caughtUp } from "./catch-up.ts";
import { choices } from "./choices.ts";
import type { Known } from "./known.ts";
import { longTime, modeChange, oddMoves } from "./odd-steps.ts";
import { ordinaryMoves } from "./ordinary-steps.ts";
import { runs } from "./runs.ts";
import type { Step } from "./step.ts";

/** A step as fast-check takes it: after it the app is held to the rules. */
const commandOf = (step: Step): fc.AsyncCommand<Known, null> => ({
  check: (known) => step.isPossible?.(known as Known) ?? true,
  async run(known) {
    await known.begin();
    await step.happen(known);
    await known.look();
  },
  toString: () => step.said,
});

const story = (...steps: fc.WeightedArbitrary<Step>[]) =>
  fc.commands([fc.oneof(...steps).map(commandOf)], { maxCommands: 50, size: "max" });

export const ordinaryStory = story(
  { arbitrary: ordinaryMoves, weight: 14 },
  ...runs(ordinaryMoves),
  { arbitrary: choices, weight: 2 },
  { arbitrary: fc.constant(caughtUp), weight: 1 },
);

const moves = fc.oneof({ arbitrary: ordinaryMoves, weight: 3 }, { arbitrary: oddMoves, weight: 1 });

export const oddStory = story(
  { arbitrary: moves, weight: 14 },
  ...runs(moves),
  { arbitrary: choices, weight: 2 },
  { arbitrary: fc.oneof(longTime, modeChange), weight: 2 },
  { arbitrary: fc.constant(caughtUp), weight: 1 },
);
