/**
 * `npm run migrate`: brings the database to the present schema and gives the app's role its rights. Run it before the
 * new version starts. It uses MIGRATION_DATABASE_URL or, without it, DATABASE_URL, and reads a file `.env`.
 */
import { DATABASE_SETTINGS, readCommandEnv, runCommand } from "./lib/run-command.ts";
import { migrateDatabase, migrationOf } from "./migrate-database.ts";

await runCommand(async () => {
  await migrateDatabase(migrationOf(readCommandEnv(DATABASE_SETTINGS)));
  console.log("The database is up to date.");
});
