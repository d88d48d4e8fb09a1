import pLimit from "p-limit";
import { sendEvent, SHIPPED } from "../lib/send-event.ts";
import { sendRaw, type Move, type Reply } from "./send-raw.ts";
import { STORE_EVENTS_PER_MINUTE, type AttackWorld } from "./world.ts";

/** Many of one kind at once, with the limits of the app as they are by default. */
export interface Crowd {
  name: string;
  /** How large the crowd is; `share` makes it smaller. */
  size: number;
  /** @returns what got through, in words */
  attack(world: AttackWorld, size: number): Promise<string[]>;
}

const MB = 1024 * 1024;
const HOST = "Host: dockline.example.com";
const BROWSER = "User-Agent: Mozilla/5.0 Chrome/140.0";
/** Events come from an address of the attacker's, and not from those of the service that sends everyone's. */
const FROM = { headers: { "x-forwarded-for": "203.0.113.9" } };
/** How long an attacker waits for the server to end a connection, in milliseconds. */
const PATIENCE_MS = 2_000;

const head = (...lines: string[]): Move => ({ do: "write", bytes: `${lines.join("\r\n")}\r\n\r\n` });
const authorization = async ({ attacker }: AttackWorld) => `Authorization: Bearer ${await attacker.token()}`;

/** Every reply is one that the app may give: no fault of its own. */
function faultsIn(name: string, replies: readonly Reply[]): string[] {
  const faults = replies
    .flatMap(({ statuses, hasRetryAfter }) =>
      statuses.filter((status) => status >= 500 && !(status === 503 && hasRetryAfter)),
    )
    .map((status) => `${name}: answered ${status}`);
  return [...new Set(faults)];
}

const repeat = <T>(times: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => work(at)));

