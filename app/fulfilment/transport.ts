import { storable } from "./answers.ts";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { CallWatch } from "../operations/call-watch.ts";
import type { AccountLimits } from "./account-limits.server.ts";
import { decideRetry } from "./decide-retry.ts";
import { FulfilmentError } from "./errors.ts";
import { readRetryAfter } from "./retry-after.ts";
import type { FulfilmentSettings } from "./settings.ts";

/** A warehouse account, and what stands between us and it. */
export interface Account {
  settings: FulfilmentSettings;
  accessToken: string;
  limits: AccountLimits;
  /** Called whenever the warehouse has done what was asked. */
  onAnswer?: () => void;
  watch?: CallWatch;
  /** Called for each inbound that was asked for with lines and receipts: whether both came with it. */
  onInbound?: (isWhole: boolean) => void;
  /** Called for each row of a listing that cannot be read; the others go on. */
  onUnreadable?: (error: FulfilmentError) => void;
}

export interface Call<T> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Encoded, without query. It goes into messages and logs; queries do not. */
  path: string;
  query?: URLSearchParams;
  body?: unknown;
  /** What to make of the answer. Throws FulfilmentError `not-understood` or `label-unusable`. */
  read: (body: string) => T;
  /** Only where doing it twice has the effect of once. */
  repeatable: boolean;
  /** Ends the call early, its repetitions included. Then it fails as `unreachable`. */
  signal?: AbortSignal | undefined;
  /** The call names a record, or several, and its failure may concern these alone. */
  namesRecord?: boolean | undefined;
  /** The call finds out whether the account is served at all. */
  isCheck?: boolean | undefined;
}

/** Sends one request, with patience as far as repeating it is safe. */
export type Send = <T>(call: Call<T>) => Promise<T>;

/** The largest answer read, in bytes: a label at its cap is 7 MB of base64, a page of inbounds is far less. */
const ANSWER_CAP_BYTES = 32 * 1024 * 1024;
/** Statuses below 500 that say that the same request may succeed later: too slow, locked, too early, too many. */
const PASSING_STATUSES = new Set([408, 423, 425, 429]);
/** One account rests no longer than this, in milliseconds, for the answer to its check. */
const ACCOUNT_PAUSE_MAX_MS = 60 * 60_000;
/** And no longer than this for the answer to another call: what fails there is checked, and others may be answered. */
const CALL_PAUSE_MAX_MS = 2_000;
/** The longest word of the warehouse's own that is passed on to the merchant. */
const REASON_CAP = 500;

/** The way to one account. Every attempt has its own time-out and its own place in the account's limits. */
export function createTransport(account: Account): Send {
  const key = accountKey(account);
  return async (call) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const asked = performance.now();
        const result = await account.limits.run(key, () => {
          account.watch?.waited(performance.now() - asked);
          const attempt = () => attemptOnce(account, call);
          const answer = account.watch ? account.watch.attempt(operationOf(call), attempt) : attempt();
          return call.namesRecord ? answer.catch(throwOfRecord) : answer;
        });
        account.onAnswer?.();
        return result;
      } catch (error) {
        if (!(error instanceof FulfilmentError)) throw error;
        if (error.status === 429) {
          const maxMs = call.isCheck ? ACCOUNT_PAUSE_MAX_MS : CALL_PAUSE_MAX_MS;
          await account.limits.pause(key, Math.min(error.retryAfterMs ?? 0, maxMs));
        }
        // What was surely not done may be asked again, whatever it is.
        const safe = call.repeatable || !error.ambiguous;
        const waitMs = safe ? decideRetry(error, { attempt, random: Math.random() }) : null;
        if (waitMs === null || call.signal?.aborted) throw error;
        if (error.status === 429) account.watch?.waited(waitMs);
        await sleep(waitMs, undefined, { signal: call.signal }).catch(() => Promise.reject(error));
      }
    }
  };
}

function throwOfRecord(error: unknown): never {
  throw error instanceof FulfilmentError ? error.with({ scope: "record" }) : error;
}

