/** Things that are dealt with together when they come together. */
export interface Batches<Item, Result> {
  /** Has an item dealt with: at once when nothing else is, and otherwise with all that wait, as soon as it is their turn. */
  add(item: Item): Promise<Result>;
  /** Whether nothing is being dealt with and nothing waits. */
  isIdle(): boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result | PromiseLike<Result>): void;
  reject(reason: unknown): void;
}

/**
 * Gathers what comes while something of its kind is being dealt with. Nothing waits for others to come: a batch is as
 * large as the one before it took time. `run` gets at most `most` items and answers for each, in their order; an answer
 * that is a promise keeps its item waiting and not those of the next batch. What `run` throws is thrown at all of them.
 * @example
 * const found = inBatches({ most: 100, run: async (ids: string[]) => readAll(ids) });
 * await found.add("1");
 */
export function inBatches<Item, Result>({
  most,
  run,
}: {
  most: number;
  run(items: Item[]): Promise<(Result | Promise<Result>)[]>;
}): Batches<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = false;

  const runAll = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const results = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(results[index]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = false;
  };
  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (!running) void runAll();
      }),
    isIdle: () => !running && waiting.length === 0,
  };
}
