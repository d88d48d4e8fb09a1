import { afterAll, beforeAll } from "vitest";

/** Takes what ends something that was started. */
export type AtEnd = (end: () => Promise<void>) => void;

/**
 * Starts something for all tests of a file or a `describe`, none of which changes anything another one sees. After them, and
 * also when it did not start wholly, it ends: what was started last ends first.
 */
export function share<T>(start: (atEnd: AtEnd) => Promise<T>): () => T {
  let started: T;
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    started = await start((end) => ends.unshift(end));
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => started;
}
