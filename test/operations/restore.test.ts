import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createReadiness } from "../../app/operations/readiness.server.ts";
import { migrateDatabase } from "../../scripts/migrate-database.ts";
import { startPostgres } from "../../scripts/postgres/postgres.ts";
import { openPool } from "../support/open-pool.ts";
import { SHOP } from "../support/world.ts";

/** Says that so many variants are to be ignored, as a merchant does. */
const decide = (pool: pg.Pool, names: string[]) =>
  pool.query(
    `INSERT INTO "Mapping" ("shop", "variantId", "inventoryItemId", "decision", "source", "mappedAt")
     SELECT $1, name, name, 'ignored', 'merchant', now() FROM unnest($2::text[]) AS name`,
    [SHOP, names],
  );

/** What was copied belongs to whom the original belongs to: PostgreSQL insists. */
function giveTo(folder: string, original: string): void {
  const { uid, gid } = statSync(original);
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(join(folder, entry), uid, gid);
}

test("a database copied while it was in use is whole and ready where it is restored", async () => {
  const home = mkdtempSync(join(tmpdir(), "dockline-restore-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  chmodSync(home, 0o755); // Run by root, PostgreSQL belongs to another account, which has to get in.
  const [before, after] = [join(home, "before"), join(home, "after")];
  const open = async (folder: string) => {
    const postgres = await startPostgres({ home: folder, durable: true });
    onTestFinished(() => postgres.stop());
    return postgres;
  };
  const lost = await open(before);
  await migrateDatabase({ ownerUrl: lost.url("dockline"), appUrl: lost.appUrl("dockline") });
  const pool = openPool(lost.url("dockline"));
  await decide(pool, ["before"]);

  const backup = await pool.connect();
  await backup.query("SELECT pg_backup_start('copy', fast => true)");
  await decide(pool, ["meanwhile"]);
  cpSync(before, after, { recursive: true, filter: (path) => !path.endsWith("postmaster.pid") });
  await decide(pool, ["while copied"]);
  const { rows } = await backup.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop()");
  // What was written meanwhile lies in the log, which archiving would have kept.
  cpSync(join(before, "data/pg_wal"), join(after, "data/pg_wal"), { recursive: true });
  writeFileSync(join(after, "data/backup_label"), rows[0]!.labelfile);
  giveTo(after, join(before, "data"));
  backup.release();
  await pool.end();

  const restored = await open(after);
  const found = openPool(restored.appUrl("dockline"));
  onTestFinished(() => found.end());
  const { rows: mappings } = await found.query<{ name: string }>(
    `SELECT "variantId" AS name FROM "Mapping" WHERE "shop" = $1 ORDER BY 1`,
    [SHOP],
  );
  expect(mappings.map(({ name }) => name)).toEqual(["before", "meanwhile", "while copied"]);
  expect(await createReadiness({ pool: found })(["database", "migrations"])).toMatchObject({ ready: true });
});
