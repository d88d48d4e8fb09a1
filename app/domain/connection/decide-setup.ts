import type { StockPhase } from "@prisma/client";

/** What a merchant goes through until the shop's stock follows the warehouse, in this order. */
export const SETUP_STEPS = ["connect", "location", "match", "report", "live"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What is so in the shop, as far as the guide goes by it. */
export interface SetupFacts {
  /** The keys were entered, and the token worked. */
  connected: boolean;
  located: boolean;
  /** Both catalogues were read. */
  imported: boolean;
  /** Some variant is mapped. */
  mapped: boolean;
  /** Some variant waits for the merchant's word: it is suggested, or ambiguous. */
  waiting: boolean;
  /** What going live would change is known. */
  compared: boolean;
  /** The merchant has looked at that. */
  reportSeen: boolean;
  phase: StockPhase;
}

export interface SetupStand {
  /** `now` is the first that is not done, also when others after it are. */
  steps: { step: SetupStep; state: "done" | "now" | "later" }[];
  done: number;
  /** Null when all are done. */
  next: SetupStep | null;
}

/**
 * Which steps are done, by what is so and not by what was clicked. A variant that waits keeps nobody from going on: who
 * has looked at the report with some left open has said so.
 */
export function decideSetup(facts: SetupFacts): SetupStand {
  const { located, imported, mapped, waiting, compared, reportSeen, phase } = facts;
  const someLive = located && phase !== "shadow";
  const seen = located && compared && reportSeen;
  const isDone: Record<SetupStep, boolean> = {
    connect: facts.connected,
    location: located,
    match: located && imported && mapped && (!waiting || seen || someLive),
    report: seen || someLive,
    live: located && phase === "live",
  };
  const next = SETUP_STEPS.find((step) => !isDone[step]) ?? null;
  return {
    steps: SETUP_STEPS.map((step) => ({
      step,
      state: isDone[step] ? "done" : step === next ? "now" : "later",
    })),
    done: SETUP_STEPS.filter((step) => isDone[step]).length,
    next,
  };
}
