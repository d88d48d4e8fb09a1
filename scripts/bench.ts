/** `npm run bench`: how fast, and how much memory, each against a floor measured in the same run. */
import { parseArgs } from "node:util";
import Table from "cli-table3";
import { catalogueImport } from "./bench/catalogue-import.ts";
import type { Figure } from "./bench/figure.ts";
import { mirrorCalls } from "./bench/mirror-calls.ts";
import { mirrorLatency } from "./bench/mirror-latency.ts";
import { pageTime } from "./bench/page-time.ts";
import { sweep } from "./bench/sweep.ts";
import { prepare } from "./prepare.ts";

const BENCHES: Record<string, (options: { quick: boolean }) => Promise<Figure[]>> = {
  "catalogue-import": catalogueImport,
  "page-time": pageTime,
  "mirror-latency": mirrorLatency,
  "mirror-calls": mirrorCalls,
  sweep,
};

const HELP = `npm run bench [-- NAME…] [--quick] [--json]

  NAME     ${Object.keys(BENCHES).join(", ")}; all when left out
  --quick  a tenth of the size, one round: to see that it works, not to quote
  --json   figures for machines`;

const { values, positionals } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `There is no bench ${unknown.join(", ")}.\n\n${HELP}` : HELP);
  process.exit(unknown.length > 0 ? 1 : 0);
}

await prepare((message) => {
  if (!values.json) console.log(message);
});
const figures: Figure[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES))
  figures.push(...(await BENCHES[name]!({ quick: values.quick })));

if (values.json) console.log(JSON.stringify(figures, null, 2));
else {
  const table = new Table({ head: ["figure", "measured", "floor", "ratio", "goal", ""] });
  for (const { name, measured, floor, ratio, goal, met } of figures)
    table.push([name, measured, floor ?? "", ratio?.toFixed(2) ?? "", goal, met ? "✓" : "✗"]);
  console.log(table.toString());
}
