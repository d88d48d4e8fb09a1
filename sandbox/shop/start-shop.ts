import { randomUUID } from "node:crypto";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { createFaultBench } from "../lib/faults.ts";
import { serve } from "../lib/serve.ts";
import { adminRoutes, LARGEST_BODY } from "./admin/admin-routes.ts";
import { createAdminApi } from "./admin/engine.ts";
import type { AdminContext } from "./admin/field.ts";
import { createFieldBook } from "./admin/field-book.ts";
import { loadAdminSchema } from "./admin/schema.ts";
import { simulated } from "./admin/simulated.ts";
import { readAppConfig } from "./app-config.ts";
import { authRoutes } from "./auth/auth-routes.ts";
import { grantedScopes } from "./auth/granted-scopes.ts";
import { mintSessionToken } from "./auth/session-token.ts";
import { useAccessToken } from "./auth/tokens.ts";
import { createBulkPlanner, type BulkPlanner } from "./bulk/plan-query.ts";
import { resultRoutes } from "./bulk/result-routes.ts";
import { RESULTS_PATH } from "./bulk/result-store.ts";
import { controlRoutes } from "./control/control-routes.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import type { Shop } from "./store/shop.ts";
import { uploadRoutes } from "./uploads/upload-routes.ts";
import { createWorld, domainOf, type World } from "./world.ts";

export interface ShopOptions {
  /** 0 asks the system for a free port. */
  port: number;
  /** Where the app runs; on this machine, because the sandbox sends its webhooks there. */
  appUrl: string;
  /** The app's registration: a `shopify.app.toml`. */
  appConfig: string;
  apiKey: string;
  apiSecret: string;
  appHandle?: string;
  /** Names of the shops there are from the beginning. */
  shops?: readonly string[];
  /** Shopify's Admin schema, as the set-up fetches it. */
  schemaFile?: string;
  /** Where to keep everything between runs. */
  stateFile?: string;
  /** The warehouse sandbox's floor, for a link in the admin. */
  floorUrl?: string;
  /** The merchant's language, told to the app. */
  locale?: string;
  now?: () => Date;
  /** How long an answer to a webhook may take; Shopify gives 5 s. */
  answerWithinMs?: number;
  /** The wait before a webhook's first retry, doubled for each one after it; by default 8 of them take 4 hours. */
  retryBaseMs?: number;
}

export interface RunningShop {
  /** Origin without a trailing slash. */
  url: string;
  port: number;
  /** A session token as App Bridge would hand it out. `overrides` replace claims. */
  idToken(shop: string, overrides?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

/** @throws Error in plain words: an unreadable registration or schema, an app elsewhere, or the system's own (EADDRINUSE) */
export async function startShop(options: ShopOptions): Promise<RunningShop> {
  const adminSchema = loadAdminSchema(options.schemaFile);
  const book = createFieldBook(adminSchema, simulated);
  let origin = "";
  const world = createWorld({
    app: {
      config: readAppConfig(options.appConfig, adminSchema),
      handle: options.appHandle ?? "dockline",
      apiKey: options.apiKey,
      apiSecret: options.apiSecret,
      url: localAppUrl(options.appUrl),
    },
    shops: options.shops ?? ["demo"],
    stateFile: options.stateFile,
    now: options.now ?? (() => new Date()),
    origin: () => origin,
    answerWithinMs: options.answerWithinMs,
    retryBaseMs: options.retryBaseMs,
  });
  const served = await serve(
    createApp(world, {
      ...options,
      answer: createAdminApi(adminSchema, book),
      planBulkQuery: createBulkPlanner(adminSchema, book),
    }),
    options.port,
  );
  origin = served.url;
  return {
    url: served.url,
    port: served.port,
    idToken: (shop, overrides) => mintSessionToken(world, { domain: domainOf(shop), overrides }),
    close: async () => {
      await served.close();
      world.close();
    },
  };
}

function createApp(
  world: World,
  options: Pick<ShopOptions, "floorUrl" | "locale"> & {
    answer: ReturnType<typeof createAdminApi>;
    planBulkQuery: BulkPlanner;
  },
): Express {
  const app = express();
  app.disable("x-powered-by");
  const faults = createFaultBench();
  const { now, changed } = world;

  app.use("/_sandbox", controlRoutes(world, faults.control));
  app.use("/staged-uploads", faults.middleware, uploadRoutes({ uploads: world.uploads, now, changed }));
  const { bulkResults: results, bulkFaults } = world;
  app.use(RESULTS_PATH, faults.middleware, resultRoutes({ results, faults: bulkFaults, now }));
  // The body is read before anything goes wrong, so that a fault can name what is in it.
  app.use("/admin", express.json({ limit: LARGEST_BODY }), faults.middleware, (req, res, next) => {
    res.set("x-request-id", randomUUID());
    if (!shopOf(world, req)) return void res.status(404).json({ errors: "Not Found" });
    next();
  });
  app.use(
    "/admin",
    authRoutes(world, (req) => shopOf(world, req)),
  );
  app.use(
    "/admin",
    adminRoutes({
      answer: options.answer,
      authorize: (req) => authorize(world, { req, planBulkQuery: options.planBulkQuery }),
      changed,
    }),
  );
  app.use("/admin", adminErrors);
  app.use(pageRoutes(world, { floorUrl: options.floorUrl, locale: options.locale ?? "en" }));
  return app;
}

/** What is left of `/admin`: nothing Shopify would answer otherwise. */
const adminErrors = [
  (_req: Request, res: Response) => void res.status(404).json({ errors: "Not Found" }),
  (error: Error, _req: Request, res: Response, _next: NextFunction) => {
    const { status = 500 } = error as { status?: number };
    if (status === 500) console.error(error);
    res.status(status).json({ errors: error.message });
  },
];

/** The app says which shop it means in a header, because all shops share one port here. */
function shopOf(world: World, req: Request): Shop | undefined {
  const host = (req.get("x-forwarded-host") ?? req.get("host") ?? "").replace(/:\d+$/, "");
  return host.endsWith(".myshopify.com") ? world.find(host) : undefined;
}

function authorize(
  world: World,
  { req, planBulkQuery }: { req: Request; planBulkQuery: BulkPlanner },
): AdminContext | undefined {
  const shop = shopOf(world, req);
  const token = req.get("x-shopify-access-token");
  if (!shop || !token || !useAccessToken(shop, { token, now: world.now() })) return undefined;
  const { config, handle, apiKey } = world.app;
  return {
    ...world.context(shop),
    scopes: grantedScopes(world, shop),
    app: { name: config.name, handle, apiKey, flowTriggers: config.flowTriggers },
    uploads: world.uploads,
    bulk: world.bulk,
    planBulkQuery,
    count: world.calls.of(shop.domain),
  };
}

function localAppUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !["localhost", "127.0.0.1", "[::1]"].includes(url.hostname))
    throw new Error(`The app's URL ${text} must be on this machine, like http://localhost:3000`);
  return url.href.replace(/\/$/, "");
}
