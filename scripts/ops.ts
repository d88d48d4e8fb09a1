/**
 * `npm run ops -- COMMAND`: what whoever runs the app looks at and does, against the database in DATABASE_URL. A file `.env`
 * is read if there is one. In a container: `node scripts/ops.ts COMMAND`.
 */
import { parseArgs } from "node:util";
import pg from "pg";
import { checkDatabase } from "../app/database/check-database.server.ts";
import { CONNECTION_TIMEOUT_MS } from "../app/database/connection-timeout.ts";
import { DATABASE_SETTINGS, readCommandEnv, runCommand } from "./lib/run-command.ts";
import type { Command, Flags } from "./ops/command.ts";
import { retryQuarantined } from "./ops/events.ts";
import { showHints } from "./ops/hints.ts";
import { listJobs, retryJobs } from "./ops/jobs.ts";
import { listShops, showShop } from "./ops/shops.ts";

/** Each is one file or function in `scripts/ops/`; the words in front tell them apart. */
const COMMANDS: Record<string, { takes: string; does: string; run: Command }> = {
  "jobs list": {
    takes: "[--shop NAME] [--all]",
    does: "jobs that have given up; --all: every job",
    run: listJobs,
  },
  "jobs retry": {
    takes: "ID… | --shop NAME | --all  [--dry-run]",
    does: "has jobs that have given up tried again: these, or a shop's or all that may happen twice",
    run: retryJobs,
  },
  "shops list": { takes: "", does: "every shop, and how it stands", run: listShops },
  "shop status": { takes: "NAME", does: "how one shop stands, in full", run: showShop },
  hints: {
    takes: "[--shop NAME] [--quarantined]",
    does: "events that wait; --quarantined: those whose record failed",
    run: showHints,
  },
  "events retry": {
    takes: "ID… | --shop NAME | --all  [--dry-run]",
    does: "has quarantined events processed again: these, or a shop's, or all",
    run: retryQuarantined,
  },
};

const HELP = `npm run ops -- COMMAND [--json]

${Object.entries(COMMANDS)
  .map(([name, { takes, does }]) => `  ${`${name} ${takes}`.trim().padEnd(56)}${does}`)
  .join("\n")}

  --json     for machines
  --dry-run  says what would be done, and does nothing

Tokens, keys and shoppers are never shown. \`npm run rotate-secrets\` seals the stored ones anew.`;

const options = {
  shop: { type: "string" },
  all: { type: "boolean", default: false },
  quarantined: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

await runCommand(main);

async function main(): Promise<void> {
  const read = parse();
  if (typeof read === "string") return fail(`${read}\n\n${HELP}`);
  const { values, positionals } = read;
  if (values.help || positionals.length === 0) return void console.log(HELP);
  const name = Object.keys(COMMANDS).find((one) =>
    one.split(" ").every((word, index) => positionals[index] === word),
  );
  const command = name && COMMANDS[name];
  if (!command) return fail(`There is no command ${positionals.join(" ")}.\n\n${HELP}`);

  const { DATABASE_URL } = readCommandEnv(DATABASE_SETTINGS);
  // Without Prisma and the keys: nothing that is shown here is sealed.
  const pool = new pg.Pool({
    connectionString: DATABASE_URL,
    max: 4,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  });
  pool.on("error", () => undefined); // A query that needs a lost connection says so itself.
  const { shop, all, quarantined, json } = values;
  const flags: Flags = { shop, all, quarantined, json, dryRun: values["dry-run"] };
  try {
    await checkDatabase(pool);
    const args = positionals.slice(name.split(" ").length);
    const said = await command.run({ pool, flags, args });
    if (said !== undefined) fail(said);
  } finally {
    await pool.end();
  }
}

function parse() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
