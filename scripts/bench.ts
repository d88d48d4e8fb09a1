/** `npm run bench`: how fast, and how much memory, each against a floor measured in the same run. */
import { parseArgs } from "node:util";
import Table from "cli-table3";
import type { Figure } from "./bench/figure.ts";
import { prepare } from "./prepare.ts";

type Bench = (options: { quick: boolean }) => Promise<Figure[]>;

/** Loaded when its turn comes: in a fresh checkout the database client they need is made first. */
const BENCHES: Record<string, () => Promise<Bench>> = {
  "catalogue-import": async () => (await import("./bench/catalogue-import.ts")).catalogueImport,
  "page-time": async () => (await import("./bench/page-time.ts")).pageTime,
  "mirror-latency": async () => (await import("./bench/mirror-latency.ts")).mirrorLatency,
  "mirror-calls": async () => (await import("./bench/mirror-calls.ts")).mirrorCalls,
  "return-label": async () => (await import("./bench/return-label.ts")).returnLabel,
  "panel-speed": async () => (await import("./bench/panel-speed.ts")).panelSpeed,
  sweep: async () => (await import("./bench/sweep.ts")).sweep,
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
for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES)) {
  const bench = await BENCHES[name]!();
  figures.push(...(await bench({ quick: values.quick })));
}

if (values.json) console.log(JSON.stringify(figures, null, 2));
else {
  const table = new Table({ head: ["figure", "measured", "floor", "ratio", "goal", ""] });
  for (const { name, measured, floor, ratio, goal, met } of figures)
    table.push([name, measured, floor ?? "", ratio?.toFixed(2) ?? "", goal, met ? "✓" : "✗"]);
  console.log(table.toString());
}
