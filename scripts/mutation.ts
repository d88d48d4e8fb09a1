/** `npm run mutation`: breaks the pure rules in every small way there is, and counts how often their tests notice. */
import { globSync } from "node:fs";
import { join, matchesGlob, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";
import Table from "cli-table3";
import { makeRunFolder } from "./lib/run-folder.ts";
import { AREAS, LEAST_SCORE } from "./mutation/areas.ts";
import { DATABASE_CLIENT, prepare } from "./prepare.ts";
import { ROOT } from "./run-tool.ts";

type Mutant = Awaited<ReturnType<Stryker["runMutationTest"]>>[number];

const HELP = `npm run mutation [-- FILE…] [--survivors] [--at-once N]

  FILE         rules to break; all of scripts/mutation/areas.ts when left out
  --survivors  also shows each change that no test noticed
  --at-once N  so many at once (2)

Fails when of an area less than ${LEAST_SCORE} % are noticed.`;

const { values, positionals } = parseArgs({
  options: {
    survivors: { type: "boolean", default: false },
    "at-once": { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const ours = AREAS.flatMap(({ rules }) => globSync(rules, { cwd: ROOT }));
const asked = positionals.map((file) => relative(ROOT, resolve(file)));
const unknown = asked.filter((file) => !ours.includes(file));
if (unknown.length > 0) {
  console.error(`No rule of scripts/mutation/areas.ts: ${unknown.join(", ")}\n\n${HELP}`);
  process.exit(1);
}

const say = (line: string) => console.log(line);
await prepare(say, [DATABASE_CLIENT]);
const folder = await makeRunFolder({ say });
const mutants = await new Stryker({
  mutate: [...new Set(asked.length > 0 ? asked : ours)],
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutation/vitest.config.ts" },
  concurrency: Number(values["at-once"]),
  // Beyond what its tests took unbroken: a busy machine is no endless loop. In milliseconds.
  timeoutMS: 20_000,
  tempDirName: relative(ROOT, join(folder.path, "stryker")),
  // Of what the sandbox copies, nothing that no rule and none of its tests needs.
  ignorePatterns: [".cache", ".demo", ".data", ".git", "build", "docs", "extensions", "prisma"],
  reporters: [process.stdout.isTTY ? "progress" : "progress-append-only"],
}).runMutationTest();
await folder.end();

const fileOf = ({ fileName }: Mutant) => relative(ROOT, fileName);
if (values.survivors)
  for (const mutant of mutants.filter((one) => counts(one) && !isKilled(one))) show(mutant);

const table = new Table({ head: ["rules", "mutants", "killed", "survived", "score"] });
const failed: string[] = [];
for (const { name, rules } of AREAS) {
  const found = mutants.filter((one) => rules.some((pattern) => matchesGlob(fileOf(one), pattern)));
  if (found.length === 0) continue;
  const score = addRow(name.toUpperCase(), found);
  if (score < LEAST_SCORE) failed.push(`${name} (${score.toFixed(1)} %)`);
  for (const [file, some] of [...Map.groupBy(found, fileOf)].sort(([a], [b]) => a.localeCompare(b)))
    addRow(`  ${file}`, some);
}
console.log(table.toString());
const counted = mutants.filter(counts);
console.log(`${counted.filter(isKilled).length} of ${counted.length} changes were noticed`);
if (failed.length > 0) console.error(`Below ${LEAST_SCORE} %: ${failed.join(", ")}`);
process.exit(failed.length === 0 ? 0 : 1);

/** Adds a row about these mutants. @returns their score, in percent. */
function addRow(name: string, some: readonly Mutant[]): number {
  const counted = some.filter(counts);
  const killed = counted.filter(isKilled).length;
  const score = counted.length === 0 ? 100 : (killed / counted.length) * 100;
  table.push([name, counted.length, killed, counted.length - killed, `${score.toFixed(1)} %`]);
  return score;
}

/** What was left out for a reason given in the code, or never ran because it is no program any more, tells nothing. */
function counts({ status }: Mutant): boolean {
  return status !== "Ignored" && status !== "CompileError";
}

/** A test failed, or never came to its end. */
function isKilled({ status }: Mutant): boolean {
  return status === "Killed" || status === "Timeout";
}

function show(mutant: Mutant): void {
  const { location, mutatorName, replacement } = mutant;
  console.log(
    `${fileOf(mutant)}:${location.start.line}:${location.start.column} ${mutatorName}: ${replacement ?? ""}`,
  );
}
