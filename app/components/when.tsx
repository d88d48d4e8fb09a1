import { useAgo } from "./use-ago.ts";

/**
 * How long ago something was, in words. `now` comes with the data, so that the server and the browser say the same.
 */
export function When({ at, now }: { at: Date; now: Date }) {
  const ago = useAgo();
  return <time dateTime={at.toISOString()}>{ago(at, now)}</time>;
}
