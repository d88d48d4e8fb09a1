import { setTimeout as sleep } from "node:timers/promises";
import type { Page, Request } from "playwright-core";

/** So long nothing is to be on its way. */
const QUIET_MS = 500;
/** A page that has not come to rest by then never will. */
const LONGEST_MS = 60_000;

/**
 * Counts what a page asks for, its frames included, from now on. What it gives back waits until nothing has been on its
 * way for half a second. Playwright's own "networkidle" means the same, but once in some hundred pages with the app in
 * a frame it does not come, though everything has been answered.
 * @throws Error naming what is still on its way after a minute
 */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let last = Date.now();
  const end = (request: Request) => {
    open.delete(request);
    last = Date.now();
  };
  page.on("request", (request) => open.add(request));
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return async () => {
    const until = Date.now() + LONGEST_MS;
    while (open.size > 0 || Date.now() - last < QUIET_MS) {
      if (Date.now() > until)
        throw new Error(`the page does not come to rest: ${[...open].map((one) => one.url()).join(", ")}`);
      await sleep(50);
    }
  };
}
