import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { growOlder } from "../lib/grow-older.ts";
import { migrateDatabase } from "../migrate-database.ts";
import { startPostgres, type Postgres } from "../postgres/postgres.ts";

/** Tables whose inserts a full disk hits: everything an event, a write or a job begins with. */
const FILLED = [
  ...[
    'public."Hint"',
    'public."LedgerEntry"',
    'public."TimelineEntry"',
    'public."Return"',
    'public."StockLook"',
  ],
  ...['public."PurchaseInbound"', "graphile_worker._private_jobs"],
];

export interface ChaosDatabase {
  /** For the role that the app uses; stories change tables as their owner. */
  appUrl: string;
  /** Rows of a query, tried again while the server is starting. */
  read<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Stops the server, cleanly or not, and starts it again on the same data and port. */
  restart(how: "fast" | "crash"): Promise<void>;
  /** So large a share of all inserts fails as on a full disk; none when 0. */
  fillDisk(share: number): Promise<void>;
  /** Inserts that have failed for it. */
  lackedRoom(): Promise<number>;
  /** Everything the app remembers is so much older, and what it has put off is so much nearer. */
  growOlder(minutes: number): Promise<void>;
  /** Makes what waits to be tried again due now, and asks for these jobs as the schedule does. */
  runJobs(names: readonly string[]): Promise<void>;
  /** Forgets all shops and jobs. */
  empty(): Promise<void>;
  stop(): Promise<void>;
}

/** Longer than any query of a story takes. */
const QUERY_TIMEOUT_MS = 10_000;

/** A PostgreSQL of its own that keeps what it has confirmed, whatever happens to it. */
export async function startChaosDatabase(home: string): Promise<ChaosDatabase> {
  let server: Postgres = await startPostgres({ home: join(home, "postgres"), durable: true, fresh: true });
  const { port } = server;
  const [url, appUrl] = [server.url("chaos"), server.appUrl("chaos")];
  await migrateDatabase({ ownerUrl: url, appUrl });
  // A query that is sent while the server crashes may get no answer at all; it is asked again (`untilUp`).
  const pool = new pg.Pool({ connectionString: url, max: 4, query_timeout: QUERY_TIMEOUT_MS });
  pool.on("error", () => undefined); // Whoever needs the connection hears of it.

  const read = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    untilUp(async () => (await pool.query(sql, values)).rows as Row[]);
  await read(DISK_FULL);

  return {
    appUrl,
    read,
    async restart(how) {
      if (how === "crash") {
        const [{ pid } = { pid: 0 }] = await read<{ pid: number }>(
          `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS "pid"`,
        );
        // PostgreSQL's "immediate" shutdown: every session is cut off, nothing is written, and the start recovers.
        process.kill(pid, "SIGQUIT");
      }
      await server.stop();
      server = await startPostgres({ home: join(home, "postgres"), durable: true, port });
      await read("SELECT 1");
    },
    async fillDisk(share) {
      for (const table of FILLED) {
        await read(`DROP TRIGGER IF EXISTS chaos_disk_full ON ${table}`);
        if (share > 0)
          await read(
            `CREATE TRIGGER chaos_disk_full BEFORE INSERT ON ${table} FOR EACH ROW
             WHEN (random() < ${share}) EXECUTE FUNCTION chaos_disk_full()`,
          );
      }
    },
    async lackedRoom() {
      const [{ count } = { count: 0 }] = await read<{ count: number }>(
        `SELECT nextval('chaos_lacked_room')::int - 1 AS "count"`,
      );
      await read("ALTER SEQUENCE chaos_lacked_room RESTART");
      return count;
    },
    growOlder: (minutes) => untilUp(() => growOlder(pool, minutes)),
    async runJobs(names) {
      await read(
        "SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at := now()) FROM graphile_worker.jobs WHERE locked_at IS NULL",
      );
      for (const name of names)
        await read("SELECT graphile_worker.add_job($1, '{}'::json, job_key := $1)", [name]);
    },
    async empty() {
      const tables = await read<{ name: string }>(
        `SELECT format('%I.%I', table_schema, table_name) AS "name" FROM information_schema.tables
         WHERE table_type = 'BASE TABLE' AND (table_schema = 'public' AND table_name <> '_prisma_migrations'
           OR table_schema = 'graphile_worker' AND table_name IN ('_private_jobs', '_private_job_queues'))`,
      );
      await read(`TRUNCATE ${tables.map(({ name }) => name).join(", ")}`);
    },
    async stop() {
      await pool.end();
      await server.stop();
    },
  };
}

/**
 * PostgreSQL can be told to have no room by a real small disk, which takes the rights of an administrator to make. So a
 * trigger says it in PostgreSQL's place, with the code it would have. The sequence counts, because it is not rolled back.
 */
const DISK_FULL = `
  CREATE SEQUENCE IF NOT EXISTS chaos_lacked_room;
  CREATE OR REPLACE FUNCTION chaos_disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM nextval('public.chaos_lacked_room');
    RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
  END $$`;

/** Longer than PostgreSQL takes to recover what a story has written. */
const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 25;

/** Again and again while connections break, or two that change the same rows have to be told apart. */
async function untilUp<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code = "" } = error as { code?: string };
      const mayPass =
        /^(ECONN|EPIPE|57P|08|40P01|40001)/.test(code) || /terminated|timeout/.test(String(error));
      if (!mayPass || Date.now() > deadline) throw error;
      await sleep(LOOK_EVERY_MS);
    }
  }
}
