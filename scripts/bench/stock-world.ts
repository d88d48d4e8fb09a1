import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import pg from "pg";
import { startChild, type Child } from "../../sandbox/demo/child.ts";
import { control } from "../../sandbox/demo/control.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { BUILT_APP } from "../built-app.ts";
import { ROOT } from "../run-tool.ts";
import { openBenchDatabase } from "./database.ts";
import { SECRET_KEYS } from "./secrets.ts";

export const SHOP = "demo.myshopify.com";
export const LOCATION = "Warehouse";
export const ACCESS_TOKEN = "bench-warehouse-token";
export const WEBHOOK_KEY = "bench-webhook-key";
const APP = { key: "bench-api-key", secret: "bench-api-secret" };

/** The generator's variants of one product. */
const PER_PRODUCT = 8;
/** Our own limit for the warehouse: the highest there is. */
const PER_SECOND = 10_000;
/** Points of the shop's Admin API: more than can be used up. */
const NO_LIMIT = { maximumAvailable: 1e9, available: 1e9, restoreRate: 1e6 };
/** How PostgreSQL knows the connections that belong to the measuring and not to what is measured. */
export const LOOKING_ON = "bench";
/** How often is looked whether something has happened, in milliseconds, where that is not what is measured. */
const LOOK_EVERY_MS = 20;

/** Both sandboxes and the built app, each a program of its own as in the demo, connected and with nothing left to do. */
export interface StockWorld {
  shopUrl: string;
  warehouseUrl: string;
  appUrl: string;
  locationId: string;
  pool: pg.Pool;
  /** What is sold, each known to the warehouse under its SKU and with the figure that lies there. */
  variants: { sku: string; inventoryItemId: string; onHand: number }[];
  startWorker(): Promise<void>;
  stopWorker(): Promise<void>;
  /** The most memory the worker ever had, in bytes. */
  workerPeak(): number;
  /** The worker's figures, as Prometheus reads them. */
  workerFigures(): Promise<string>;
  /** Process ids. */
  pids(): { web: number; worker: number };
  /** Waits until no job is due and none runs, and both worlds have delivered what they have to say. */
  settled(): Promise<void>;
  atShop<T>(path: string, body?: unknown): Promise<T>;
  atWarehouse<T>(path: string, body?: unknown): Promise<T>;
  /** Operations asked for at the shop and at the warehouse since the last time. */
  takeCalls(): Promise<{ shop: Record<string, number>; warehouse: Record<string, number> }>;
  stop(): Promise<void>;
}

/**
 * Opens a shop of so many SKUs, whose stock is mirrored and right. What worlds allow in a second differs from one to the
 * next, and waiting for it is no work: neither the shop's limit nor our own for the warehouse binds.
 */
