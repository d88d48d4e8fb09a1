/**
 * `npm run migration -- --name add-something`: writes the SQL that leads from the committed prisma/schema.prisma to the
 * one in the working tree. Read it before committing it; large tables need more care than a tool takes.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeRunFolder } from "./lib/run-folder.ts";
import { startPostgres } from "./postgres/postgres.ts";
import { ROOT, tool } from "./run-tool.ts";

const HELP = `npm run migration -- --name NAME [--from REF] [--dry-run]

  --name NAME   what it does, in lower case with hyphens
  --from REF    the commit whose schema it starts from (HEAD)
  --dry-run     prints the SQL and writes nothing`;

const { values } = parseArgs({
  options: {
    name: { type: "string" },
    from: { type: "string", default: "HEAD" },
    "dry-run": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if (!values.name || !/^[a-z][a-z0-9-]*$/.test(values.name)) {
  console.error(HELP);
  process.exit(1);
}

const folder = await makeRunFolder({ say: (line) => console.log(line) });
const postgres = await startPostgres({ home: join(folder.path, "postgres"), durable: false });
try {
  const before = join(folder.path, "before.prisma");
  const show = ["show", `${values.from}:prisma/schema.prisma`];
  writeFileSync(before, execFileSync("git", show, { cwd: ROOT, encoding: "utf8" }));
  const diff = [
    "--from-schema-datamodel",
    before,
    "--to-schema-datamodel",
    "prisma/schema.prisma",
    "--script",
  ];
  const sql = await tool("prisma", ["migrate", "diff", ...diff], { DATABASE_URL: postgres.url("postgres") });
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = `prisma/migrations/${stamp}_${values.name.replaceAll("-", "_")}/migration.sql`;
  console.log(sql);
  if (!values["dry-run"]) {
    mkdirSync(join(ROOT, file, ".."), { recursive: true });
    writeFileSync(join(ROOT, file), sql);
    console.log(`Written to ${file}`);
  }
} finally {
  await postgres.stop();
  await folder.end();
}