export const CROWDS: readonly Crowd[] = [
  {
    name: "slow senders",
    size: 500,
    async attack({ port }, size) {
      const replies = await repeat(size, (at) =>
        sendRaw(
          port,
          [
            head(
              `POST ${at % 2 ? "/auth/login" : "/webhooks/shop"} HTTP/1.1`,
              HOST,
              "Content-Type: application/x-www-form-urlencoded",
              "Content-Length: 1000",
            ),
            { do: "repeat", bytes: "x", maxBytes: 6, everyMs: 500 },
            { do: "reset" },
          ],
          { patienceMs: PATIENCE_MS },
        ),
      );
      return faultsIn("slow senders", replies);
    },
  },
  {
    name: "slow headers",
    size: 500,
    async attack({ port }, size) {
      const replies = await repeat(size, () =>
        sendRaw(
          port,
          [
            { do: "write", bytes: "GET / HTTP/1.1\r\n" },
            { do: "repeat", bytes: "X: y\r\n", maxBytes: 36, everyMs: 500 },
            { do: "reset" },
          ],
          { patienceMs: PATIENCE_MS },
        ),
      );
      return faultsIn("slow headers", replies);
    },
  },
  {
    name: "resets right after the request",
    size: 500,
    async attack({ port, attacker }, size) {
      const paths = [
        `/webhooks/warehouse/${attacker.hookId}/shipment-created`,
        "/webhooks/shop",
        "/app",
        "/",
        "/healthz",
      ];
      const limit = pLimit(50);
      const replies = await repeat(size, (at) =>
        limit(() =>
          sendRaw(
            port,
            [head(`POST ${paths[at % paths.length]} HTTP/1.1`, HOST, "Content-Length: 0"), { do: "reset" }],
            { patienceMs: 10 },
          ),
        ),
      );
      return faultsIn("resets", replies);
    },
  },
  {
    name: "bodies of 80 MB",
    size: 12,
    async attack(world, size) {
      const bearer = await authorization(world);
      const paths = ["/app/work", "/app/mappings.csv", "/app/inbounds/lines", "/Auth/login"];
      const replies = await repeat(size, (at) =>
        sendRaw(
          world.port,
          [
            head(
              `POST ${paths[at % paths.length]} HTTP/1.1`,
              HOST,
              BROWSER,
              bearer,
              "Content-Type: text/csv",
              "Transfer-Encoding: chunked",
            ),
            {
              do: "repeat",
              bytes: `10000\r\n${"a,b,c,d\r\n".repeat(7281)}1234567\r\n`,
              maxBytes: 81 * MB,
              everyMs: 0,
            },
          ],
          { patienceMs: PATIENCE_MS },
        ),
      );
      return faultsIn("bodies of 80 MB", replies);
    },
  },
  {
    name: "renewals of one token",
    size: 200,
    async attack(world, size) {
      await world.pool.query(
        `UPDATE "Session" SET "expires" = now() + interval '5 minutes 30 seconds' WHERE "shop" = $1`,
        [world.attacker.shop],
      );
      const bearer = await authorization(world);
      const replies = await repeat(size, () =>
        sendRaw(
          world.port,
          [head("GET /app/connect/locations HTTP/1.1", HOST, BROWSER, bearer, "Connection: close")],
          { patienceMs: 10 * PATIENCE_MS },
        ),
      );
      const served = replies.filter(({ status }) => status === 200).length;
      return [
        ...faultsIn("renewals", replies),
        ...(served === 0 ? ["renewals: not one page was served"] : []),
      ];
    },
  },
  {
    name: "exports nobody reads",
    size: 50,
    async attack(world, size) {
      await fillLedger(world);
      const bearer = await authorization(world);
      const names = ["stock", "activity", "mappings"];
      const replies = await repeat(size, (at) =>
        sendRaw(
          world.port,
          [
            head(`GET /app/${names[at % names.length]}.csv HTTP/1.1`, HOST, BROWSER, bearer),
            { do: "wait", ms: 1_500 },
            { do: "reset" },
          ],
          { patienceMs: 10 },
        ),
      );
      return faultsIn("exports", replies);
    },
  },
  {
    name: "signed events",
    size: 30_000,
    async attack(world, size) {
      const limit = pLimit(64);
      const before = await countEvents(world);
      const statuses = await repeat(size, (at) =>
        limit(async () => {
          const response = await sendEvent(world.attacker, { ...SHIPPED, identifier: String(at) }, FROM);
          await response.arrayBuffer();
          return response.status;
        }),
      );
      const kept = (await countEvents(world)) - before;
      const odd = [...new Set(statuses)].filter((status) => status !== 200 && status !== 429);
      // Two minutes may meet in one attack.
      return [
        ...odd.map((status) => `signed events: answered ${status}`),
        ...(kept > 2 * STORE_EVENTS_PER_MINUTE ? [`signed events: ${kept} of ${size} were stored`] : []),
      ];
    },
  },
  {
    name: "forged events",
    size: 2_000,
    async attack(world, size) {
      const limit = pLimit(64);
      const before = await countEvents(world);
      const forged = { ...world.attacker, webhookKey: "forged" };
      const statuses = await repeat(size, () =>
        limit(async () => {
          const response = await sendEvent(forged, SHIPPED, FROM);
          await response.arrayBuffer();
          return response.status;
        }),
      );
      const odd = [...new Set(statuses)].filter((status) => status !== 401 && status !== 429);
      const kept = (await countEvents(world)) - before;
      return [
        ...odd.map((status) => `forged events: answered ${status}`),
        ...(kept > 0 ? [`forged events: ${kept} were stored`] : []),
      ];
    },
  },
];

/** Rows of a ledger that fills a file of several megabytes. */
const LEDGER_ROWS = 50_000;

async function countEvents({ pool, attacker }: AttackWorld): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM "Hint" WHERE "shop" = $1 AND "source" = 'warehouse'`,
    [attacker.shop],
  );
  return rows[0]!.count;
}

async function fillLedger({ pool, attacker }: AttackWorld): Promise<void> {
  await pool.query(
    `INSERT INTO "LedgerEntry" ("shop", "variantId", "inventoryItemId", "sku", "warehouseReadAt", "shopFigure", "shopReadAt",
       "target", "outcome", "reason", "intendedAt")
     SELECT $1, 'gid://shopify/ProductVariant/' || n, 'gid://shopify/InventoryItem/1', 'SKU-' || n, now(), 1, now(), 2,
       'written', repeat('why ', 60), now() + n * interval '1 millisecond' FROM generate_series(1, $2::int) n`,
    [attacker.shop, LEDGER_ROWS],
  );
}
