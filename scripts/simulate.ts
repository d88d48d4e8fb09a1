/** `npm run simulate`: how the app fares with very many shops, on its own scheduling code, in virtual time. */
import { parseArgs } from "node:util";
import { DATABASE_CLIENT, prepare } from "./prepare.ts";

const HELP = `npm run simulate [-- options]

Lets a day go by for very many shops: the app's own schedule, lanes, places and delays, in virtual time. What each thing takes
was measured before, in scripts/simulate/measured.json.

  --shops N      shops in all (100000)
  --cell N       shops of one PostgreSQL with its web and worker processes (2500)
  --workers N    worker processes of each PostgreSQL (8)
  --hours N      hours from midnight (24)
  --away MS      the way to the warehouse or to Shopify and back, their own time included (100)
  --orders N     orders a day of the shop in the middle (10)
  --peak N       so many times the orders, as on the busiest days of the year (1)
  --outage MIN   no worker runs for so many minutes from noon (0)
  --herd         as it was: every shop's turn in the same minute, lanes never forgotten
  --seed N       another day (1)
  --app-cpu, --database-cpu  dollars for a processor's hour (0.04, 0.10)
  --storage      dollars for a gigabyte's month (0.15)
  --json         figures for machines
  --write        runs everything that docs/scale.md shows, and writes it there

  --measure      measures anew what things take, between the sandboxes and on a real PostgreSQL, and writes it down; some
                 ten minutes, on a machine that does nothing else
  --skus N       SKUs of the shop that is measured (10000)`;

const { values } = parseArgs({
  options: {
    shops: { type: "string", default: "100000" },
    cell: { type: "string", default: "2500" },
    workers: { type: "string", default: "8" },
    hours: { type: "string", default: "24" },
    away: { type: "string", default: "100" },
    orders: { type: "string" },
    peak: { type: "string", default: "1" },
    outage: { type: "string", default: "0" },
    herd: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    "app-cpu": { type: "string", default: "0.04" },
    "database-cpu": { type: "string", default: "0.10" },
    storage: { type: "string", default: "0.15" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    measure: { type: "boolean", default: false },
    skus: { type: "string", default: "10000" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}

const say = (line: string) => {
  if (!values.json) console.log(line);
};
if (values.measure) {
  await prepare(say);
  const { measure } = await import("./simulate/measure.ts");
  await measure({ skus: Number(values.skus), say });
}
if (values.write || !values.measure) {
  await prepare(say, [DATABASE_CLIENT]);
  const { MODEL } = await import("./simulate/load.ts");
  const options = {
    ...{ shops: Number(values.shops), cell: Number(values.cell), workers: Number(values.workers) },
    ...{ hours: Number(values.hours), seed: Number(values.seed), awayMs: Number(values.away) },
    ...{ herd: values.herd, outage: Number(values.outage) },
    model: { ...MODEL, orders: Number(values.orders ?? MODEL.orders), peak: Number(values.peak) },
    prices: {
      appCpuHour: Number(values["app-cpu"]),
      databaseCpuHour: Number(values["database-cpu"]),
      storageMonth: Number(values.storage),
      busy: 0.6,
    },
  };
  if (values.write) (await import("./simulate/write-document.ts")).writeDocument(options, say);
  else {
    const { simulate } = await import("./simulate/simulate-shops.ts");
    const { show } = await import("./simulate/show.ts");
    const result = simulate(options);
    console.log(values.json ? JSON.stringify(result, null, 2) : show(result));
  }
}
