/** How often what happened, by its name. */
export interface Tally {
  add(name: string, times?: number): void;
  counts(): Record<string, number>;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add: (name, times = 1) => void (times > 0 && counts.set(name, (counts.get(name) ?? 0) + times)),
    counts: () => Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}
