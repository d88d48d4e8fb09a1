/** `npm run bench`: how fast, and how much memory, each against a floor measured in the same run. */
import { parseArgs } from "node:util";
import Table from "cli-table3";
import type { Figure } from "./bench/figure.ts";
import { makeRunFolder } from "./lib/run-folder.ts";
import { prepare } from "./prepare.ts";

type Bench = (options: { quick: boolean }) => Promise<Figure[]>;

/** Loaded when its turn comes: in a fresh checkout the database client they need is made first. */
const BENCHES: Record<string, () => Promise<Bench>> = {
  ingest: async () => (await import("./bench/ingest.ts")).ingest,
  "catalogue-import": async () => (await import("./bench/catalogue-import.ts")).catalogueImport,
  "page-time": async () => (await import("./bench/page-time.ts")).pageTime,
  "mirror-latency": async () => (await import("./bench/mirror-latency.ts")).mirrorLatency,
  "mirror-calls": async () => (await import("./bench/mirror-calls.ts")).mirrorCalls,
  "return-label": async () => (await import("./bench/return-label.ts")).returnLabel,
  "panel-speed": async () => (await import("./bench/panel-speed.ts")).panelSpeed,
  sweep: async () => (await import("./bench/sweep.ts")).sweep,
  workers: async () => (await import("./bench/workers.ts")).workers,
  memory: async () => (await import("./bench/memory.ts")).memory,
  "event-copies": async () => (await import("./bench/event-copies.ts")).eventCopies,
  peer: async () => (await import("./bench/peer.ts")).peer,
};

const HELP = `npm run bench [-- NAME…] [--quick] [--json | --markdown]

  NAME        ${Object.keys(BENCHES).join(", ")}; all when left out
  --quick     a tenth of the size, one round: to see that it works, not to quote
  --json      figures for machines
  --markdown  the table as docs/performance.md shows it`;

const { values, positionals } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `There is no bench ${unknown.join(", ")}.\n\n${HELP}` : HELP);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const say = (line: string) => {
  if (!values.json && !values.markdown) console.log(line);
};
await prepare(say);
const folder = await makeRunFolder({ say });
const figures: Figure[] = [];
for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHES)) {
  const bench = await BENCHES[name]!();
  try {
    figures.push(...(await bench({ quick: values.quick })));
  } catch (error) {
    // Half an hour of the others' figures is not to be lost for it.
    process.exitCode = 1;
    console.error(`${name} could not be measured.`, error);
  }
}
await folder.end();

const HEAD = ["figure", "measured", "floor", "ratio", "goal", ""];
const rows = figures.map(({ name, measured, floor, ratio, goal, met }) => [
  ...[name, measured, floor ?? "", ratio?.toFixed(2) ?? "", goal, met ? "✓" : "✗"],
]);
if (values.json) console.log(JSON.stringify(figures, null, 2));
else if (values.markdown)
  for (const cells of [HEAD, HEAD.map(() => "---"), ...rows]) console.log(`| ${cells.join(" | ")} |`);
else {
  const table = new Table({ head: HEAD });
  table.push(...rows);
  console.log(table.toString());
}
