/**
 * `npm run migrate`: brings the database in DATABASE_URL to the present schema. Run it before the new version starts. A
 * file `.env` is read if there is one.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { migrateDatabase } from "./migrate-database.ts";
import { ROOT } from "./run-tool.ts";

const settings = join(ROOT, ".env");
if (existsSync(settings)) process.loadEnvFile(settings);
const url = process.env.DATABASE_URL;
if (!url) {
  console.error("Set DATABASE_URL to the database to bring up to date.");
  process.exit(1);
}
await migrateDatabase(url);
console.log("The database is up to date.");
