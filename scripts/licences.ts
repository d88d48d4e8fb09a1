/** `npm run licences`: under which licences everything in the lockfile comes. Fails on one that nobody has looked at yet. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { licencesOf, type Lockfile } from "./lib/licences.ts";
import { ROOT } from "./run-tool.ts";

const { values } = parseArgs({
  options: { all: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log(
    "npm run licences [-- --all]\n\n  Packages by licence; --all: also those only development needs.",
  );
  process.exit(0);
}
const lockfile = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lockfile;
const { byLicence, unknown } = licencesOf(lockfile);
for (const [licence, packages] of [...byLicence].sort(([a], [b]) => a.localeCompare(b))) {
  const shown = packages.filter(({ dev }) => values.all || !dev).map(({ name }) => name);
  if (shown.length > 0) console.log(`${licence} (${shown.length})\n  ${[...new Set(shown)].join(", ")}\n`);
}
if (unknown.length > 0) {
  const lines = unknown.map(({ name, licence }) => `  ${name}: ${licence}`);
  console.error(
    `Nobody has looked at these licences yet:\n${lines.join("\n")}\nRead them, then add them in scripts/lib/licences.ts.`,
  );
  process.exit(1);
}
