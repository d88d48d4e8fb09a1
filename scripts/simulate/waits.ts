/** How long many things waited, in so few numbers that all of them fit: each within 6 % of what it was. */
export interface Waits {
  add(ms: number): void;
  readonly count: number;
  readonly most: number;
  /** What this share of them did not exceed, in milliseconds. */
  within(share: number): number;
}

const STEPS_A_DECADE = 40;
/** Shorter than this is no wait. */
const LEAST_MS = 0.1;
const DECADES = 10;

export function createWaits(): Waits {
  const steps = new Float64Array(STEPS_A_DECADE * DECADES + 1);
  let [count, most] = [0, 0];
  return {
    add(ms) {
      const step = ms <= LEAST_MS ? 0 : 1 + Math.floor(Math.log10(ms / LEAST_MS) * STEPS_A_DECADE);
      steps[Math.min(step, steps.length - 1)]!++;
      count++;
      if (ms > most) most = ms;
    },
    get count() {
      return count;
    },
    get most() {
      return most;
    },
    within(share) {
      let left = share * count;
      for (let step = 0; step < steps.length; step++)
        if ((left -= steps[step]!) <= 0)
          return step === 0 ? 0 : Math.min(most, LEAST_MS * 10 ** (step / STEPS_A_DECADE));
      return most;
    },
  };
}
