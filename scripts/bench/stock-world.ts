import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import pg from "pg";
import type { Child } from "../../sandbox/demo/child.ts";
import { control } from "../../sandbox/demo/control.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { builtApp } from "../built-app.ts";
import { ROOT } from "../run-tool.ts";
import { openBenchDatabase } from "./database.ts";
import { APP, appEnv, openPrograms } from "./programs.ts";

export const SHOP = "demo.myshopify.com";
export const LOCATION = "Warehouse";
export const ACCESS_TOKEN = "bench-warehouse-token";
export const WEBHOOK_KEY = "bench-webhook-key";

/** Nearer than any world but the sandboxes, which answer within a millisecond; in milliseconds. */
export const AWAY_MS = 25;

/** The generator's variants of one product. */
const PER_PRODUCT = 8;
/** Points of the shop's Admin API: more than can be used up. */
const NO_LIMIT = { maximumAvailable: 1e9, available: 1e9, restoreRate: 1e6 };
/** How PostgreSQL knows the connections that belong to the measuring and not to what is measured. */
export const LOOKING_ON = "bench";
/** How often is looked whether something has happened, in milliseconds, where that is not what is measured. */
const LOOK_EVERY_MS = 20;

interface Worker extends Child {
  /** Where Prometheus would read its figures. */
  figuresPort: number;
}

/** Both sandboxes and the built app, each a program of its own as in the demo, connected and with nothing left to do. */
export interface StockWorld {
  shopUrl: string;
  warehouseUrl: string;
  appUrl: string;
  locationId: string;
  pool: pg.Pool;
  /** What is sold, each known to the warehouse under its SKU and with the figure that lies there. */
  variants: { sku: string; inventoryItemId: string; onHand: number }[];
  /** Starts one more; `env` are settings of its own. */
  startWorker(env?: Record<string, string>): Promise<void>;
  /** Stops all there are. */
  stopWorker(): Promise<void>;
  /** The most memory the latest worker ever had, in bytes. */
  workerPeak(): number;
  /** The latest worker's figures, as Prometheus reads them. */
  workerFigures(): Promise<string>;
  /** Process ids, of workers the latest. */
  pids(): { web: number; worker: number };
  /** What the app's processes hold in memory now, in bytes: the web side's and the latest worker's. */
  memory(): { web: number; worker: number };
  /** Waits until no job is due and none runs, and both worlds have delivered what they have to say. */
  settled(): Promise<void>;
  atShop<T>(path: string, body?: unknown): Promise<T>;
  atWarehouse<T>(path: string, body?: unknown): Promise<T>;
  /** Has either world take so many milliseconds more for each answer, from now on. */
  moveAway(ms: number): Promise<void>;
  /** Operations asked for at the shop and at the warehouse since the last time. */
  takeCalls(): Promise<{ shop: Record<string, number>; warehouse: Record<string, number> }>;
  stop(): Promise<void>;
}

/**
 * Opens a shop of so many SKUs, whose stock is mirrored and right. What worlds allow in a second differs from one to the
 * next, and waiting for it is no work: neither the shop's limit nor our own for the warehouse binds.
 */
