import { isDeepStrictEqual } from "node:util";
import { withoutWords, type Need } from "./return-needs.ts";

/*
 * What the merchant is done with: a need that they have seen is not shown again until it has ended and come back. With another number
 * in it, a need is another one. In which words a system says it does not matter, and these are not stored.
 */

export interface ShownNeeds {
  /** Shown under _Needs attention_. */
  needs: readonly Need[];
  seen: readonly Need[];
}

const isIn = (needs: readonly Need[], need: Need): boolean =>
  needs.some((one) => isDeepStrictEqual(withoutWords(one), withoutWords(need)));

/** The needs without those that the merchant has seen. */
export function withoutSeen(needs: readonly Need[], seen: readonly Need[]): Need[] {
  return needs.filter((need) => !isIn(seen, need));
}

/** Of the needs that the merchant has seen, those that have not ended. `needs` are all that there are now. */
export function stillSeen(seen: readonly Need[], needs: readonly Need[]): Need[] {
  return seen.filter((need) => isIn(needs, need));
}

/**
 * What is shown once the merchant has seen the needs in `asked`. A need that has changed since their page was read stays.
 * @returns null when none of them is shown
 */
export function afterSeen({ needs, seen }: ShownNeeds, asked: readonly Need[]): ShownNeeds | null {
  // One that the store does not show has a button of its own, which also deletes what the warehouse still expects.
  const done = needs.filter((need) => need.kind !== "not-shown" && isIn(asked, need));
  if (done.length === 0) return null;
  return { needs: withoutSeen(needs, done), seen: [...seen, ...done.map(withoutWords)] };
}

/** What is shown once the merchant wants all to be shown again. @returns null when nothing is hidden */
export function afterShown({ needs, seen }: ShownNeeds): ShownNeeds | null {
  return seen.length === 0 ? null : { needs: [...needs, ...withoutSeen(seen, needs)], seen: [] };
}