export async function openStockWorld({ skus }: { skus: number }): Promise<StockWorld> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const database = await openBenchDatabase();
    ends.push(() => database.stop());
    const pool = new pg.Pool({
      connectionString: database.url,
      application_name: LOOKING_ON,
      idleTimeoutMillis: 0,
    });
    pool.on("error", () => undefined); // Whoever needs the connection hears of it.
    ends.push(() => pool.end());
    const start = async (name: string, program: { args: string[]; env?: Record<string, string> }) => {
      const { args, env = {} } = program;
      const logFile = join(database.home, `${name}.log`);
      const child = await startChild({
        name,
        args,
        env,
        logFile,
        onLost: (message) => console.error(message),
      });
      ends.push(() => child.stop());
      return child;
    };
    const [shopPort, warehousePort, appPort] = [await getPort(), await getPort(), await getPort()];
    const figuresPort = await getPort();
    const urls = {
      shopUrl: `http://localhost:${shopPort}`,
      warehouseUrl: `http://localhost:${warehousePort}`,
      appUrl: `http://localhost:${appPort}`,
    };
    await start("warehouse", {
      args: [
        ...[join(ROOT, "sandbox/warehouse/main.ts"), "--port", String(warehousePort)],
        ...["--token", ACCESS_TOKEN, "--webhook-key", WEBHOOK_KEY],
      ],
    });
    await start("shop", {
      args: [
        ...[join(ROOT, "sandbox/shop/main.ts"), "--port", String(shopPort), "--app-url", urls.appUrl],
        ...["--api-key", APP.key, "--api-secret", APP.secret],
        ...["--app-config", join(ROOT, "shopify.app.toml")],
      ],
    });
    const startRole = (role: "web" | "worker") =>
      start(role, {
        args: [...BUILT_APP, role],
        env: {
          NODE_ENV: "production",
          DOCKLINE_DEMO: "1",
          LOG_LEVEL: "warn",
          PORT: String(appPort),
          DATABASE_URL: database.url,
          DOCKLINE_SECRET_KEYS: SECRET_KEYS,
          SHOPIFY_API_KEY: APP.key,
          SHOPIFY_API_SECRET: APP.secret,
          SHOPIFY_APP_URL: urls.appUrl,
          SHOP_SANDBOX_URL: urls.shopUrl,
          APP_BRIDGE_URL: `${urls.shopUrl}/shopifycloud/app-bridge.js`,
          FULFILMENT_BASE_URL: urls.warehouseUrl,
          FULFILMENT_PER_SECOND: String(PER_SECOND),
          // One machine is everybody here.
          WEBHOOKS_PER_MINUTE: "1000000",
          ...(role === "worker" && { METRICS_PORT: String(figuresPort) }),
        },
      });
    const web = await startRole("web");
    let worker: Child | undefined = await startRole("worker");
    const world: StockWorld = {
      ...{ ...urls, pool, locationId: "", variants: [], stop },
      startWorker: async () => void (worker = await startRole("worker")),
      async stopWorker() {
        await worker?.stop();
        worker = undefined;
      },
      workerPeak: () => peakOf(worker?.pid ?? 0),
      workerFigures: async () => (await fetch(`http://localhost:${figuresPort}/metrics`)).text(),
      pids: () => ({ web: web.pid, worker: worker?.pid ?? 0 }),
      atShop: (path, body) => control(urls.shopUrl, { path, body }),
      atWarehouse: (path, body) => control(urls.warehouseUrl, { path, body }),
      settled: () => untilSettled(world),
      async takeCalls() {
        const take = async (url: string) => {
          const { calls } = await control<{ calls: Record<string, number> }>(url, { path: "calls" });
          await control(url, { path: "calls", method: "DELETE" });
          return calls;
        };
        return { shop: await take(urls.shopUrl), warehouse: await take(urls.warehouseUrl) };
      },
    };
    await fill(world, skus);
    await connect(world);
    return world;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fill(world: StockWorld, skus: number): Promise<void> {
  interface State {
    locations: { id: string; name: string }[];
    products: {
      variants: {
        inventoryItemId: string;
        sku: string;
        barcode: string;
        levels: Record<string, { on_hand: number }>;
      }[];
    }[];
  }
  const generate = { products: skus / PER_PRODUCT, variantsPerProduct: PER_PRODUCT };
  await world.atShop("shops/demo/seed", { locations: [LOCATION], generate });
  await world.atShop("shops/demo/throttle", NO_LIMIT);
  const { locations, products } = await world.atShop<State>("shops/demo/state");
  world.locationId = locations.find(({ name }) => name === LOCATION)?.id ?? "";
  const variants = products.flatMap((product) => product.variants);
  world.variants = variants.map(({ sku, inventoryItemId, levels }) => ({
    ...{ sku, inventoryItemId },
    onHand: levels[LOCATION]?.on_hand ?? 0,
  }));
  await world.atWarehouse(
    "products",
    variants.map(({ sku, barcode }, index) => ({
      ...{ sku, barcode, description: `Thing ${sku}`, weight: 310, width: 200, height: 120, length: 80 },
      stock: world.variants[index]?.onHand ?? 0,
    })),
  );
}

async function connect(world: StockWorld): Promise<void> {
  const { pool, locationId } = world;
  await pool.query(`INSERT INTO "StockSettings" ("shop", "phase") VALUES ($1, 'live')`, [SHOP]);
  const merchant = createMerchant(world);
  await merchant.open("/app");
  await merchant.connect({ accessToken: ACCESS_TOKEN, webhookKey: WEBHOOK_KEY, locationId });
  await world.settled();
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM "StockLook" WHERE "verdict" = 'equal'`,
  );
  if (rows[0]?.count !== world.variants.length)
    throw new Error(`Of ${world.variants.length} variants ${rows[0]?.count} are mirrored.`);
  await pool.query("VACUUM ANALYZE");
  await world.takeCalls();
}

async function untilSettled({ pool, atShop, atWarehouse }: StockWorld): Promise<void> {
  for (let quiet = 0; quiet < 2; quiet++) {
    // A sweep that waits for the shop is put off, and is not over.
    const { rows } = await pool.query<{ count: number }>(
      `SELECT count(*)::int FROM graphile_worker.jobs
       WHERE (run_at <= now() OR task_identifier IN ('sweep-stock', 'import-catalogue')) AND attempts < max_attempts`,
    );
    const { pending } = await atWarehouse<{ pending: number }>("health");
    const webhooks = await atShop<{ state: string }[]>("webhooks");
    const busy =
      Number(rows[0]?.count) + pending + webhooks.filter(({ state }) => state === "pending").length;
    if (busy > 0) quiet = -1;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Linux keeps the most memory a process ever had (`VmHWM`, in kB). */
function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
