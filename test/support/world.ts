import { runOnce } from "graphile-worker";
import { onTestFinished } from "vitest";
import { readEnv } from "../../app/env.server.ts";
import { connectWarehouse } from "../../app/domain/connection/connect-warehouse.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { taskList, workerLogger } from "../../app/jobs/worker.server.ts";
import { createServices, type Services } from "../../app/services.server.ts";
import { startShop, type RunningShop } from "../../sandbox/shop/start-shop.ts";
import { startWarehouse, type RunningWarehouse } from "../../sandbox/warehouse/start-warehouse.ts";
import { control } from "../../sandbox/demo/control.ts";
import { createDatabase } from "./database.ts";

export const SHOP = "demo.myshopify.com";
export const TOKEN = "warehouse-token";
export const WEBHOOK_KEY = "webhook-key";
const API_KEY = "test-api-key";
const API_SECRET = "test-api-secret";

/** Where nobody listens: these tests hand events to the use case themselves. */
const APP_URL = "http://localhost:9";

/** Both worlds and the app between them, all real but small, in this process. */
export interface World {
  shop: RunningShop;
  warehouse: RunningWarehouse;
  services: Services;
  /** The demo shop's world as a job sees it. */
  ctx: ShopContext;
  /** Opens the app as the merchant does the first time: real token exchange. */
  install(): Promise<void>;
  /** Installs, connects at the location "Warehouse", and runs what follows. */
  connect(): Promise<void>;
  /** Runs every job that is due, until none is. */
  settle(): Promise<void>;
  /** The shop's figure at the connected location. */
  onHand(sku: string): Promise<number | undefined>;
}

export interface SeedVariant {
  sku: string | null;
  title?: string;
  onHand?: number;
  tracked?: boolean;
  requiresComponents?: boolean;
}

/**
 * Starts both sandboxes with these goods and an app that nobody has opened yet.
 * Products named in `warehouse` lie there with that stock; each of `variants` is a product of its own in the shop.
 */
export async function createWorld(goods: {
  warehouse?: Record<string, number>;
  variants?: SeedVariant[];
}): Promise<World> {
  const warehouse = await startWarehouse({ port: 0, token: TOKEN, webhookKey: WEBHOOK_KEY });
  onTestFinished(() => warehouse.close());
  const shop = await startShop({
    port: 0,
    appUrl: APP_URL,
    appConfig: "shopify.app.toml",
    apiKey: API_KEY,
    apiSecret: API_SECRET,
  });
  onTestFinished(() => shop.close());
  await seedWarehouse(warehouse.url, goods.warehouse ?? {});
  await seedShop(shop.url, goods.variants ?? []);

  const services = createServices(
    readEnv({
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATABASE_URL: await createDatabase(),
      SHOPIFY_API_KEY: API_KEY,
      SHOPIFY_API_SECRET: API_SECRET,
      SHOPIFY_APP_URL: APP_URL,
      SHOP_SANDBOX_URL: shop.url,
      FULFILMENT_BASE_URL: warehouse.url,
    }),
  );
  onTestFinished(() => services.close());
  const ctx = services.openShop(SHOP);

  const world: World = {
    shop,
    warehouse,
    services,
    ctx,
    async install() {
      const query = new URLSearchParams({
        embedded: "1",
        shop: SHOP,
        host: Buffer.from("admin.shopify.com/store/demo").toString("base64"),
        id_token: await shop.idToken(SHOP),
      });
      await services.shopify.authenticate.admin(new Request(`${APP_URL}/app?${query}`));
    },
    async connect() {
      await world.install();
      const locationId = await locationOf(shop.url);
      const result = await connectWarehouse(ctx, { accessToken: TOKEN, webhookKey: WEBHOOK_KEY, locationId });
      if (result.outcome !== "connected") throw new Error(`not connected: ${result.outcome}`);
      await world.settle();
    },
    settle: () =>
      runOnce({ pgPool: services.pool, taskList: taskList(services), logger: workerLogger(services) }),
    onHand: async (sku) => (await shopLevels(shop.url)).get(sku),
  };
  return world;
}

interface ShopState {
  locations: { id: string; name: string }[];
  products: {
    id: string;
    variants: { sku: string | null; inventoryItemId: string; levels: Record<string, { on_hand: number }> }[];
  }[];
}

export function shopState(shopUrl: string): Promise<ShopState> {
  return control(shopUrl, { path: "shops/demo/state" });
}

async function locationOf(shopUrl: string): Promise<string> {
  const { locations } = await shopState(shopUrl);
  const location = locations.find(({ name }) => name === "Warehouse");
  if (!location) throw new Error("the seeded location is missing");
  return location.id;
}

async function shopLevels(shopUrl: string): Promise<Map<string, number>> {
  const { products } = await shopState(shopUrl);
  const variants = products.flatMap((product) => product.variants);
  return new Map(
    variants.flatMap(({ sku, levels }) => {
      const onHand = levels.Warehouse?.on_hand;
      return sku && onHand !== undefined ? [[sku, onHand] as const] : [];
    }),
  );
}

async function seedShop(shopUrl: string, variants: SeedVariant[]): Promise<void> {
  const products = variants.map(({ title, onHand = 0, ...variant }, index) => ({
    title: title ?? variant.sku ?? `Product ${index + 1}`,
    variants: [{ ...variant, onHand: { Warehouse: onHand } }],
  }));
  await control(shopUrl, {
    path: "shops/demo/seed",
    body: { locations: ["Warehouse", "Shop floor"], products },
  });
}

async function seedWarehouse(warehouseUrl: string, stock: Record<string, number>): Promise<void> {
  const products = Object.entries(stock).map(([sku, pieces]) => ({ sku, description: sku, stock: pieces }));
  await control(warehouseUrl, { path: "products", body: products });
}
