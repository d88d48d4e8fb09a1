// @module-tag proof
import { createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../app/db.server.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { createSealer, secretKeys } from "../../app/secrets.server.ts";
import { USER_AGENT } from "../../scripts/lib/chromium.ts";
import { control } from "../../sandbox/demo/control.ts";
import { quiet, readWorlds, until } from "../../sandbox/demo/observe.ts";
import { fillWorlds } from "../../sandbox/demo/stage.ts";
import { startDemoWorld, type DemoWorld } from "../../sandbox/demo/world.ts";

/**
 * The whole app as it is built, writing every word it has into its log, through set-up, events, and two worlds that quote
 * the token in every way to fail. What opens a door is then looked for everywhere.
 */
const SHOP = "demo.myshopify.com";
const MISTYPED = { accessToken: "mistyped-warehouse-token", webhookKey: "mistyped-hook-secret" };
const NEXT_KEY = "next-hook-secret";
const SKU = "MUG-FOR";

let home: string;
let world: DemoWorld;
let database: ReturnType<typeof openDatabase>;
const lost: string[] = [];
/** Whatever the browser was given: headers and bodies, by address. */
const answers: { name: string; text: string }[] = [];
/** By what they are called in this test. */
const secrets = new Map<string, string>();

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "dockline-secrets-"));
  vi.stubEnv("LOG_LEVEL", "trace");
  world = await startDemoWorld({
    ...{ home, fresh: true, usualPorts: false },
    ...{ say: () => undefined, onLost: (message) => void lost.push(message) },
  });
  const keys = readFileSync(join(home, "secret-keys"), "utf8");
  const log = createLog("silent");
  database = openDatabase({ url: world.databaseUrl, log, secrets: createSealer(secretKeys.parse(keys)) });
  await fillWorlds(world);
  const { accessToken, webhookKey } = world.warehouse;
  const known = {
    accessToken,
    webhookKey,
    NEXT_KEY,
    keys: keys.split(":")[1]!,
    client: "sandbox-api-secret",
  };
  for (const [name, secret] of Object.entries(known)) secrets.set(name, secret);
  for (const [name, secret] of Object.entries(MISTYPED)) secrets.set(`mistyped ${name}`, secret);
});

afterAll(async () => {
  await database.close();
  await world.stop();
  rmSync(home, { recursive: true, force: true });
  vi.unstubAllEnvs();
  expect(lost).toEqual([]);
});

/** What the merchant's browser sends, and all that comes back. */
async function ask(path: string, form?: Record<string, string>): Promise<string> {
  const { token } = await control<{ token: string }>(world.shopUrl, { path: `id-token?shop=${SHOP}` });
  secrets.set(`session token ${secrets.size}`, token);
  const host = Buffer.from("admin.shopify.com/store/demo").toString("base64");
  // Opened by the admin, the session token stands in the address; sent by the page, in a header.
  const query = new URLSearchParams({ embedded: "1", shop: SHOP, host, ...(!form && { id_token: token }) });
  const asForm = path === "/app/setup";
  const response = await fetch(`${world.appUrl}${path}?${query}`, {
    redirect: "manual",
    headers: {
      "user-agent": USER_AGENT,
      ...(form && { authorization: `Bearer ${token}` }),
      ...(form && !asForm && { "content-type": "application/json" }),
    },
    ...(form && { method: "POST", body: asForm ? new URLSearchParams(form) : JSON.stringify(form) }),
  });
  const text = await response.text();
  if (form && response.status >= 400) throw new Error(`${path} answered ${response.status}: ${text}`);
  // A redirect of the admin's own keeps the session token in the address, for the admin that gave it to us.
  const headers = [...response.headers].filter(([name]) => name !== "location");
  answers.push({ name: `${form ? "POST" : "GET"} ${path}`, text: JSON.stringify(headers) + text });
  return text;
}

/** Tokens Shopify has given to the app and the app has stored. */
async function noteShopTokens(): Promise<{ accessToken: string }> {
  const session = await database.db.session.findFirstOrThrow({ where: { shop: SHOP } });
  secrets.set(`access token ${session.accessToken}`, session.accessToken);
  secrets.set(`refresh token ${session.refreshToken}`, session.refreshToken!);
  return session;
}

async function sendEvent(key: string): Promise<number> {
  const { hookId } = await database.db.connection.findUniqueOrThrow({
    ...{ where: { shop: SHOP }, select: { hookId: true } },
  });
  const body = JSON.stringify({
    type: "shipped",
    resource: "shipment",
    identifier: "0123456789abcdef0123456789abcdef",
  });
  const signature = createHmac("sha256", key).update(body).digest("base64");
  const url = `${world.appUrl}/webhooks/warehouse/${hookId}/shipment-created`;
  const headers = { "content-type": "application/json", "x-hook-signature": signature };
  const response = await fetch(url, { method: "POST", headers, body });
  answers.push({ name: "event", text: await response.text() });
  return response.status;
}

/** A page for people, and JSON for programs: whatever quotes the token. */
const quoting = (secret: string) => ({ message: `The bearer ${secret} may not`, detail: { token: secret } });

async function failing(
  at: string,
  { path, status, secret }: { path: string; status: number; secret: string },
) {
  const action = {
    kind: "status",
    status,
    body: quoting(secret),
    headers: { "x-request-id": `for-${secret}` },
  };
  await control(at, { path: "faults", body: { path, action } });
}

async function wellAgain(): Promise<void> {
  for (const at of [world.shopUrl, world.warehouse.url])
    await control(at, { path: "faults", method: "DELETE" });
}

