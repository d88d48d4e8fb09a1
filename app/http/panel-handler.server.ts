import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ReadableStream as Stream } from "node:stream/web";
import type { AppLoadContext } from "@remix-run/node";
import { isDatabaseBusy } from "../database/is-database-busy.ts";
import type { Services } from "../services.server.ts";
import { doorOf } from "./doors.ts";
import { onClosed, refuseTooMany } from "./enter-door.server.ts";
import { answerJson, type Handler } from "./handler.ts";
import { BodyError, hasBody, readBody, streamBody } from "./read-body.ts";
import { createStoreLimits } from "./store-limits.server.ts";

/** What answers a request for a page: Remix, with the app's routes. */
export type Pages = (request: Request, context: AppLoadContext) => Promise<Response>;

/** How Remix's browsers asked for a page's data before single fetch. */
const LEGACY_DATA = /[?&]_data(=|&|$)/;

/** When a client may try again while the database has no time, in seconds. */
export const BUSY_RETRY_SECONDS = "5";

/**
 * Answers requests for pages. A request of a store's staff, known by their session token, counts towards the store's limits.
 * Nothing of anyone else's body is read: no page takes it. The client's own name for this host is not believed, so that a
 * proxy may send any (`Host`, `X-Forwarded-Host`).
 */
export function panelHandler(services: Services, pages: Pages): Handler {
  const { env, guard } = services;
  const limits = createStoreLimits(env);
  const appUrl = new URL(env.SHOPIFY_APP_URL);

  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const door = doorOf(req);
    // A file that is not there is no page, and costs as little as one that is.
    if (!door.rate) return answerJson(res, 404, { error: "not-found", message: "There is no such file." });
    // Data of pages has addresses that end in `.data`; Remix logs the older way as an error of ours.
    if (LEGACY_DATA.test(req.url ?? ""))
      return answerJson(res, 400, { error: "bad-address", message: "The address can't be read." });
    const left = new AbortController();
    onClosed(res, () => left.abort());
    if (!door.work) return answerAs(req, res, { isKnown: true, left });
    const { authorization } = req.headers;
    const caller = await guard.identify({ authorization, url: req.url ?? "" });
    if (!caller) return answerAs(req, res, { isKnown: false, left });
    const entered = await limits.enter(caller.shop, door.work, left.signal);
    if ("retryAfterMs" in entered) return res.closed ? undefined : refuseTooMany(res, entered.retryAfterMs);
    try {
      await answerAs(req, res, { isKnown: true, left });
    } finally {
      // Not before: what a client that is gone has asked for may go on.
      entered.done();
    }
  };

  const answerAs = async (
    req: IncomingMessage,
    res: ServerResponse,
    { isKnown, left }: { isKnown: boolean; left: AbortController },
  ): Promise<void> => {
    if (res.closed) return;
    const body = isKnown && hasBody(req) ? await bodyOf(req) : null;
    const context: AppLoadContext = { services, failure: undefined, left: left.signal };
    const response = await pages(requestOf(req, { appUrl, body }), context);
    if (context.failure instanceof BodyError) throw context.failure;
    await send(res, busyAnswer(response, context.failure), left);
  };
  return (req, res, next) =>
    void answer(req, res).catch((error: unknown) => (res.closed ? undefined : next(error)));
}

/** A whole body is a stream too: `Request` would copy bytes. */
async function bodyOf(req: IncomingMessage): Promise<ReadableStream<Uint8Array> | null> {
  if (req.method === "GET" || req.method === "HEAD") return null;
  const parts = doorOf(req).work === "upload" ? streamBody(req) : [await readBody(req)];
  return Stream.from<Uint8Array>(parts) as ReadableStream<Uint8Array>;
}

/**
 * The request as Remix gets it. `HEAD` is a `GET` whose body is not sent. It is not told when the client leaves: it would
 * answer at once, while what it has begun goes on.
 */
function requestOf(
  { method = "GET", url = "/", rawHeaders }: IncomingMessage,
  { appUrl, body }: { appUrl: URL; body: ReadableStream<Uint8Array> | null },
): Request {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  headers.delete("x-forwarded-host");
  headers.set("host", appUrl.host);
  return new Request(appUrl.origin + url, {
    method: method === "HEAD" ? "GET" : method,
    headers,
    body,
    ...(body && { duplex: "half" }),
  });
}

/** What failed for want of a database connection may be asked for again, so it is no fault of the page. */
function busyAnswer(response: Response, failure: unknown): Response {
  if (!isDatabaseBusy(failure)) return response;
  const headers = new Headers(response.headers);
  headers.set("Retry-After", BUSY_RETRY_SECONDS);
  return new Response(response.body, { status: 503, headers });
}

/** Sends an answer as fast as its client reads it, and ends what makes it when the client is gone. */
async function send(res: ServerResponse, response: Response, left: AbortController): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) res.appendHeader(name, value);
  const { body } = response;
  if (!body || res.req.method === "HEAD") {
    // Nobody waits for the rest of it.
    left.abort();
    await body?.cancel();
    return void res.end();
  }
  const flushable = res as ServerResponse & { flush?(): void };
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    // Leaving the loop cancels the body, and with it whatever is read for it.
    if (left.signal.aborted) return;
    const hasRoom = res.write(chunk);
    flushable.flush?.();
    if (!hasRoom) await once(res, "drain", { signal: left.signal }).catch(() => undefined);
  }
  res.end();
}
