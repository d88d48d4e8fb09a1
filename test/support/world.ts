import getPort, { portNumbers } from "get-port";
import { runOnce } from "graphile-worker";
import { onTestFinished } from "vitest";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import { connectWarehouse } from "../../app/domain/connection/connect-warehouse.ts";
import { goLive } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { sweepAllShops } from "../../app/domain/connection/sweep-all-shops.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { readEnv } from "../../app/env.server.ts";
import { startWeb } from "../../app/http/http.server.ts";
import { taskList, workerLogger } from "../../app/jobs/worker.server.ts";
import { createServices, type Services } from "../../app/services.server.ts";
import { control } from "../../sandbox/demo/control.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { startShop, type RunningShop } from "../../sandbox/shop/start-shop.ts";
import { startWarehouse, type RunningWarehouse } from "../../sandbox/warehouse/start-warehouse.ts";
import { growOlder } from "../../scripts/lib/grow-older.ts";
import { createDatabase } from "./database.ts";
import { SECRET_KEYS } from "./secrets.ts";
import type { AtEnd } from "./share.ts";

export const SHOP = "demo.myshopify.com";
/** Another shop that may install the app. */
export const NEIGHBOUR = "neighbour.myshopify.com";
export const LOCATION = "Warehouse";
export const TOKEN = "warehouse-token";
export const WEBHOOK_KEY = "webhook-key";
const API = { apiKey: "test-api-key", apiSecret: "test-api-secret" };

/**
 * The app must know its port before it listens. Each worker of each test run has ports of its own, below those that
 * systems give to whoever asks for any, so that hardly anybody takes one in between.
 */
const PORTS = 300;
const LANES = 70;
const FIRST_PORT = 10_000 + ((process.ppid * 8 + Number(process.env.VITEST_POOL_ID ?? 0)) % LANES) * PORTS;

/** Both worlds and the app between them, all real and all in this process. Jobs run when `settle` says so. */
export interface World {
  shop: RunningShop;
  warehouse: RunningWarehouse;
  services: Services;
  /** The demo shop as a job sees it. */
  ctx: ShopContext;
  appUrl: string;
  /** Opens the app as the merchant does the first time: real token exchange. */
  install(shop?: string): Promise<void>;
  /** Installs the app, connects it at `LOCATION`, lets stock be written, and lets everything that follows happen. */
  connect(how?: { shadow: boolean }): Promise<void>;
  /** Waits until both worlds have delivered their events. */
  delivered(): Promise<void>;
  /** Waits until both worlds have delivered their events, and runs every job that is due, until there is none. */
  settle(): Promise<void>;
  /** Calls the control API of one of the worlds. */
  atShop<T = unknown>(path: string, body?: unknown): Promise<T>;
  atWarehouse<T = unknown>(path: string, body?: unknown): Promise<T>;
  /** Deletes something in the shop. */
  remove(path: string): Promise<unknown>;
  /** What the schedule does every hour. */
  sweep(): Promise<void>;
  /** Waits until the shop, or the warehouse, holds a request or an answer back. */
  held(where?: "shop" | "warehouse"): Promise<void>;
  /** Both worlds behave again. */
  clearFaults(): Promise<void>;
  /** Makes what waits to be tried again due now, and lets it happen. */
  retryNow(): Promise<void>;
  /** Lets so many minutes go by. What comes due meanwhile happens at the next `settle`. */
  pass(minutes: number): Promise<void>;
}

export interface SeedVariant {
  sku: string | null;
  title?: string;
  /** At `LOCATION`; not stocked there when null. */
  onHand?: number | null;
  tracked?: boolean;
  requiresComponents?: boolean;
}

/**
 * Starts both sandboxes with these goods, and an app that nobody has opened yet. Each of `variants` is a product of its
 * own in the shop; `warehouse` says how much of which SKU lies there. All ends with the test, or when what `atEnd` was
 * given is called, the last first.
 */
