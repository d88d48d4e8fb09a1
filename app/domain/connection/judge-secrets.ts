/** What a merchant copies from the account at the fulfilment service. */
export interface Secrets {
  accessToken: string;
  webhookKey: string;
}

/**
 * What can be seen of a secret by looking at it. A token is tried afterwards; of a webhook key only an event can show
 * that it is right, so that these are the mistakes that can be told beforehand.
 */
export type SecretFault =
  | "missing"
  /** It has a space or a line break in it: two things were copied, or a sentence. */
  | "spaces"
  /** Dots or an ellipsis: it was copied while hidden, or cut short. */
  | "hidden"
  /** An address was copied in its place. */
  | "address"
  | "too-short"
  | "too-long"
  /** Token and webhook key are the same: one was pasted twice. */
  | "twice";

export type SecretFaults = Partial<Record<keyof Secrets, SecretFault>>;

/** Shorter than any secret worth its name; how long the warehouse's are is not documented. */
const SHORTEST = 8;
/** Longer than any, and short enough for a header. */
const LONGEST = 4096;

/** What was typed, without the space around it and without the word that stands before a token in a header. */
export function tidySecret(typed: string): string {
  return typed.trim().replace(/^Bearer\s+/i, "");
}

/** Looks at both before they are tried or saved. */
export function judgeSecrets({ accessToken, webhookKey }: Secrets): SecretFaults {
  const [token, key] = [judgeSecret(accessToken), judgeSecret(webhookKey, { other: accessToken })];
  return { ...(token && { accessToken: token }), ...(key && { webhookKey: key }) };
}

/** Looks at one of the two; `other` is the other one, which it cannot be. */
export function judgeSecret(secret: string, { other }: { other?: string } = {}): SecretFault | undefined {
  if (secret === "") return "missing";
  if (/\s/.test(secret)) return "spaces";
  if (/^https?:\/\//i.test(secret)) return "address";
  if (/[^\x21-\x7e]/.test(secret) || /^[*.]+$/.test(secret) || secret.endsWith("...")) return "hidden";
  if (secret.length < SHORTEST) return "too-short";
  if (secret.length > LONGEST) return "too-long";
  return secret === other ? "twice" : undefined;
}
