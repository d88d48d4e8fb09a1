import type pg from "pg";
import { openDatabase, type Db } from "./db.server.ts";
import { createEventIntake, type EventIntake } from "./domain/events/event-intake.ts";
import type { ShopContext } from "./domain/shop-context.ts";
import { fulfilmentSettings, type Env } from "./env.server.ts";
import { createAccountLimits } from "./fulfilment/account-limits.server.ts";
import { createWarehouseClient } from "./fulfilment/client.ts";
import { createLog, nameShop, type Logger } from "./operations/log.server.ts";
import { createMetrics, watchCalls, type Metrics } from "./operations/metrics.server.ts";
import { readStanding } from "./read-standing.server.ts";
import { createSealer } from "./secrets.server.ts";
import { createSharedClock } from "./shared-clock.server.ts";
import { createAdminApi } from "./shopify/admin-api.ts";
import { createAdminGuard, type AdminGuard } from "./shopify/admin-guard.server.ts";
import { createSessionKeeper } from "./shopify/session-keeper.server.ts";
import { graphqlSender } from "./shopify/shop-sender.server.ts";
import { createSecretLibraries, type SecretLibrary } from "./shopify/shopify.server.ts";

/** Everything a process of this app owns. Made once at its start, closed at its end. */
export interface Services {
  env: Env;
  log: Logger;
  db: Db;
  pool: pg.Pool;
  /** Where the warehouse's events come in. */
  intake: EventIntake;
  /** Shopify's library, by client secret, the newest first. */
  libraries: readonly [SecretLibrary, ...SecretLibrary[]];
  /** Lets in the staff of stores. */
  guard: AdminGuard;
  metrics: Metrics;
  /** The time that all processes share, once `followClock` was called; before, this machine's. */
  clock(): Date;
  /** Goes by PostgreSQL's clock from here on, and says so if this machine's is far from it. Without PostgreSQL it tries on. */
  followClock(): Promise<void>;
  /** A shop's world, for a job or a staff member. Cheap: nothing is asked until a use case asks. */
  openShop(shop: string, caller?: { jobId?: string | undefined; staffId?: string | null }): ShopContext;
  close(): Promise<void>;
}

declare module "@remix-run/server-runtime" {
  /** What every loader and action finds in `context`. */
  interface AppLoadContext {
    services: Services;
    /** The error that a page failed with, for whoever sends its answer. */
    failure?: unknown;
    /** Aborted when the client is gone before it has its answer. Left out where nobody can leave. */
    left?: AbortSignal;
  }
  /** Loaders' data keeps its types on the way to the browser: a Date arrives as one. */
  interface Future {
    v3_singleFetch: true;
  }
}

/** Where Shopify shows the plans of an app with managed pricing, when a plan is needed at all. */
function plansPage({ BILLING_APP_HANDLE: handle }: Env, shop: string): string | null {
  if (!handle) return null;
  return `https://admin.shopify.com/store/${shop.replace(/\.myshopify\.com$/, "")}/charges/${handle}/pricing_plans`;
}

/** Clocks that are kept in step differ by less, in milliseconds. */
const WORTH_SAYING_MS = 2_000;

export function createServices(env: Env): Services {
  const log = createLog(env.LOG_LEVEL);
  const secrets = createSealer(env.DOCKLINE_SECRET_KEYS);
  const database = openDatabase({ url: env.DATABASE_URL, log, secrets });
  const { db, pool } = database;
  const intake = createEventIntake({ pool, secrets, perMinute: env.STORE_EVENTS_PER_MINUTE });
  const libraries = createSecretLibraries({ env, db, log });
  const [{ api, app }] = libraries;
  const sessions = createSessionKeeper({ db, api, sessionStorage: app.sessionStorage });
  const guard = createAdminGuard({ libraries, apiKey: env.SHOPIFY_API_KEY, sessions, log });
  const shared = createSharedClock(pool);
  const clock = () => shared.now();
  const followClock = async () => {
    const aheadMs = await shared.follow().catch((error: unknown) => {
      log.warn(
        { err: error },
        "the database's clock could not be read yet; this machine's is used until it can",
      );
      return 0;
    });
    if (Math.abs(aheadMs) > WORTH_SAYING_MS)
      log.warn({ aheadMs }, "this machine's clock differs from the database's, which is used; set it right");
  };
  const settings = fulfilmentSettings(env);
  const metrics = createMetrics(() =>
    readStanding(pool).catch((error: unknown) => {
      log.warn({ err: error }, "how things stand could not be read for the figures");
      return undefined;
    }),
  );
  const watch = { warehouse: watchCalls(metrics, "warehouse"), shop: watchCalls(metrics, "shop") };
  const limits = createAccountLimits(pool, {
    atOnce: env.FULFILMENT_AT_ONCE,
    perSecond: env.FULFILMENT_PER_SECOND,
  });

  const openShop: Services["openShop"] = (shop, { jobId, staffId } = {}) => {
    const reached: ShopContext["reached"] = new Set();
    const inboundsSeen: ShopContext["inboundsSeen"] = new Set();
    const ofShop = nameShop(shop) ? log : log.child({ shop });
    return {
      shop,
      jobId: jobId ?? null,
      staffId: staffId ?? null,
      db,
      pool,
      secrets,
      clock,
      reached,
      inboundsSeen,
      appUrl: env.SHOPIFY_APP_URL,
      panelUrl: `https://${shop}/admin/apps/${env.SHOPIFY_API_KEY}`,
      plansUrl: plansPage(env, shop),
      log: ofShop,
      meter: metrics,
      admin: createAdminApi({
        ...graphqlSender({ sessions, api, shop }),
        onAnswer: () => reached.add("shop"),
        watch: watch.shop,
      }),
      warehouse: (accessToken) =>
        createWarehouseClient({
          settings,
          accessToken,
          limits,
          onAnswer: () => reached.add("warehouse"),
          onInbound: (isWhole) => inboundsSeen.add(isWhole ? "whole" : "partial"),
          watch: watch.warehouse,
          onUnreadable: ({ message, field }) =>
            ofShop.warn({ message, field }, "a record in the warehouse's list could not be read"),
        }),
    };
  };
  const close = async () => {
    shared.stop();
    limits.close();
    await database.close();
  };
  return { env, log, db, pool, intake, libraries, guard, metrics, clock, followClock, openShop, close };
}
