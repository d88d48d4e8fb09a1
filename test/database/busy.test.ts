import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { until } from "../../sandbox/demo/observe.ts";
import { isDatabaseBusy } from "../../app/database/is-database-busy.ts";
import { openDatabase, POOL_SIZE } from "../../app/db.server.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { closeDatabase } from "../support/close-database.ts";
import { asAdmin, createDatabase } from "../support/database.ts";
import { secrets } from "../support/secrets.ts";
import { createWorld, SHOP } from "../support/world.ts";

type Database = ReturnType<typeof openDatabase>;

let url: string;
let database: Database;

beforeEach(async () => {
  url = await createDatabase();
  database = openDatabase({ url, log: createLog("silent"), secrets });
  onTestFinished(() => database.close());
});

/** Every way in which the app asks the database. */
const WAYS: Record<string, (of: Database) => Promise<unknown>> = {
  "a query of the pool": ({ pool }) => pool.query("SELECT 1"),
  "a query of Prisma": ({ db }) => db.hint.count(),
  "a raw query of Prisma": ({ db }) => db.$queryRaw`SELECT 1`,
  "a transaction of Prisma": ({ db }) => db.$transaction(async (tx) => tx.hint.count()),
};

async function thrownBy(of: Database): Promise<Record<string, boolean>> {
  const found = Object.entries(WAYS).map(async ([name, ask]) => {
    const error: unknown = await ask(of).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    return [name, isDatabaseBusy(error)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

const all = (isBusy: boolean) => Object.fromEntries(Object.keys(WAYS).map((name) => [name, isBusy]));

describe("the database is busy", () => {
  test.each([
    ["not while a query has waited 9,999 ms for a connection of the pool", 9_999, false],
    ["when a query has waited 10,000 ms for a connection of the pool", 10_000, true],
  ])("%s", async (_name, ms, isBusy) => {
    const held = await Promise.all(Array.from({ length: POOL_SIZE }, () => database.pool.connect()));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const thrown = thrownBy(database);
    // Not expect.poll, which moves such a clock itself.
    await until(
      () => database.pool.waitingCount,
      (count) => count === Object.keys(WAYS).length,
    );
    await vi.advanceTimersByTimeAsync(ms);
    vi.useRealTimers();
    for (const client of held) client.release();
    expect(await thrown).toEqual(all(isBusy));
    expect(await thrownBy(database)).toEqual(all(false));
  });

  test("where PostgreSQL has no connection left", async () => {
    await asAdmin((admin) =>
      admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} CONNECTION LIMIT 0`),
    );
    expect(await thrownBy(database)).toEqual(all(true));
  });

  test("where the database is closed to connections", async () => {
    await asAdmin((admin) =>
      admin.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} ALLOW_CONNECTIONS false`),
    );
    expect(await thrownBy(database)).toEqual(all(true));
  });

  test("where nobody answers", async () => {
    const away = openDatabase({
      url: "postgresql://user:hunter2@127.0.0.1:1/dockline",
      log: createLog("silent"),
      secrets,
    });
    onTestFinished(() => away.close());
    expect(await thrownBy(away)).toEqual(all(true));
  });

  test.each([
    ["a syntax error", (of: Database) => of.pool.query("SELEKT")],
    ["a syntax error in Prisma", (of: Database) => of.db.$queryRawUnsafe("SELEKT")],
    ["a row that is not there", (of: Database) => of.db.hint.findUniqueOrThrow({ where: { id: 1n } })],
    ["a right that is missing", (of: Database) => of.pool.query("CREATE TABLE mine ()")],
    ["a fault of ours", () => Promise.reject(new TypeError("undefined is not a function"))],
    ["nothing", () => Promise.reject(undefined as unknown as Error)],
  ])("but not where the reason is %s", async (_what, ask) => {
    const error: unknown = await ask(database).then(
      () => "no error",
      (thrown: unknown) => thrown,
    );
    expect(error).not.toBe("no error");
    expect(isDatabaseBusy(error)).toBe(false);
  });
});

test("a page, and the data of one, is answered 503 with Retry-After while the database is busy", async () => {
  const world = await createWorld({});
  await world.install();
  const app = await startBuiltApp(world, { roles: ["web"] });
  const query = new URLSearchParams({
    embedded: "1",
    shop: SHOP,
    host: Buffer.from("admin.shopify.com/store/demo").toString("base64"),
    id_token: await world.shop.idToken(SHOP),
  });
  const ask = async (path: string) => {
    // Shopify's library sends bots away.
    const browser =
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
    const { status, headers } = await fetch(`${app.url}${path}?${query}`, {
      headers: { "user-agent": browser },
    });
    return { status, retryAfter: headers.get("retry-after") };
  };
  const pages = ["/app", "/app/products", "/app.data"];
  for (const page of pages) expect(await ask(page)).toEqual({ status: 200, retryAfter: null });
  const open = await closeDatabase(world);
  for (const page of pages) expect(await ask(page)).toEqual({ status: 503, retryAfter: "5" });
  await open();
  for (const page of pages) expect(await ask(page)).toEqual({ status: 200, retryAfter: null });
});
