/** How often each of many things happened. */
export interface Tally {
  add(name: string, count?: number): void;
  /** By name, in the order they first happened in. */
  counts(): Record<string, number>;
  clear(): void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    add: (name, count = 1) => void counts.set(name, (counts.get(name) ?? 0) + count),
    counts: () => Object.fromEntries(counts),
    clear: () => counts.clear(),
  };
}
