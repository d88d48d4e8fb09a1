import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateDatabase } from "../migrate-database.ts";
import { startPostgres } from "../postgres/postgres.ts";

export interface BenchDatabase {
  /** A folder that goes when the database does. */
  home: string;
  /** For the role that owns the tables: what a bench prepares takes more rights than the app has. */
  url: string;
  /** For the role that the app uses. */
  appUrl: string;
  stop(): Promise<void>;
}

/** A PostgreSQL of this bench's own, as durable as a merchant's would be. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const home = mkdtempSync(join(tmpdir(), "dockline-bench-"));
  // Run as root, PostgreSQL gets another account, which has to get in.
  chmodSync(home, 0o755);
  const postgres = await startPostgres({ home: join(home, "postgres"), durable: true });
  const [url, appUrl] = [postgres.url("bench"), postgres.appUrl("bench")];
  await migrateDatabase({ ownerUrl: url, appUrl });
  return {
    home,
    url,
    appUrl,
    async stop() {
      await postgres.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