/** What kind of thing is asked for: paths name SKUs and references. */
function operationOf({ method, path }: Pick<Call<unknown>, "method" | "path">): string {
  const things = /\/(inbounds|products|subscriptions?)(?=\/|$)/i.exec(path)?.[1] ?? "other";
  const label = path.endsWith("/label") ? " label" : "";
  return `${method} ${things.toLowerCase()}${label}`;
}

/** Names the account without giving its token away: processes and shops with the same one share its limits. */
function accountKey({ settings, accessToken }: Account): string {
  return createHash("sha256").update(`${settings.baseUrl}\n${accessToken}`).digest("hex");
}

async function attemptOnce<T>({ settings, accessToken }: Account, call: Call<T>): Promise<T> {
  const { method, path, body } = call;
  const query = call.query?.size ? `?${call.query.toString()}` : "";
  let response: Response;
  let text: string;
  try {
    response = await fetch(settings.baseUrl + path + query, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        accept: "application/json, text/plain;q=0.9, */*;q=0.1",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: "manual", // To follow it would carry the token to an address nobody configured.
      signal: AbortSignal.any([
        AbortSignal.timeout(settings.timeOutMs),
        ...(call.signal ? [call.signal] : []),
      ]),
    });
    text = await readText(response);
  } catch (cause) {
    if (cause instanceof FulfilmentError) throw cause;
    const timedOut = (cause as Error).name === "TimeoutError";
    throw new FulfilmentError("unreachable", {
      message: `no whole answer to ${method} ${path}`,
      timedOut,
      cause,
    });
  }
  // Logged: should it quote our token, it is as good as none.
  const requestId = response.headers.get("x-request-id")?.replaceAll(accessToken, "…");
  const about = {
    message: `${method} ${path} answered ${response.status}`,
    requestId,
    status: response.status,
  };
  if (!response.ok) throw refusalOf(response, { ...about, reason: reasonIn(text, accessToken) });
  try {
    return call.read(text);
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    // The reader knows what is wrong, only we know with which answer.
    const what = error.message.replace(/^Warehouse: /, "");
    throw error.with({ ...about, message: `${about.message}: ${what}` });
  }
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  // What says that it is too large need not be read to find out.
  let size = Number(response.headers.get("content-length") ?? 0) > ANSWER_CAP_BYTES ? ANSWER_CAP_BYTES : 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    chunks.push(part.value);
    if (size <= ANSWER_CAP_BYTES) continue;
    await reader?.cancel();
    throw new FulfilmentError("not-understood", { message: `an answer over ${ANSWER_CAP_BYTES} bytes` });
  }
  return Buffer.concat(chunks).toString("utf8");
}

interface About {
  message: string;
  requestId: string | undefined;
  status: number;
  reason: string | undefined;
}

function refusalOf(response: Response, about: About): FulfilmentError {
  const { status } = response;
  if (status >= 300 && status < 400) return new FulfilmentError("redirected", about);
  if (status === 401) return new FulfilmentError("token-refused", about);
  if (status === 403) return new FulfilmentError("forbidden", about);
  if (status === 404) return new FulfilmentError("not-found", about);
  if (PASSING_STATUSES.has(status) || status >= 500) {
    const retryAfterMs = readRetryAfter(response.headers.get("retry-after"), new Date());
    return new FulfilmentError("unavailable", {
      ...about,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    });
  }
  return new FulfilmentError("refused", about);
}

/**
 * The warehouse's own words, wherever its errors keep them; their form is not documented. Merchants see them, so they are
 * rid of the token they may quote.
 */
function reasonIn(body: string, accessToken: string): string | undefined {
  let found: unknown;
  try {
    const json = JSON.parse(body) as Record<string, unknown> | null;
    const [first] = Array.isArray(json?.errors) ? (json.errors as unknown[]) : [];
    found =
      json?.message ?? json?.detail ?? json?.error ?? (first as { message?: unknown })?.message ?? first;
  } catch {
    return undefined; // A page for people to look at; nothing of it helps a merchant.
  }
  return typeof found === "string" && found !== ""
    ? storable(found.replaceAll(accessToken, "…").slice(0, REASON_CAP))
    : undefined;
}

/** The answer as JSON. @throws FulfilmentError `not-understood`, garbled. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new FulfilmentError("not-understood", { message: "something other than JSON", garbled: true });
  }
}