export async function createWorld(
  goods: {
    warehouse?: Record<string, number>;
    variants?: SeedVariant[];
    /** Settings of the app besides those it needs. */
    env?: Record<string, string>;
  },
  atEnd: AtEnd = onTestFinished,
): Promise<World> {
  const port = await getPort({ port: portNumbers(FIRST_PORT, FIRST_PORT + PORTS - 1) });
  const appUrl = `http://localhost:${port}`;
  const warehouse = await startWarehouse({ port: 0, token: TOKEN, webhookKey: WEBHOOK_KEY, retryBaseMs: 20 });
  atEnd(() => warehouse.close());
  const shops = [SHOP, NEIGHBOUR].map((domain) => domain.split(".")[0]!);
  const shop = await startShop({ port: 0, appUrl, appConfig: "shopify.app.toml", shops, ...API });
  atEnd(() => shop.close());
  const services = createServices(
    readEnv({
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      PORT: String(port),
      DATABASE_URL: await createDatabase(atEnd),
      DOCKLINE_SECRET_KEYS: SECRET_KEYS,
      SHOPIFY_API_KEY: API.apiKey,
      SHOPIFY_API_SECRET: API.apiSecret,
      SHOPIFY_APP_URL: appUrl,
      SHOP_SANDBOX_URL: shop.url,
      FULFILMENT_BASE_URL: warehouse.url,
      ...goods.env,
    }),
  );
  atEnd(() => services.close());
  const web = await startWeb(services, async () => new Response(null, { status: 404 }));
  atEnd(() => web.stop());

  const world: World = {
    ...{ shop, warehouse, services, appUrl, ctx: services.openShop(SHOP) },
    atShop: (path, body) => control(shop.url, { path, body }),
    atWarehouse: (path, body) => control(warehouse.url, { path, body }),
    remove: (path) => control(shop.url, { path, method: "DELETE" }),
    async sweep() {
      await sweepAllShops(services.db);
      await world.settle();
    },
    async held(where = "shop") {
      await until(
        () => (where === "shop" ? world.atShop : world.atWarehouse)<{ held: number }>("held"),
        ({ held }) => held > 0,
      );
    },
    async clearFaults() {
      for (const url of [shop.url, warehouse.url]) await control(url, { path: "faults", method: "DELETE" });
    },
    async retryNow() {
      await services.pool.query(
        "SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) FROM graphile_worker.jobs",
      );
      await world.settle();
    },
    async pass(minutes) {
      await growOlder(services.pool, minutes);
      await control(warehouse.url, { path: "clock", body: { advanceMs: minutes * 60_000 } });
    },
    async install(domain = SHOP) {
      const query = new URLSearchParams({
        embedded: "1",
        shop: domain,
        host: Buffer.from(`admin.shopify.com/store/${domain.split(".")[0]}`).toString("base64"),
        id_token: await shop.idToken(domain),
      });
      await services.guard.authenticate(new Request(`${appUrl}/app?${query}`));
    },
    async connect({ shadow } = { shadow: false }) {
      await world.install();
      const { outcome } = await connectWarehouse(world.ctx, { accessToken: TOKEN, webhookKey: WEBHOOK_KEY });
      if (outcome !== "connected") throw new Error(`Not connected: ${outcome}`);
      const chosen = await chooseLocation(world.ctx, {
        locationId: (await readShop(world)).location(LOCATION),
      });
      if (chosen.outcome !== "chosen") throw new Error(`No location: ${chosen.outcome}`);
      if (!shadow) await goLive(world.ctx, "all");
      await world.settle();
    },
    async delivered() {
      await until(
        () => undelivered(world),
        (count) => count === 0,
      );
    },
    async settle() {
      do {
        await world.delivered();
        await runOnce({
          pgPool: services.pool,
          taskList: taskList(services),
          logger: workerLogger(services),
        });
      } while ((await undelivered(world)) + (await due(services)) > 0);
    },
  };
  await seed(world, goods);
  return world;
}

async function seed(world: World, goods: { warehouse?: Record<string, number>; variants?: SeedVariant[] }) {
  const stock = Object.entries(goods.warehouse ?? {});
  await world.atWarehouse(
    "products",
    stock.map(([sku, pieces]) => ({ sku, description: sku, stock: pieces })),
  );
  const products = (goods.variants ?? []).map(({ title, onHand = 0, ...variant }, index) => ({
    title: title ?? variant.sku ?? `Product ${index + 1}`,
    variants: [{ ...variant, onHand: onHand === null ? { "Shop floor": 0 } : { [LOCATION]: onHand } }],
  }));
  await world.atShop("shops/demo/seed", { locations: [LOCATION, "Shop floor"], products });
}

/** Jobs that have come in since the last run looked. */
async function due({ pool }: Services): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::int FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts",
  );
  return rows[0]?.count ?? 0;
}

/** Events and webhooks that have not been answered with 200 yet, and bulk operations that end with one. */
async function undelivered(world: World): Promise<number> {
  const [{ pending }, { webhooks, bulkOperations }] = await Promise.all([
    world.atWarehouse<{ pending: number }>("health"),
    world.atShop<{ webhooks: number; bulkOperations: number }>("health"),
  ]);
  return pending + webhooks + bulkOperations;
}

export interface ShownVariant {
  id: string;
  inventoryItemId: string;
  productId: string;
  sku: string | null;
  onHand: number | undefined;
  /** At `LOCATION`; not stocked there when undefined. */
  figures: Figures | undefined;
}

interface Figures {
  on_hand: number;
  available: number;
  committed: number;
}

/** Where the shop's control API has the product of a variant. */
export function productPath({ productId }: Pick<ShownVariant, "productId">): string {
  return `shops/demo/products/${productId.split("/").at(-1)}`;
}

/** How each variant in the shop stands to the warehouse, by its product's title. */
export async function readStates({ services }: World): Promise<Record<string, string>> {
  const variants = await services.db.variant.findMany({
    where: { shop: SHOP, OR: [{ goneAt: null }, { state: "tombstoned" }] },
  });
  return Object.fromEntries(variants.map(({ productTitle, state }) => [productTitle, state]));
}

/** The shop as it is now, by SKU. */
export async function readShop(world: World) {
  interface State {
    locations: { id: string; name: string }[];
    products: {
      id: string;
      variants: {
        id: string;
        inventoryItemId: string;
        sku: string | null;
        levels: Record<string, Figures>;
      }[];
    }[];
  }
  const { locations, products } = await world.atShop<State>("shops/demo/state");
  const variants: ShownVariant[] = products.flatMap((product) =>
    product.variants.map(({ levels, ...variant }) => ({
      ...variant,
      productId: product.id,
      onHand: levels[LOCATION]?.on_hand,
      figures: levels[LOCATION],
    })),
  );
  const variant = (sku: string) => {
    const found = variants.find((one) => one.sku === sku);
    if (!found) throw new Error(`The shop has no variant with SKU ${sku}.`);
    return found;
  };
  return {
    variants,
    variant,
    onHand: (sku: string) => variant(sku).onHand,
    location: (name: string) => locations.find((one) => one.name === name)?.id ?? "",
  };
}
