/** `npm run attack`: every door of the built app under attack, while its neighbors are served. See docs/reliability.md. */
import { parseArgs } from "node:util";
import { campaign } from "./attack/campaign.ts";
import { crowdsTable, doorsTable, measuredTable, writeReport } from "./attack/report.ts";
import { makeRunFolder } from "./lib/run-folder.ts";
import { prepare } from "./prepare.ts";

const HELP = `npm run attack [-- --seed N] [--minutes M]

  --seed N      which odd values are tried, and in which order (1)
  --minutes M   goes on for so long, half of it with single requests and half with crowds (10); 0 does everything once
  --write       puts the tables into docs/reliability.md
  --keep        keeps the programs' logs
  --help        show this text

Everything happens on this machine: a PostgreSQL, both sandboxes and the built app, each a program of its own. Exits with 1 when
something got through, a neighbor was not served, or the app logged an error of its own.`;

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
const folder = await makeRunFolder({ keep: values.keep, say });
try {
  const result = await campaign({
    seed,
    home: folder.path,
    share: 1,
    crowdShare: 1,
    ...(minutes > 0 && { until: Date.now() + minutes * 60_000 }),
    say,
  });
  for (const shown of [doorsTable(result), crowdsTable(result), measuredTable(result)])
    console.log(`\n${shown}`);
  const { failures } = result;
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
