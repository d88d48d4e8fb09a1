import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { FulfilmentError } from "./errors.ts";
import { inboundSchema, productSchema, type EventName, type Inbound, type Product } from "./schemas.ts";

/** The warehouse's interface, as far as the app uses it. Every method may throw `FulfilmentError`. */
export interface WarehouseClient {
  /** Every product, page by page as the warehouse lists them. A product moving between pages may be missed or seen twice. */
  productPages(): AsyncGenerator<Product[]>;
  /** `null` when the warehouse says it does not know the SKU. */
  product(sku: string): Promise<Product | null>;
  /** `null` when the warehouse says it does not know the reference. */
  inbound(ref: string): Promise<Inbound | null>;
  /** Inbounds changed within the last `minutes` (5 to 2800), page by page. */
  changedInboundPages(minutes: number): AsyncGenerator<Inbound[]>;
  /** Asks for events. The warehouse forgets nothing and lists nothing: remember what was asked. */
  subscribe(subscription: { event: EventName; notificationUrl: string }): Promise<void>;
  /** Whether the address answers and the token is accepted; throws when not. Changes nothing. */
  check(): Promise<void>;
}

/** The largest page the interface allows. */
const PAGE_SIZE = 100;
/** One attempt may take this long. */
const TIME_OUT_MS = 10_000;
/** Waits before the second and third attempt of a read. */
const BACKOFF_MS = [200, 1000];
/** A longer `Retry-After` is left to the job queue. */
const LONGEST_WAIT_MS = 15_000;

export interface Account {
  /** Without a trailing slash. */
  baseUrl: string;
  accessToken: string;
  /** Called whenever the warehouse has done what was asked. */
  onAnswer?: () => void;
}

export function createWarehouseClient(account: Account): WarehouseClient {
  const call = (request: Call) => send(account, request);

  async function* pages<T>(path: string, query: string, item: z.ZodType<T>): AsyncGenerator<T[]> {
    for (let skip = 0; ; skip += PAGE_SIZE) {
      const page = parse(
        z.array(item),
        await call({ path: `${path}?skip=${skip}&take=${PAGE_SIZE}${query}` }),
      );
      yield page;
      if (page.length < PAGE_SIZE) return;
    }
  }

  return {
    productPages: () => pages("/fulfilment/v3/products", "", productSchema),
    product: (sku) =>
      orNull(async () =>
        parse(productSchema, await call({ path: `/fulfilment/v3/products/${segment(sku)}` })),
      ),
    inbound: (ref) =>
      orNull(async () =>
        parse(
          inboundSchema,
          await call({ path: `/fulfilment/v3/inbounds/${segment(ref)}?include=lines,receipts` }),
        ),
      ),
    changedInboundPages: (minutes) =>
      pages("/fulfilment/v3/inbounds", `&change-interval=${minutes}&include=lines,receipts`, inboundSchema),
    async subscribe(subscription) {
      await call({ path: "/fulfilment/v4/subscriptions", method: "POST", body: subscription });
    },
    async check() {
      parse(z.array(productSchema), await call({ path: "/fulfilment/v3/products?skip=0&take=10" }));
    },
  };
}

interface Call {
  path: string;
  method?: "POST";
  body?: unknown;
}

/** An identifier as one path segment. `.` and `..` would climb, and nothing would list instead of retrieve. */
function segment(identifier: string): string {
  if (identifier === "" || identifier === "." || identifier === "..")
    throw new FulfilmentError("refused", { message: `"${identifier}" cannot be used as an identifier` });
  return encodeURIComponent(identifier);
}

class NotFound extends FulfilmentError {}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") || "the answer";
  throw new FulfilmentError("not-understood", { message: `${where}: ${issue?.message ?? "unexpected"}` });
}

/** Sends one request; reads are tried again when the warehouse is unreachable or busy, a write never is. */
async function send(account: Account, request: Call): Promise<unknown> {
  const waits = request.method ? [] : BACKOFF_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await attemptOnce(account, request);
      account.onAnswer?.();
      return answer;
    } catch (error) {
      const base = waits[attempt];
      if (!(error instanceof FulfilmentError) || !error.retryable || base === undefined) throw error;
      if (error.retryAfterMs > LONGEST_WAIT_MS) throw error;
      await sleep(Math.max(error.retryAfterMs, base * (0.5 + Math.random())));
    }
  }
}

async function attemptOnce(account: Account, request: Call): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(account.baseUrl + request.path, {
      method: request.method ?? "GET",
      headers: {
        authorization: `Bearer ${account.accessToken}`,
        accept: "application/json",
        ...(request.body !== undefined && { "content-type": "application/json" }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      redirect: "error", // A redirect would carry the token to an address nobody configured.
      signal: AbortSignal.timeout(TIME_OUT_MS),
    });
    text = await response.text();
  } catch (cause) {
    const message = `no answer to ${request.method ?? "GET"} ${pathOnly(request.path)}`;
    throw new FulfilmentError("unreachable", { message, cause });
  }
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const message = `${request.method ?? "GET"} ${pathOnly(request.path)} answered ${response.status}`;
  if (response.ok) return json(text, { message, requestId });
  if (response.status === 401 || response.status === 403)
    throw new FulfilmentError("token-refused", { message, requestId });
  if (response.status === 404) throw new NotFound("refused", { message, requestId });
  if (response.status === 429 || response.status >= 500)
    throw new FulfilmentError("unavailable", { message, requestId, retryAfterMs: retryAfter(response) });
  throw new FulfilmentError("refused", { message, requestId });
}

function json(text: string, about: { message: string; requestId: string | undefined }): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new FulfilmentError("not-understood", {
      ...about,
      message: `${about.message} with something other than JSON`,
      cause,
    });
  }
}

/** `Retry-After` in milliseconds. Seconds or a date (RFC 9110 §10.2.3); 0 when absent, and 0 means now. */
function retryAfter(response: Response): number {
  const value = response.headers.get("retry-after");
  if (!value) return 0;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Paths go into messages and logs, queries do not. */
function pathOnly(path: string): string {
  return path.split("?", 1)[0] ?? path;
}
