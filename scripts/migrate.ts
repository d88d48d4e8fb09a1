/** `npm run migrate`: brings the database in DATABASE_URL to the present schema. Run it before the new version starts. */
import { migrateDatabase } from "./migrate-database.ts";

const url = process.env.DATABASE_URL;
if (!url) {
  console.error("Set DATABASE_URL to the database to bring up to date.");
  process.exit(1);
}
await migrateDatabase(url);
console.log("The database is up to date.");
