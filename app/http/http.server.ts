import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import compression from "compression";
import express, { type ErrorRequestHandler } from "express";
import { isDatabaseBusy } from "../database/is-database-busy.ts";
import { health } from "../operations/health.server.ts";
import type { Services } from "../services.server.ts";
import { flowActions } from "../webhooks/flow-actions.server.ts";
import { shopWebhooks } from "../webhooks/shop-webhooks.server.ts";
import { warehouseEvents } from "../webhooks/warehouse-events.server.ts";
import { enterDoor } from "./enter-door.server.ts";
import { answerJson, type Handler } from "./handler.ts";
import { answerHeaders } from "./http-headers.server.ts";
import { BUSY_RETRY_SECONDS, panelHandler, type Pages } from "./panel-handler.server.ts";
import { BodyError } from "./read-body.ts";
import { requestWatch } from "./request-watch.server.ts";

/** What a slow client may take, in milliseconds. */
const TIMES = {
  /** For the headers of a request, some kilobytes. */
  headersTimeout: 15_000,
  /** For a whole request: 64 MiB of mappings at two megabits a second. Smaller bodies have less (`readBody`). */
  requestTimeout: 300_000,
  /** How often the two above are looked at. */
  connectionsCheckingInterval: 5_000,
};
/** Without a byte in either direction a connection ends after so long: a client that stopped reading its answer is gone. */
const IDLE_MAX_MS = 60_000;
/** Connections of one process. Each takes a file descriptor, and the database needs some too. */
const CONNECTIONS_MAX = 5_000;

export interface RunningWeb {
  port: number;
  /** Takes no more requests, lets those under way finish, then resolves. */
  stop(): Promise<void>;
}

/** Starts the web side: what both systems send, and the panel behind it. Rejects with EADDRINUSE if the port is taken. */
export async function startWeb(services: Services, pages: Pages): Promise<RunningWeb> {
  const { env } = services;
  const app = express();
  app.disable("x-powered-by");
  // Nobody asks again whether an answer of ours has changed; files of the build have tags of their own.
  app.disable("etag");
  app.use(health(services, "everyone"));
  app.use(shopWebhooks(services));
  app.use(flowActions(services));
  app.use(compression());
  // File names carry a hash of their content, so they never change.
  app.use(
    "/assets",
    express.static("build/client/assets", { immutable: true, maxAge: "1y", fallthrough: false }),
  );
  app.use(express.static("build/client", { maxAge: "1h" }));
  app.use(panelHandler(services, pages));
  const failed = lastResort(services);
  app.use(((error, _req, res, _next) => failed(error, res)) satisfies ErrorRequestHandler);

  const handlers = [
    requestWatch(services),
    answerHeaders(env),
    enterDoor(env),
    warehouseEvents(services),
    app,
  ];
  const server = createServer(TIMES, inOrder(handlers, failed));
  server.setTimeout(IDLE_MAX_MS);
  server.maxConnections = CONNECTIONS_MAX;
  let stopping = false;
  server.on("request", (_req, res) => {
    // Its connection would be kept open for the next request, and there is none.
    res.once("finish", () => void (stopping && setImmediate(() => server.closeIdleConnections())));
  });
  server.listen(env.PORT, env.LISTEN_ADDRESS);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  services.log.info({ port }, "listening");
  return {
    port,
    async stop() {
      stopping = true;
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

/** The first of these answers, or has the next one do it. */
function inOrder(
  handlers: readonly Handler[],
  failed: (error: unknown, res: ServerResponse) => void,
): RequestListener {
  return (req, res) => {
    // Our side of this connection has ended, see endUnread: it takes no further request.
    if (req.socket.writableEnded) return void req.socket.destroy();
    // Runs before Node's own listener, which closes the connection.
    res.prependOnceListener("finish", () => endUnread(req));
    const goOn = (at: number, error?: unknown): void => {
      if (error !== undefined) return failed(error, res);
      // What is thrown here would end the process: nothing else catches it.
      try {
        handlers[at]?.(req, res, (thrown) => goOn(at + 1, thrown));
      } catch (thrown) {
        failed(thrown, res);
      }
    };
    goOn(0);
  };
}

/** How long a client may go on sending after its answer, in milliseconds. */
const UNREAD_MAX_MS = 1_000;
/** So much of it is read, in bytes. Then the client waits, with its answer to read. */
const UNREAD_MAX_BYTES = 1024 * 1024;

/**
 * Ends the connection of a request that was answered before its body had arrived. Our side ends now. The client's side ends with
 * the body, or after UNREAD_MAX_MS, because the body may never end. Node would close both sides at once. A client that goes on
 * sending then gets an error, sometimes before it has read the answer.
 */
function endUnread(req: IncomingMessage): void {
  if (req.complete) return;
  const { socket } = req;
  setTimeout(() => socket.destroy(), UNREAD_MAX_MS).unref();
  // Node calls this next, because the answer says "Connection: close".
  socket.destroySoon = () => void socket.end();
  let unread = 0;
  req
    .once("end", () => socket.destroy())
    .on("data", (chunk: Buffer) => {
      unread += chunk.length;
      if (unread > UNREAD_MAX_BYTES) req.pause();
    })
    .resume();
}

const BODY_ERRORS: Record<BodyError["status"], string> = {
  400: "bad-body",
  408: "too-slow",
  413: "too-large",
  503: "busy",
};

/** What no route answered for: a body over its cap, or a fault of ours. Never a stack trace. */
function lastResort({ log }: Services): (error: unknown, res: ServerResponse) => void {
  return (error, res) => {
    // Whoever waits for the rest must not take what is there for all of it.
    if (res.headersSent) return void res.destroy();
    if (error instanceof BodyError) {
      if (error.status === 503) res.setHeader("Retry-After", BUSY_RETRY_SECONDS);
      return answerJson(res, error.status, { error: BODY_ERRORS[error.status], message: error.message });
    }
    if (isDatabaseBusy(error)) {
      log.warn({ err: error }, "the database had no time for a request");
      res.setHeader("Retry-After", BUSY_RETRY_SECONDS);
      return answerJson(res, 503, {
        error: "busy",
        message: "The database has no time just now. Try again.",
      });
    }
    const { status } = error as { status?: number };
    if (status && status < 500)
      return answerJson(res, status, { error: "bad-request", message: "The request was not understood." });
    log.error({ err: error }, "a request failed");
    answerJson(res, 500, { error: "internal", message: "Something went wrong on our side. Try again." });
  };
}
