import { once } from "node:events";
import {
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { serve } from "../../sandbox/lib/serve.ts";
import { documentedOperations, documentedWebhooks } from "./interface-document.ts";
import { judgeExchange, type Answer, type Finding, type Sent } from "./judge-exchange.ts";

export interface Violation extends Finding {
  method: string;
  /** With query, as it was sent. */
  path: string;
  /** Undefined for a request that no documented operation takes. */
  operationId: string | undefined;
}

/** A documented operation that was called, and how it was answered. */
export interface Seen {
  operationId: string;
  method: string;
  /** As the document writes it, e.g. `/fulfilment/v3/products/{sku}`. */
  path: string;
  status: number;
}

export interface ValidatingProxy {
  /** Origin without a trailing slash. */
  url: string;
  /** In the order they came; complete for every request whose answer has arrived. */
  violations(): Violation[];
  seen(): Seen[];
  close(): Promise<void>;
}

/**
 * Stands before `upstream` and holds everything that passes, in both directions, against the interface document; or
 * against its webhooks, when it stands before someone who receives events. Nothing is held up or changed.
 *
 * Prism judges, but its own server does not carry: that sends on what it understood instead of what it got. It writes
 * JSON anew, answers by itself when a body is none, and puts an invented answer in place of a 501.
 *
 * @example
 * const proxy = await startValidatingProxy({ upstream: warehouse.url });
 * await fetch(`${proxy.url}/fulfilment/v3/products?take=10`, { headers });
 * expect(proxy.violations()).toEqual([]);
 */
export async function startValidatingProxy(options: {
  /** Origin without a trailing slash. */
  upstream: string;
  /** What comes through: requests to the service, unless said otherwise. */
  traffic?: "requests" | "events";
}): Promise<ValidatingProxy> {
  const events = options.traffic === "events";
  const operations = await (events ? documentedWebhooks() : documentedOperations());
  const violations: Violation[] = [];
  const seen: Seen[] = [];

  const listener: RequestListener = (req, res) => {
    // A connection that breaks behind the proxy breaks before it too.
    exchange(req, res).catch(() => req.socket.destroy());
  };

  async function exchange(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/", headers } = req;
    const sent = { method, path, headers, body: await buffer(req) };
    const gone = new AbortController();
    res.once("close", () => gone.abort());
    const answer = await passOn(sent, { upstream: options.upstream, signal: gone.signal });

    const known = events ? { ...sent, path: "/" } : sent;
    const { operation, findings } = await judgeExchange(operations, { sent: known, answer });
    violations.push(...findings.map((one) => ({ ...one, method, path, operationId: operation?.iid })));
    if (operation?.iid)
      seen.push({ operationId: operation.iid, method, path: operation.path, status: answer.status });
    res.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const served = await serve(listener, 0);
  return {
    url: served.url,
    violations: () => [...violations],
    seen: () => [...seen],
    close: () => served.close(),
  };
}

/** Sends the request on as it is: path and body byte by byte, so that `%2F` stays `%2F`. */
async function passOn(
  { method, path, headers, body }: Sent,
  { upstream, signal }: { upstream: string; signal: AbortSignal },
): Promise<Answer> {
  const { host, hostname, port } = new URL(upstream);
  const onward = request({
    hostname,
    port,
    method,
    path,
    // What is compressed could not be read here.
    headers: { ...endToEnd(headers), host, "accept-encoding": "identity" },
    agent: false,
    signal,
  });
  onward.end(body);
  const [answer] = (await once(onward, "response")) as [IncomingMessage];
  return {
    status: answer.statusCode ?? 0,
    headers: endToEnd(answer.headers),
    body: await buffer(answer),
  };
}

/** Without the headers that speak of one connection only (RFC 9110 §7.6.1). */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _, "keep-alive": _keepAlive, "transfer-encoding": _encoding, ...rest } = headers;
  return rest;
}
