import { uniformInt } from "pure-rand/distribution/uniformInt";
import { mersenne } from "pure-rand/generator/mersenne";

/** Chance that is the same each time for one seed. */
export interface Luck {
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** True in about this share of cases, 0 to 1. */
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of them, as often as its weight says. */
  weighted<T>(from: readonly (readonly [weight: number, what: T])[]): T;
  /** Something for a generator of its own. */
  seed(): number;
}

/** Shares are drawn to a thousandth. */
const SHARES = 1_000;

export function createLuck(seed: number): Luck {
  const generator = mersenne(seed);
  const between = (least: number, most: number) => uniformInt(generator, least, most);
  return {
    between,
    chance: (share) => between(1, SHARES) <= share * SHARES,
    pick: (from) => from[between(0, from.length - 1)]!,
    weighted(from) {
      let rest = between(
        1,
        from.reduce((sum, [weight]) => sum + weight, 0),
      );
      return from.find(([weight]) => (rest -= weight) <= 0)![1];
    },
    seed: () => between(1, 2 ** 31 - 1),
  };
}
