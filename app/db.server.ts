import { PrismaClient, type Prisma } from "@prisma/client";
import pg from "pg";
import { CONNECTION_TIMEOUT_MS } from "./database/connection-timeout.ts";
import type { Logger } from "./operations/log.server.ts";
import { ReleasingAdapter } from "./releasing-adapter.server.ts";
import { sealingColumns } from "./sealed-columns.server.ts";
import type { Sealer } from "./secrets.server.ts";

export type Db = PrismaClient;
export type Tx = Prisma.TransactionClient;

/**
 * Connections one process keeps at most. Ten jobs at a time, a few page loads, the queue's listener, the worker's sign of
 * life and the warehouse accounts' slots; PostgreSQL's default limit of 100, of which it keeps three for itself, then
 * allows five processes and leaves a few for whoever looks after them.
 */
export const POOL_SIZE = 18;

/**
 * A transaction waits for its connection as long as a query does; Prisma's default is two seconds. `timeout` limits the
 * transaction itself, and includes its waiting for rows that another one holds. Both in milliseconds.
 */
const TRANSACTION_TIMES = { maxWait: CONNECTION_TIMEOUT_MS, timeout: 10_000 };

/**
 * One pool for everything this process asks of PostgreSQL: queries and the job queue. What `db` reads and writes of
 * `SEALED_COLUMNS` is plain here and sealed there; what `pool` reads of them is sealed (`openRow`).
 */
export function openDatabase({ url, log, secrets }: { url: string; log: Logger; secrets: Sealer }): {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
} {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  // A connection that breaks while idle is no failure: whoever needs one next gets another. Without a listener it
  // would end the process.
  const lost = (error: Error) => log.warn({ err: error }, "a database connection was lost");
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const client = new PrismaClient({
    adapter: new ReleasingAdapter(pool),
    transactionOptions: TRANSACTION_TIMES,
  });
  // Extended it is the same to whoever asks, but for `$on`, which nobody uses.
  const db = client.$extends(sealingColumns(secrets)) as unknown as Db;
  return {
    db,
    pool,
    async close() {
      await db.$disconnect();
      await pool.end();
    },
  };
}
