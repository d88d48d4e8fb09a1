import { fork } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import getPort from "get-port";
import pg from "pg";
import { EVENT_NAMES } from "../../app/fulfilment/events.ts";
import { builtApp, MALLOC_ENV, NODE_FLAGS } from "../built-app.ts";
import { openBenchDatabase } from "./database.ts";
import { median, type Figure } from "./figure.ts";
import { appEnv, openPrograms } from "./programs.ts";
import { secrets } from "./secrets.ts";
import type { Load, Sent } from "./send-load.ts";

const KEY = "bench-webhook-key";
/** Events of one warehouse come for many shops. */
const SHOPS = 20;
/** What a busy warehouse has under way at once: three or four for each shop. */
const CONNECTIONS = 64;
const WARM_UP_MS = 1_000;
const LEAST_RATIO = 1.5;
const MOST_P99 = 3;

/**
 * Signed events a second that one web process of the built app answers with 200, which it does when they are committed and
 * their jobs queued; the floor makes one INSERT of each and knows no shops, no jobs and no limits. Both write into the same
 * PostgreSQL, and every event answered must be in it. Rounds alternate. No worker runs: what events lead to is not measured.
 */
export async function ingest({ quick }: { quick: boolean }): Promise<Figure[]> {
  const database = await openBenchDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on("error", () => undefined); // A connection that is being closed may hear that the database goes.
  const programs = openPrograms(database.home);
  try {
    const [appPort, floorPort] = [await getPort(), await getPort()];
    const nowhere = "http://localhost:9";
    const env = appEnv({
      ...{ databaseUrl: database.appUrl, appUrl: `http://localhost:${appPort}` },
      ...{ shopUrl: nowhere, warehouseUrl: nowhere },
    });
    const hookIds = await connectShops(pool);
    // The log is as in production.
    await programs.start("web", builtApp(["web"], { ...env, LOG_LEVEL: "info" }));
    await programs.start("floor", {
      // Node runs both alike: how much memory it is given is no work of the app's.
      args: [
        ...NODE_FLAGS,
        ...[join(import.meta.dirname, "ingest-floor.ts"), String(floorPort), database.url, KEY],
      ],
      env: MALLOC_ENV,
    });
    const load = {
      ...{ requests: signedEvents(hookIds), connections: CONNECTIONS },
      ...{ warmUpMs: WARM_UP_MS, forMs: quick ? 1_000 : 5_000 },
    };
    const rounds: Record<"app" | "floor", Sent[]> = { app: [], floor: [] };
    for (let round = 0; round < (quick ? 1 : 5); round++) {
      rounds.floor.push(await measure(pool, { table: "floor", load: { ...load, port: floorPort } }));
      rounds.app.push(await measure(pool, { table: "Hint", load: { ...load, port: appPort } }));
    }
    return judge(rounds);
  } finally {
    await programs.stop();
    await pool.end();
    await database.stop();
  }
}

/** Shops as if their merchants had connected them. @returns where each gets its events. */
async function connectShops(pool: pg.Pool): Promise<string[]> {
  const hookIds: string[] = [];
  for (let number = 0; number < SHOPS; number++) {
    const shop = `shop-${number}.myshopify.com`;
    const hookId = randomUUID();
    const seal = (text: string, column: string) =>
      secrets.seal(text, { shop, field: `Connection.${column}` });
    await pool.query(
      `INSERT INTO "Connection" ("shop", "hookId", "accessToken", "webhookKey", "keyProvenAt", "connectedAt")
       VALUES ($1, $2, $3, $4, now(), now())`,
      [shop, hookId, await seal("token", "accessToken"), await seal(KEY, "webhookKey")],
    );
    await pool.query(
      `INSERT INTO "Subscription" ("shop", "event", "notificationUrl", "tokenDigest", "registeredAt")
       SELECT $1, event, '', '', now() FROM unnest($2::text[]) event`,
      [shop, EVENT_NAMES],
    );
    hookIds.push(hookId);
  }
  return hookIds;
}

/** One of each kind for each shop, as they go over the wire. */
function signedEvents(hookIds: readonly string[]): string[] {
  const events = hookIds.flatMap((hookId) => EVENT_NAMES.map((event) => ({ hookId, event })));
  return events.map(({ hookId, event }) => {
    const body = JSON.stringify({ type: "status-changed", resource: "inbound", identifier: randomUUID() });
    const signature = createHmac("sha256", KEY).update(body).digest("base64");
    return [
      `POST /webhooks/warehouse/${hookId}/${event} HTTP/1.1`,
      "host: localhost",
      "content-type: application/json",
      `x-hook-signature: ${signature}`,
      `content-length: ${body.length}`,
      "",
      body,
    ].join("\r\n");
  });
}

async function measure(
  pool: pg.Pool,
  { table, load }: { table: "Hint" | "floor"; load: Load },
): Promise<Sent> {
  await pool.query(`TRUNCATE "${table}"`);
  await pool.query("CHECKPOINT"); // So that none falls into one side's time.
  const sender = fork(join(import.meta.dirname, "send-load.ts"));
  sender.send(load);
  const [sent] = (await Promise.race([once(sender, "message"), once(sender, "exit")])) as [Sent];
  if (typeof sent !== "object") throw new Error("The events could not be sent.");
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int FROM "${table}"`);
  if (rows[0]?.count !== sent.accepted)
    throw new Error(`${sent.accepted} events were accepted and ${rows[0]?.count} are stored in ${table}.`);
  return sent;
}

function judge(rounds: Record<"app" | "floor", Sent[]>): Figure[] {
  const middle = (side: "app" | "floor", of: keyof Sent) => median(rounds[side].map((sent) => sent[of]));
  const compare = (of: keyof Sent) => ({
    ...{ app: middle("app", of), floor: middle("floor", of) },
    ratio: middle("app", of) / middle("floor", of),
  });
  const [speed, p99] = [compare("perSecond"), compare("p99")];
  return [
    {
      name: `ingest: events accepted in a second, ${CONNECTIONS} connections, ${SHOPS} shops`,
      ...{ measured: `${speed.app.toFixed(0)}/s`, floor: `${speed.floor.toFixed(0)}/s`, ratio: speed.ratio },
      ...{ goal: `≥ ${LEAST_RATIO}`, met: speed.ratio >= LEAST_RATIO },
    },
    {
      name: "ingest: the slowest in a hundred",
      ...{ measured: `${p99.app.toFixed(1)} ms`, floor: `${p99.floor.toFixed(1)} ms`, ratio: p99.ratio },
      ...{ goal: `≤ ${MOST_P99}`, met: p99.ratio <= MOST_P99 },
    },
  ];
}
