/** `npm run proof`: what needs length, volume or chance, and so takes hours. See docs/testing.md. */
import { parseArgs } from "node:util";
import Table from "cli-table3";
import { prepare } from "./prepare.ts";
import { runToolAndHear } from "./run-tool.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});
if (!/^\d+$/.test(values.seed)) stop(`"${values.seed}" is no whole number. Try --help.`);
const { seed } = values;

/** Each is a command of its own too. One after the other: each uses all processors, and measures time limits. */
const PARTS = [
  { name: "tests", what: "the tests tagged proof", args: ["scripts/test.ts", "--proof"] },
  {
    name: "chaos",
    what: "50 stories in which everything fails",
    args: ["scripts/chaos.ts", "--seed", seed, "--runs", "50", "--quiet"],
  },
  {
    name: "attack",
    what: "10 minutes of attacks on every door",
    args: ["scripts/attack.ts", "--seed", seed, "--minutes", "10"],
  },
  { name: "explore", what: "every state of small worlds", args: ["scripts/explore.ts"] },
  {
    name: "walk",
    what: "20 minutes of random ways through larger worlds",
    args: ["scripts/explore.ts", "--walk", "20", "--seed", seed],
  },
  {
    name: "mutation",
    what: "rules broken on purpose, and whether their tests notice",
    args: ["scripts/mutation.ts", "--survivors"],
  },
];

const names = PARTS.map(({ name }) => name);
if (values.help) {
  console.log(`npm run proof [-- --only NAME,NAME] [--seed N]

${PARTS.map(({ name, what }) => `  ${name.padEnd(10)} ${what}`).join("\n")}

  --only NAMES  only these parts
  --seed N      what chaos, attack and walk begin with (1)
  --help        show this text

Runs one part after the other; one that fails doesn't stop the others. Exits with 1 when one failed.`);
  process.exit(0);
}
const asked = values.only?.split(",") ?? names;
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) stop(`No part is called ${unknown.join(", ")}. There are ${names.join(", ")}.`);

await prepare((message) => console.log(message));
const table = new Table({ head: ["part", "result", "minutes", "its last line"] });
let failed = 0;
for (const { name, args } of PARTS.filter(({ name }) => asked.includes(name))) {
  console.log(`\n── ${name} ──`);
  const started = Date.now();
  // A part that is started like any command ends when this process does.
  const { holds, lastLines } = await runToolAndHear("node", {
    args: ["scripts/bootstrap.mjs", ...args],
    show: true,
  });
  if (!holds) failed++;
  const minutes = ((Date.now() - started) / 60_000).toFixed(1);
  table.push([name, holds ? "passed" : "FAILED", minutes, lastLines.split("\n").at(-1)!.slice(0, 100)]);
}
console.log(`\n${table.toString()}`);
process.exit(failed === 0 ? 0 : 1);

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}
