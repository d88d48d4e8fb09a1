/** Nobody means to wait longer: what says so has mistaken a unit, and is asked again the next day. In milliseconds. */
const LONGEST_MS = 24 * 60 * 60 * 1000;
/** A date begins with its weekday (RFC 9110 §5.6.7); JavaScript takes much else for one. */
const DATE = /^(mon|tue|wed|thu|fri|sat|sun)/i;

/**
 * What a header `Retry-After` asks to wait, in milliseconds: of seconds or a date (RFC 9110 §10.2.3). 0 is not at all, also
 * for a date that is over; undefined when it asks for nothing that can be understood.
 */
export function readRetryAfter(header: string | null, now: Date): number | undefined {
  const value = header?.trim() ?? "";
  const ms = /^\d+$/.test(value)
    ? Number(value) * 1000
    : DATE.test(value)
      ? Date.parse(value) - now.getTime()
      : NaN;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), LONGEST_MS);
}