export async function openStockWorld({
  skus,
  otherTokens = [],
}: {
  skus: number;
  /** For shops that join later (`joinShop`), each with an account of its own. */
  otherTokens?: readonly string[];
}): Promise<StockWorld> {
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
      // Five processes of the app leave PostgreSQL, as it comes, no more than seven.
      max: 5,
      idleTimeoutMillis: 0,
    });
    pool.on("error", () => undefined); // Whoever needs the connection hears of it.
    ends.push(() => pool.end());
    const programs = openPrograms(database.home);
    ends.push(() => programs.stop());
    const [shopPort, warehousePort, appPort] = [await getPort(), await getPort(), await getPort()];
    const urls = {
      shopUrl: `http://localhost:${shopPort}`,
      warehouseUrl: `http://localhost:${warehousePort}`,
      appUrl: `http://localhost:${appPort}`,
    };
    await programs.start("warehouse", {
      args: [
        ...[join(ROOT, "sandbox/warehouse/main.ts"), "--port", String(warehousePort)],
        ...["--token", ACCESS_TOKEN, "--webhook-key", WEBHOOK_KEY],
        ...otherTokens.flatMap((token) => ["--other-token", token]),
      ],
    });
    await programs.start("shop", {
      args: [
        ...[join(ROOT, "sandbox/shop/main.ts"), "--port", String(shopPort), "--app-url", urls.appUrl],
        ...["--api-key", APP.key, "--api-secret", APP.secret],
        ...["--app-config", join(ROOT, "shopify.app.toml")],
      ],
    });
    const startRole = (role: "web" | "worker", env: Record<string, string> = {}) =>
      programs.start(
        role,
        builtApp([role], { ...appEnv({ ...urls, databaseUrl: database.appUrl }), ...env }),
      );
    const startWorker = async (env: Record<string, string> = {}): Promise<Worker> => {
      const figuresPort = await getPort();
      return { ...(await startRole("worker", { ...env, METRICS_PORT: String(figuresPort) })), figuresPort };
    };
    const web = await startRole("web");
    const workers = [await startWorker()];
    const latest = () => workers.at(-1)?.pid ?? 0;
    const world: StockWorld = {
      ...{ ...urls, pool, locationId: "", variants: [], stop },
      startWorker: async (env) => void workers.push(await startWorker(env)),
      async stopWorker() {
        await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      },
      workerPeak: () => memoryOf(latest(), "VmHWM"),
      memory: () => ({ web: memoryOf(web.pid, "VmRSS"), worker: memoryOf(latest(), "VmRSS") }),
      workerFigures: async () =>
        (await fetch(`http://localhost:${workers.at(-1)?.figuresPort}/metrics`)).text(),
      pids: () => ({ web: web.pid, worker: latest() }),
      atShop: (path, body) => control(urls.shopUrl, { path, body }),
      atWarehouse: (path, body) => control(urls.warehouseUrl, { path, body }),
      settled: () => untilSettled(world),
      async moveAway(ms) {
        for (const at of [world.atShop, world.atWarehouse])
          await at("faults", { path: ".", action: { kind: "delay", ms } });
      },
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

interface SeededVariant {
  inventoryItemId: string;
  sku: string;
  barcode: string;
  levels: Record<string, { on_hand: number }>;
}

/** Makes up a shop's goods. A larger shop has those of a smaller one, too. */
async function seedShop(world: StockWorld, { name, skus }: { name: string; skus: number }) {
  interface State {
    locations: { id: string; name: string }[];
    products: { variants: SeededVariant[] }[];
  }
  const generate = { products: skus / PER_PRODUCT, variantsPerProduct: PER_PRODUCT };
  await world.atShop(`shops/${name}/seed`, { locations: [LOCATION], generate });
  await world.atShop(`shops/${name}/throttle`, NO_LIMIT);
  const { locations, products } = await world.atShop<State>(`shops/${name}/state`);
  return {
    locationId: locations.find((location) => location.name === LOCATION)?.id ?? "",
    variants: products.flatMap((product) => product.variants),
  };
}

async function fill(world: StockWorld, skus: number): Promise<void> {
  const { locationId, variants } = await seedShop(world, { name: "demo", skus });
  world.locationId = locationId;
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

/**
 * Has another shop install the app and connect it with an account of its own at the same warehouse. What comes of it is
 * waited for with `settled`.
 */
export async function joinShop(
  world: StockWorld,
  { name, skus, accessToken }: { name: string; skus: number; accessToken: string },
): Promise<void> {
  const { locationId } = await seedShop(world, { name, skus });
  await connectShop(world, { shop: `${name}.myshopify.com`, accessToken, locationId });
}

async function connectShop(
  world: StockWorld,
  { shop, accessToken, locationId }: { shop: string; accessToken: string; locationId: string },
): Promise<void> {
  await world.pool.query(`INSERT INTO "StockSettings" ("shop", "phase") VALUES ($1, 'live')`, [shop]);
  const merchant = createMerchant({ ...world, shop });
  await merchant.open("/app");
  await merchant.connect({ accessToken, webhookKey: WEBHOOK_KEY, locationId });
  const { rowCount } = await world.pool.query(
    `SELECT FROM "Connection" WHERE "shop" = $1 AND "locationId" IS NOT NULL`,
    [shop],
  );
  if (rowCount !== 1) throw new Error(`${shop} could not be connected.`);
}

async function connect(world: StockWorld): Promise<void> {
  const { pool, locationId } = world;
  await connectShop(world, { shop: SHOP, accessToken: ACCESS_TOKEN, locationId });
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
    const { webhooks } = await atShop<{ webhooks: number }>("health");
    if (Number(rows[0]?.count) + pending + webhooks > 0) quiet = -1;
    await sleep(LOOK_EVERY_MS);
  }
}

/** What Linux says of a process's memory, in bytes: what it holds now (`VmRSS`), or the most it ever held (`VmHWM`). */
function memoryOf(pid: number, line: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes] = new RegExp(`^${line}:\\s+(\\d+) kB$`, "m").exec(status) ?? [];
  return Number(kilobytes) * 1024;
}
