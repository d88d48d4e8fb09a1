import { onTestFinished } from "vitest";
import { openDatabase } from "../../app/db.server.ts";
import { createAccountLimits, type AccountLimits } from "../../app/fulfilment/account-limits.server.ts";
import { createWarehouseClient, type WarehouseClient } from "../../app/fulfilment/client.ts";
import type { FulfilmentError } from "../../app/fulfilment/errors.ts";
import { DOCUMENTED, type FulfilmentSettings } from "../../app/fulfilment/settings.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { control } from "../../sandbox/demo/control.ts";
import { serve } from "../../sandbox/lib/serve.ts";
import { startWarehouse, type WarehouseOptions } from "../../sandbox/warehouse/start-warehouse.ts";
import { createDatabase } from "../support/database.ts";
import { secrets } from "../support/secrets.ts";
import type { AtEnd } from "../support/share.ts";

/** More than any test asks for: limits are real everywhere and in nobody's way but where a test is about them. */
const GENEROUS = { atOnce: 16, perSecond: 5_000 };

let opened: Promise<AccountLimits> | undefined;
/** One database for all tests of a process: their warehouses are accounts of their own. It ends with its server. */
const shared = () => (opened ??= openLimits(GENEROUS, { atEnd: () => undefined }));

/** Limits kept in a database of their own, as another process would see them. */
export async function openLimits(
  limits: { atOnce: number; perSecond: number },
  { url, atEnd = onTestFinished }: { url?: string; atEnd?: AtEnd } = {},
): Promise<AccountLimits> {
  const database = openDatabase({
    url: url ?? (await createDatabase(atEnd)),
    log: createLog("silent"),
    secrets,
  });
  const opened = createAccountLimits(database.pool, limits);
  atEnd(async () => {
    opened.close();
    await database.close();
  });
  return opened;
}

export interface LoggedRequest {
  method: string;
  path: string;
  status: number | null;
}

/** A sandbox warehouse on a port of its own, and the app's client for it. */
export async function openWarehouse({
  stock = {},
  settings,
  options,
  atEnd = onTestFinished,
}: {
  stock?: Record<string, number>;
  settings?: Partial<FulfilmentSettings>;
  options?: WarehouseOptions;
  atEnd?: AtEnd;
} = {}) {
  const running = await startWarehouse({ port: 0, token: "token", webhookKey: "key", ...options });
  atEnd(() => running.close());
  const products = Object.entries(stock).map(([sku, pieces]) => ({ sku, description: sku, stock: pieces }));
  await control(running.url, { path: "products", body: products });
  const unreadable: FulfilmentError[] = [];
  const account = {
    limits: await shared(),
    settings: { ...DOCUMENTED, baseUrl: running.url, ...settings },
    onUnreadable: (error: FulfilmentError) => void unreadable.push(error),
  };
  return {
    url: running.url,
    client: createWarehouseClient({ ...account, accessToken: "token" }),
    withToken: (accessToken: string) => createWarehouseClient({ ...account, accessToken }),
    unreadable,
    fault: (fault: object) => control(running.url, { path: "faults", body: fault }),
    requests: () => control<LoggedRequest[]>(running.url, { path: "requests" }),
    forgetRequests: () => control(running.url, { path: "requests", method: "DELETE" }),
    atFloor: <T = unknown>(path: string, body?: unknown) => control<T>(running.url, { path, body }),
  };
}

/** A warehouse that gives this one answer to everything. */
export async function answering(
  answer: { status?: number; body: string | Buffer; headers?: Record<string, string> },
  accessToken = "secret-token",
): Promise<{ client: WarehouseClient; asked: () => number; unreadable: FulfilmentError[] }> {
  let asked = 0;
  const running = await serve((_req, res) => {
    asked++;
    res.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  }, 0);
  onTestFinished(() => running.close());
  const unreadable: FulfilmentError[] = [];
  const client = createWarehouseClient({
    limits: await shared(),
    settings: { ...DOCUMENTED, baseUrl: running.url },
    accessToken,
    onUnreadable: (error) => void unreadable.push(error),
  });
  return { client, asked: () => asked, unreadable };
}

/** Everything a listing brings. */
export async function all<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
}