const problems = async () =>
  (await database.db.problem.findMany({ where: { shop: SHOP } })).map(({ kind }) => kind);

const receive = () =>
  control(world.warehouse.url, { path: "receive", body: { lines: [{ sku: SKU, quantity: 1 }] } });

/** Every page and file of the panel that has an address of its own. */
const PAGES = readdirSync("app/routes")
  .filter((file) => file.startsWith("app.") && !file.includes("$"))
  .map((file) => `/${file.replace(/\.tsx$/, "").replace("._index", "")}`)
  .map((name) =>
    name
      .replace(/\[\.\]/g, "·")
      .replace(/_?\./g, "/")
      .replace(/·/g, "."),
  );

async function live(): Promise<void> {
  const { accessToken, webhookKey } = world.warehouse;
  await ask("/app");
  const session = await noteShopTokens();
  await ask("/app/setup", { intent: "connect", ...MISTYPED });
  for (const status of [401, 403, 400, 500]) {
    await failing(world.warehouse.url, { path: "/fulfilment/", status, secret: accessToken });
    await ask("/app/setup", { intent: "connect", accessToken, webhookKey });
    await wellAgain();
  }
  await ask("/app/setup", { intent: "connect", accessToken, webhookKey: accessToken });
  await ask("/app/setup", { intent: "connect", accessToken, webhookKey });
  await ask("/app/setup", { intent: "location", locationId: (await readWorlds(world)).locationId });
  await ask("/app/stock", { intent: "go-live", variantIds: "all" });
  await quiet(world);

  expect(await sendEvent(webhookKey)).toBe(200);
  expect(await sendEvent(MISTYPED.webhookKey)).toBe(401);
  await ask("/app/connect", { intent: "accessToken", accessToken: MISTYPED.accessToken });
  await ask("/app/connect", { intent: "webhookKey", webhookKey: NEXT_KEY });
  expect(await sendEvent(NEXT_KEY)).toBe(200);
  expect(await sendEvent(webhookKey)).toBe(200);
  await quiet(world);

  // Both worlds quote the token while jobs run and pages are open.
  for (const [status, kind] of [
    [401, "warehouse-token-refused"],
    [500, "warehouse-unreachable"],
  ] as const) {
    await failing(world.warehouse.url, { path: "/fulfilment/", status, secret: accessToken });
    await receive();
    await until(problems, (open) => open.includes(kind));
    for (const page of PAGES) await ask(page);
    await wellAgain();
  }
  for (const status of [401, 500, 400]) {
    await failing(world.shopUrl, { path: "graphql", status, secret: session.accessToken });
    await receive();
    await ask("/app");
    await ask("/app/connect/locations");
    await quiet(world);
    await wellAgain();
  }
  // A refresh that is refused, and one that works.
  await noteShopTokens();
  const { refreshToken } = await database.db.session.findFirstOrThrow({ where: { shop: SHOP } });
  for (const status of [500, 400, 200]) {
    await database.db.session.updateMany({ where: { shop: SHOP }, data: { expires: new Date(0) } });
    if (status !== 200) await failing(world.shopUrl, { path: "access_token", status, secret: refreshToken! });
    expect(await sendEvent(NEXT_KEY)).toBe(200);
    await receive();
    await quiet(world);
    await wellAgain();
  }
  // Jobs that failed tell why in the queue.
  await failing(world.warehouse.url, { path: "/fulfilment/", status: 401, secret: accessToken });
  await receive();
  await until(problems, (open) => open.includes("warehouse-token-refused"));
  for (const page of PAGES) await ask(page);
  await ask("/app/nowhere");
  await noteShopTokens();
}

/** As it is, and as it may stand within something else. */
function forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")].flatMap(
    (form) => [form, encodeURIComponent(form)],
  );
}

function found(places: { name: string; text: string }[]): string[] {
  return places.flatMap(({ name, text }) =>
    [...secrets]
      .filter(([, secret]) => forms(secret).some((form) => text.includes(form)))
      .map(([secret]) => `${secret} in ${name}`),
  );
}

function filesIn(folder: string): { name: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), "latin1") }));
}

test("no token and no key is anywhere but sealed: not in logs, pages, the queue, the database or the built app", async () => {
  await live();
  expect([...secrets.keys()].filter((name) => name.startsWith("access token")).length).toBeGreaterThan(1);

  const logs = filesIn(join(home, "logs")).filter(({ name }) => /^(web|worker)\.log$/.test(name));
  expect(logs).toHaveLength(2);
  expect(logs.map(({ text }) => text).join("")).toMatch(/answered 401/);
  expect(found(logs)).toEqual([]);

  expect(answers.length).toBeGreaterThan(PAGES.length);
  // The warehouse's own words are shown, without what they quote.
  expect(answers.some(({ text }) => text.includes("The bearer … may not"))).toBe(true);
  // A form's address is its page's, session token and all: the browser's own, good for a minute, and in its address bar.
  expect(found(answers).filter((what) => !what.startsWith("session token"))).toEqual([]);

  const { rows: tables } = await database.pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS "name" FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map(({ name }) => name)).toContain("graphile_worker._private_jobs");
  const rows = tables.map(async ({ name }) => {
    const read = await database.pool.query<{ text: string }>(`SELECT t::text AS "text" FROM ${name} t`);
    return { name, text: read.rows.map(({ text }) => text).join("\n") };
  });
  const stored = await Promise.all(rows);
  expect(stored.find(({ name }) => name.endsWith("_private_jobs"))?.text).toMatch(/answered 401/);
  expect(found(stored)).toEqual([]);

  expect(found([...filesIn("build/client"), ...filesIn("build/server")])).toEqual([]);
});
