/**
 * Bends time for a process of the app: `node --import scripts/chaos/bent-time.mjs …`. CHAOS_AHEAD_MS is how far its clock
 * is ahead of everybody else's; CHAOS_HASTE by how much it is shorter of patience, so that a time-out of 20 seconds does
 * not take 20 seconds.
 */
const aheadMs = Number(process.env.CHAOS_AHEAD_MS ?? 0);
const haste = Number(process.env.CHAOS_HASTE ?? 1);

if (aheadMs !== 0) {
  const Real = Date;
  globalThis.Date = class extends Real {
    constructor(...args) {
      if (args.length === 0) super(Real.now() + aheadMs);
      else super(...args);
    }
    static now() {
      return Real.now() + aheadMs;
    }
  };
}

if (haste !== 1) {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => timeout(Math.ceil(ms / haste));
}
