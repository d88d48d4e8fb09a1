/** `npm run attack`: every door of the built app under attack, while its neighbors are served. See docs/reliability.md. */
import { parseArgs } from "node:util";
import { campaign } from "./attack/campaign.ts";
import { shareCores } from "./attack/cores.ts";
import { crowdsTable, doorsTable, measuredTable, missedAims, writeReport } from "./attack/report.ts";
import { makeRunFolder } from "./lib/run-folder.ts";
import { prepare } from "./prepare.ts";

const HELP = `npm run attack [-- --seed N] [--minutes M]

  --seed N      which odd values are tried, and in which order (1)
  --minutes M   goes on for so long, half of it with single requests and half with crowds (10); 0 does everything once
  --write       puts the tables into docs/reliability.md
  --keep        keeps the programs' logs
  --help        show this text

Everything happens on this machine: a PostgreSQL, both sandboxes and the built app, each a program of its own. Exits with 1 when
something got through, a neighbor was not served, the app logged an error of its own, or, where four processors exist, it answered
too late.`;

/** Long enough for every page's code to be compiled, in milliseconds. */
const IDLE_MS = 30_000;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "10" },
    write: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const [seed, minutes] = [values.seed, values.minutes].map(numberIn) as [number, number];

const say = (line: string) => console.log(line);
await prepare(say);
const cores = shareCores();
say(
  cores
    ? `App and database run on the processors ${cores.app}, everyone else on ${cores.others}: delays are judged.`
    : "Fewer than four processors, or no taskset: delays are reported and not judged.",
);
const folder = await makeRunFolder({ keep: values.keep, say });
try {
  const result = await campaign({
    seed,
    home: folder.path,
    share: 1,
    crowdShare: 1,
    idleMs: IDLE_MS,
    cores,
    ...(minutes > 0 && { until: Date.now() + minutes * 60_000 }),
    say,
  });
  for (const shown of [doorsTable(result), crowdsTable(result), measuredTable(result)])
    console.log(`\n${shown}`);
  const failures = [...result.failures, ...(cores ? missedAims(result) : [])];
  for (const failure of failures) console.log(`✗ ${failure}`);
  console.log(failures.length === 0 ? "\nEverything held." : `\n${failures.length} did not hold.`);
  if (values.write) writeReport(result, `npm run attack -- --seed ${seed} --minutes ${minutes} --write`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  if (values.keep) say(`Logs: ${folder.path}`);
  await folder.end();
}

function numberIn(text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  console.error(`"${text}" is no number. Try --help.`);
  process.exit(1);
}
