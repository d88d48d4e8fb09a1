import { useLive } from "./use-live.ts";

/** Keeps the page it stands on fresh: for pages on which only some states change by themselves. */
export function Live() {
  useLive();
  return null;
}
