import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "../migrate-database.ts";
import { startPostgres } from "../postgres/postgres.ts";

export interface BenchDatabase {
  /** A folder that goes when the database does. */
  home: string;
  url: string;
  stop(): Promise<void>;
}

/** A PostgreSQL of this bench's own, as durable as a merchant's would be. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const home = mkdtempSync(join(tmpdir(), "dockline-bench-"));
  const postgres = await startPostgres({ home: join(home, "postgres"), durable: true });
  const url = postgres.url("bench");
  await migrateDatabase(url);
  return {
    home,
    url,
    async stop() {
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
