import { isRouteErrorResponse, useLocation, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { useSyncExternalStore } from "react";

/** What was last read of the page somebody looks at. */
let last: { url: string; data: unknown; at: Date } | undefined;
let away: { path: string; since: Date } | undefined;
const watchers = new Set<() => void>();

/**
 * The `clientLoader` of pages that read themselves again: where that fails because Dockline cannot be reached, what was
 * read before stays, and with it whatever the merchant has begun to enter. Nothing is kept of another page.
 * @throws what reading threw, for a page that was not read before, and for every answer that is one: not found, sign in.
 */
export async function keepLast({
  request: { url, signal },
  serverLoader,
}: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    const data = await serverLoader();
    last = { url, data, at: new Date() };
    note(undefined);
    return data;
  } catch (error) {
    // What is called off, because the merchant goes on, says nothing of Dockline.
    if (signal.aborted || last?.url !== url || !isAway(error)) throw error;
    note({ path: new URL(url).pathname, since: last.at });
    return last.data;
  }
}
/** Also what came with the page itself is kept. */
keepLast.hydrate = true as const;

/** From when what the page shows is, where Dockline cannot be reached now; else nothing. Another page was read since. */
export function useAwaySince(): Date | undefined {
  const { pathname } = useLocation();
  const found = useSyncExternalStore(
    watch,
    () => away,
    () => undefined,
  );
  return found?.path === pathname ? found.since : undefined;
}

function isAway(error: unknown): boolean {
  return isRouteErrorResponse(error) ? error.status >= 500 : error instanceof Error;
}

function note(now: typeof away): void {
  away = now;
  for (const told of watchers) told();
}

function watch(told: () => void): () => void {
  watchers.add(told);
  return () => watchers.delete(told);
}
