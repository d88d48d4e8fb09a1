import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import compression from "compression";
import express, { type ErrorRequestHandler, type RequestHandler } from "express";
import { health } from "../operations/health.server.ts";
import { doorOf } from "./door-of.ts";
import { answerJson, type Handler } from "./handler.ts";
import { answerHeaders } from "./http-headers.server.ts";
import { capBody, limitRate } from "./http-limits.server.ts";
import { requestWatch } from "./request-watch.server.ts";
import type { Services } from "../services.server.ts";
import { flowActions } from "../webhooks/flow-actions.server.ts";
import { shopWebhooks } from "../webhooks/shop-webhooks.server.ts";
import { warehouseEvents } from "../webhooks/warehouse-events.server.ts";

/** The only kind of body that the form for a store's name sends; anything else fails where it is parsed. */
const FORM = "application/x-www-form-urlencoded";

export interface RunningWeb {
  port: number;
  /** Takes no more requests, lets those under way finish, then resolves. */
  stop(): Promise<void>;
}

/** Starts the web side: what both worlds send us, and the panel behind it. Rejects with EADDRINUSE if the port is taken. */
export async function startWeb(services: Services, panel: RequestHandler): Promise<RunningWeb> {
  const { env } = services;
  const app = express();
  app.disable("x-powered-by");
  // Nobody asks again whether an answer of ours has changed; files of the build have tags of their own.
  app.disable("etag");
  app.set("trust proxy", env.PROXY_HOPS);
  const limit = (perMinute: number) => limitRate({ perMinute, proxyHops: env.PROXY_HOPS });
  const limitWebhooks = limit(env.WEBHOOKS_PER_MINUTE);
  app.use(["/healthz", "/readyz"], limit(env.PAGES_PER_MINUTE));
  app.use(health(services));
  app.use(["/webhooks", "/flow"], limitWebhooks);
  app.use(shopWebhooks(services));
  app.use(flowActions(services));
  app.use(compression());
  // File names carry a hash of their content, so they never change.
  app.use("/assets", express.static("build/client/assets", { immutable: true, maxAge: "1y" }));
  app.use(express.static("build/client", { maxAge: "1h" }));
  const limits = { "sign-in": limit(env.SIGN_INS_PER_MINUTE), page: limit(env.PAGES_PER_MINUTE) };
  app.use(((req, res, next) => {
    const door = doorOf(req);
    if (!door) return answerJson(res, 400, { error: "bad-address", message: "The address cannot be read." });
    if (door.rate === "sign-in" && req.method === "POST" && !req.is(FORM))
      return answerJson(res, 415, { error: "not-a-form", message: `Send the form as ${FORM}.` });
    limits[door.rate](req, res, (refused) =>
      refused === undefined ? capBody(door.maxBodyBytes)(req, res, next) : next(refused),
    );
  }) satisfies RequestHandler);
  app.use(panel);
  const failed = lastResort(services);
  app.use(((error, _req, res, _next) => failed(error, res)) satisfies ErrorRequestHandler);

  const server = createServer(
    inOrder(
      [requestWatch(services), answerHeaders(env), warehouseEvents(services, limitWebhooks), app],
      failed,
    ),
  );
  let stopping = false;
  server.on("request", (_req, res) => {
    // Its connection would be kept open for the next request, and there is none.
    res.once("finish", () => void (stopping && setImmediate(() => server.closeIdleConnections())));
  });
  server.listen(env.PORT);
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

/** What no route answered for: a body over its cap, or a fault of ours. Never a stack trace. */
function lastResort({ log }: Services): (error: unknown, res: ServerResponse) => void {
  return (error, res) => {
    // Whoever waits for the rest must not take what is there for all of it.
    if (res.headersSent) return void res.destroy();
    const { status, type } = error as { status?: number; type?: string };
    if (type === "entity.too.large")
      return answerJson(res, 413, {
        error: "too-large",
        message: "The body is larger than is accepted here.",
      });
    if (status && status < 500)
      return answerJson(res, status, { error: "bad-request", message: "The request was not understood." });
    log.error({ err: error }, "a request failed");
    answerJson(res, 500, { error: "internal", message: "Something went wrong on our side. Try again." });
  };
}
