/** `npm run explore`: every state of small worlds, under the app's own inventory rule. See docs/reliability.md. */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { lineOf, sumOf, tracesOf, writeExplored, type Searched } from "./explore/report.ts";
import type { WorldResult } from "./explore/search-world.ts";
import { SMALL_WORLDS } from "./explore/worlds.ts";

const HELP = `npm run explore [-- options]

Visits every state that small worlds can come to: a few SKUs, variants and orders, every order of events, and the app's own
functions deciding what the store should show. Each decision is judged against what is true, or may be.

  --only TEXT    only worlds whose name contains it
  --states N     states of a world after which the search is cut (400000)
  --traces       also shows the shortest way to what was expected to be found
  --write        puts the table into docs/reliability.md
  --help         show this text

Exits with 1 when a world is not as expected.`;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    states: { type: "string", default: "400000" },
    traces: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const statesMax = Number(values.states);
if (!Number.isInteger(statesMax) || statesMax < 1) {
  console.error(`"${values.states}" is no number of states. Try --help.`);
  process.exit(1);
}

const all = Object.entries(SMALL_WORLDS).flatMap(([group, worlds]) =>
  worlds.map((world) => ({ group, world })),
);
const waiting = all.flatMap(({ group, world }, at) =>
  `${group}: ${world.name}`.includes(values.only) ? [at] : [],
);
if (waiting.length === 0) {
  console.error(`No world's name contains "${values.only}".`);
  process.exit(1);
}
const began = performance.now();
const results = new Map<number, WorldResult>();
await Promise.all(Array.from({ length: Math.min(availableParallelism(), waiting.length) }, searchInThread));
const seconds = (performance.now() - began) / 1000;
const searched = [...results]
  .toSorted(([a], [b]) => a - b)
  .map(([at, result]): Searched => ({ ...all[at]!, result }));
console.log(sumOf(searched, seconds));
if (values.write) writeExplored(searched, { how: "npm run explore", seconds });
process.exit(searched.every(({ result }) => result.findings.length === 0) ? 0 : 1);

/** Searches what waits, one world after the other, beside the other threads. */
async function searchInThread(): Promise<void> {
  const thread = new Worker(new URL("./explore/search-thread.ts", import.meta.url), {
    workerData: { statesMax },
  });
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    thread.postMessage(at);
    // Rejects when the thread fails.
    const [result] = (await once(thread, "message")) as [WorldResult];
    results.set(at, result);
    const one: Searched = { ...all[at]!, result };
    console.log([lineOf(one), ...(values.traces ? tracesOf(one) : [])].join("\n"));
  }
  await thread.terminate();
}
