import type pg from "pg";
import { openDatabase, type Db } from "./db.server.ts";
import type { ShopContext } from "./domain/shop-context.ts";
import type { Env } from "./env.server.ts";
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

  const openShop = (shop: string): ShopContext => {
    const reached: ShopContext["reached"] = new Set();
    return {
      shop,
      db,
      clock,
      reached,
      appUrl: env.SHOPIFY_APP_URL,
      log: log.child({ shop }),
      admin: createAdminApi({
        send: graphqlSender({ shopify, db, shop }),
        onAnswer: () => reached.add("shop"),
      }),
      warehouse: (accessToken) =>
        createWarehouseClient({
          baseUrl: env.FULFILMENT_BASE_URL,
          accessToken,
          onAnswer: () => reached.add("warehouse"),
        }),
    };
  };
  return { env, log, db, pool, shopify, clock, openShop, close: () => database.close() };
}
