import type pg from "pg";
import { openDatabase, type Db } from "./db.server.ts";
import type { ShopContext } from "./domain/shop-context.ts";
import { fulfilmentSettings, type Env } from "./env.server.ts";
import { createAccountLimits } from "./fulfilment/account-limits.server.ts";
import { createWarehouseClient } from "./fulfilment/client.ts";
import { createLog, type Logger } from "./log.server.ts";
import { createAdminApi } from "./shopify/admin-api.ts";
import { createShopify, graphqlSender, type Shopify } from "./shopify.server.ts";

/** Everything a process of this app owns. Made once at its start, closed at its end. */
export interface Services {
  env: Env;
  log: Logger;
  db: Db;
  pool: pg.Pool;
  shopify: Shopify;
  clock(): Date;
  /** The world of one shop. Cheap: nothing is asked until a use case asks. */
  openShop(shop: string): ShopContext;
  close(): Promise<void>;
}

declare module "@remix-run/server-runtime" {
  /** What every loader and action finds in `context`. */
  interface AppLoadContext {
    services: Services;
  }
  /** Loaders' data keeps its types on the way to the browser: a Date arrives as one. */
  interface Future {
    v3_singleFetch: true;
  }
}

export function createServices(env: Env): Services {
  const log = createLog(env.LOG_LEVEL);
  const database = openDatabase({ url: env.DATABASE_URL, log });
  const { db, pool } = database;
  const shopify = createShopify({ env, db, log });
  const clock = () => new Date();
  const settings = fulfilmentSettings(env);
  const limits = createAccountLimits(pool, {
    atOnce: env.FULFILMENT_AT_ONCE,
    perSecond: env.FULFILMENT_PER_SECOND,
  });

  const openShop = (shop: string): ShopContext => {
    const reached: ShopContext["reached"] = new Set();
    const ofShop = log.child({ shop });
    return {
      shop,
      db,
      pool,
      clock,
      reached,
      appUrl: env.SHOPIFY_APP_URL,
      log: ofShop,
      admin: createAdminApi({
        ...graphqlSender({ shopify, db, pool, shop }),
        onAnswer: () => reached.add("shop"),
      }),
      warehouse: (accessToken) =>
        createWarehouseClient({
          settings,
          accessToken,
          limits,
          onAnswer: () => reached.add("warehouse"),
          onUnreadable: ({ message, field }) =>
            ofShop.warn({ message, field }, "a record in the warehouse's list could not be read"),
        }),
    };
  };
  const close = async () => {
    limits.close();
    await database.close();
  };
  return { env, log, db, pool, shopify, clock, openShop, close };
}
