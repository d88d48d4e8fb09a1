import { createHmac, hkdfSync } from "node:crypto";
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";

/** A key that secrets are sealed with. */
export interface SecretKey {
  /** Stands in every sealed text, to tell which key opens it. */
  id: string;
  /** 32 of them. */
  bytes: Uint8Array;
}

/** What a sealed text belongs to. Anywhere else it does not open. */
export interface SecretPlace {
  shop: string;
  /** Table and column. */
  field: string;
}

/**
 * Keeps texts secret where they are stored: AES-256-GCM, as a compact JWE.
 * @example
 * const secrets = createSealer(env.DOCKLINE_SECRET_KEYS);
 * const sealed = await secrets.seal(token, { shop, field: "Connection.accessToken" });
 * await secrets.open(sealed, { shop, field: "Connection.accessToken" }); // token
 */
export interface Sealer {
  /** With the first key. Sealed twice, a text gives two different texts, so that none can be looked for. */
  seal(text: string, place: SecretPlace): Promise<string>;
  /** @throws SecretError */
  open(sealed: string, place: SecretPlace): Promise<string>;
  /**
   * The same for the same text, and of no use without the key: an HMAC-SHA256 under a key that is derived from the first one.
   * It changes with that key.
   */
  digest(text: string): string;
  /** Whether the first key has sealed it; false also of what nothing has. */
  isCurrent(sealed: string): boolean;
}

/**
 * Why a stored secret cannot be used, for the operator:
 * - `not-sealed`: it is no sealed text at all.
 * - `unknown-key`: the key that sealed it is not among ours.
 * - `altered`: its key does not open it. Text or key is not what it was.
 * - `misplaced`: it was sealed for another shop or another column.
 */
export type SecretFault = "not-sealed" | "unknown-key" | "altered" | "misplaced";

const TOLD: Record<SecretFault, string> = {
  "not-sealed": "is not sealed. Nothing but this app may write it; enter it anew in the app",
  "unknown-key": "was sealed with a key that DOCKLINE_SECRET_KEYS does not name. Add that key again",
  altered: "does not open with its key. The stored text was altered, or the key of that name was replaced",
  misplaced: "was sealed for another place. Somebody has copied it; enter it anew in the app",
};

export class SecretError extends Error {
  override readonly name = "SecretError";
  readonly fault: SecretFault;

  constructor(fault: SecretFault, { shop, field, keyId }: SecretPlace & { keyId?: string | undefined }) {
    const key = keyId === undefined ? "" : ` (key ${keyId})`;
    super(`The stored ${field} of ${shop} ${TOLD[fault]}${key}.`);
    this.fault = fault;
  }
}

/** Direct use of a 256-bit key, which is all that is ever sealed and all that is opened. */
const METHOD = { alg: "dir", enc: "A256GCM" } as const;
const ACCEPTED = { keyManagementAlgorithms: [METHOD.alg], contentEncryptionAlgorithms: [METHOD.enc] };

/**
 * Each job asks for its shop's same few secrets, and opening takes its time: what has been opened is remembered for so
 * long, in milliseconds. It is the process that holds the keys which remembers, so it knows nothing that it did not.
 */
const REMEMBERED_MS = 60_000;
/** Secrets of some thousand shops, of well under a kilobyte each. */
const REMEMBERED = 5_000;

const KEY_BYTES = 32;
/** Tells the key of digests from any other that may be derived one day. */
const DIGEST_PURPOSE = "dockline digest";

/** @param keys The first seals, all open. */
export function createSealer(keys: readonly SecretKey[]): Sealer {
  const [first] = keys;
  if (!first) throw new Error("A sealer needs a key.");
  // Imported once, and in a form that gives the bytes to nobody.
  const imported = new Map(
    keys.map(({ id, bytes }) => {
      const usages: KeyUsage[] = ["encrypt", "decrypt"];
      return [id, crypto.subtle.importKey("raw", Uint8Array.from(bytes), "AES-GCM", false, usages)];
    }),
  );
  const digestKey = Buffer.from(hkdfSync("sha256", first.bytes, "", DIGEST_PURPOSE, KEY_BYTES));
  const remembered = new LRUCache<string, string>({ max: REMEMBERED, ttl: REMEMBERED_MS });
  return {
    async seal(text, { shop, field }) {
      return new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ ...METHOD, kid: first.id, shop, field })
        .encrypt(await imported.get(first.id)!);
    },
    async open(sealed, place) {
      const name = [place.shop, place.field, sealed].join("\n");
      const known = remembered.get(name);
      if (known !== undefined) return known;
      const keyId = keyIdOf(sealed);
      if (keyId === undefined) throw new SecretError("not-sealed", place);
      const key = await imported.get(keyId);
      if (!key) throw new SecretError("unknown-key", { ...place, keyId });
      // Why it did not open is left out: it would be of no use, and may quote what it could not read.
      const opened = await compactDecrypt(sealed, key, ACCEPTED).catch(() => undefined);
      if (!opened) throw new SecretError("altered", { ...place, keyId });
      const { shop, field } = opened.protectedHeader;
      if (shop !== place.shop || field !== place.field) throw new SecretError("misplaced", place);
      const text = new TextDecoder().decode(opened.plaintext);
      remembered.set(name, text);
      return text;
    },
    digest: (text) => createHmac("sha256", digestKey).update(text).digest("base64url"),
    isCurrent: (sealed) => keyIdOf(sealed) === first.id,
  };
}

const KEY_ID = /^[\w.-]{1,40}$/;

/** What a sealed text says, unproven, of the key that opens it. */
function keyIdOf(sealed: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(sealed);
    return typeof kid === "string" && KEY_ID.test(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

/** Run on any machine that has Node. */
const MAKE_ONE = `node -p "'k1:' + require('crypto').randomBytes(${KEY_BYTES}).toString('base64')"`;
const EXPECTATION = `unique id:key pairs separated by commas, each key ${KEY_BYTES} bytes in base64 (${MAKE_ONE} makes one)`;

/** `id:base64[,id:base64…]` as it stands in the environment. */
export const secretKeys = z
  .string()
  .transform((text, check): SecretKey[] => {
    const keys = text.split(",").map((one) => {
      const [id = "", encoded = "", ...rest] = one.trim().split(":");
      const bytes = Buffer.from(encoded, "base64");
      const isKey = bytes.length === KEY_BYTES && bytes.toString("base64") === encoded && rest.length === 0;
      return KEY_ID.test(id) && isKey ? { id, bytes: Uint8Array.from(bytes) } : undefined;
    });
    const known = keys.filter((key) => key !== undefined);
    if (known.length === keys.length && new Set(known.map(({ id }) => id)).size === known.length)
      return known;
    check.issues.push({ code: "custom", message: EXPECTATION, input: undefined });
    return z.NEVER;
  })
  .describe(EXPECTATION);
