/*
 * What goes into a support bundle is chosen, column by column. What is free text, of a person's or another system's
 * making, may name anybody and is left out; what should be a code, a name of the two worlds' making, is taken only if it
 * looks like one.
 */

const LEFT_OUT = "(left out)";

const CODE = /^[\w.:/#+-]{1,200}$/;

/** A code, or several with commas between, as it is; anything else is left out. */
export function code(text: string): string;
export function code(text: string | null | undefined): string | null;
export function code(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  return text.split(/, ?/).every((one) => one === "" || CODE.test(one)) ? text : LEFT_OUT;
}

const FAILURE = /^(shopify )?[a-z-]{1,40}( \d{3})?$/;

/** The failure of an event's record: a code, and the status of the answer. Anything else is left out. */
export function failureCode(text: string | null): string | null {
  return text === null || FAILURE.test(text) ? text : LEFT_OUT;
}

/** One of these words as it is; anything else is left out. */
export function oneOf(words: readonly string[], text: string | null): string | null {
  return text === null || words.includes(text) ? text : LEFT_OUT;
}

/** That there is a text, without what it says. */
export function thatThereIs(text: string | null): string | null {
  return text === null || text === "" ? null : LEFT_OUT;
}

/** Of a failure's message what is ours: which side, which call, which answer. */
export function errorInShort(message: string | null): string | null {
  if (message === null) return null;
  const ours =
    /^(Warehouse: (no whole answer to )?(GET|POST|PUT|PATCH|DELETE) [\w./%-]+( answered \d{3})?|(Warehouse|Shopify):)/;
  return `${ours.exec(message)?.[0] ?? ""} ${LEFT_OUT}`.trim();
}

/** Of details kept as JSON: numbers, and texts under these names as `read` takes them; all other texts are left out. */
export function safeDetails(
  details: unknown,
  read: Record<string, (text: string) => string | null>,
  name = "",
): unknown {
  if (Array.isArray(details)) return details.map((one) => safeDetails(one, read, name));
  if (typeof details === "object" && details !== null)
    return Object.fromEntries(
      Object.entries(details).map(([key, value]) => [key, safeDetails(value, read, key)]),
    );
  if (typeof details !== "string") return details;
  return Object.hasOwn(read, name) ? read[name]?.(details) : thatThereIs(details);
}

/** What must never leave, wherever it might stand after all: addresses, telephone numbers, tokens. */
const NEVER = [
  /[\w.+-]+@[\w-]+(\.[\w-]+)+/g,
  /\+\d[\d ()/.-]{6,}\d/g,
  /\bshp[a-z]{2}_\w+/g,
  /\beyJ[\w-]+\.[\w-]+(\.[\w-]+)?/g,
  /\bBearer \S+/gi,
];

/** The last net: takes secrets, and what looks like an address or a token, out of a whole bundle. */
export function scrub(json: string, secrets: readonly string[]): string {
  const known = secrets
    .filter((secret) => secret.length >= MEANT)
    .map((secret) => JSON.stringify(secret).slice(1, -1));
  const without = known.reduce((text, secret) => text.replaceAll(secret, LEFT_OUT), json);
  return NEVER.reduce((text, pattern) => text.replace(pattern, LEFT_OUT), without);
}

/** A shorter one would be found in half of all words. */
const MEANT = 6;
