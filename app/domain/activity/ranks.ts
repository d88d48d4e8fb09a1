/** The tables, as they stand in the order of what happened at the same time. Part of every cursor. */
export const RANKS = { ledger: 1, timeline: 2, hint: 3, activity: 4, mapping: 5, push: 6 } as const;
export type Source = keyof typeof RANKS;
