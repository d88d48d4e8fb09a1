/** `npm run explore`: every state of small worlds, under the app's own inventory rule. See docs/reliability.md. */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { lineOf, sumOf, tracesOf, writeExplored, type Searched } from "./explore/report.ts";
import type { WorldResult } from "./explore/search-world.ts";
import { walkWorld } from "./explore/walk-world.ts";
import { LARGE_WORLDS } from "./explore/large-worlds.ts";
import { SMALL_WORLDS } from "./explore/worlds.ts";

const HELP = `npm run explore [-- options]

Visits every state that small worlds can come to: a few SKUs, variants and orders, every order of events, and the app's own
functions deciding what the store should show. Each decision is judged against what is true, or may be.

  --only TEXT    only worlds whose name contains it
  --states N     states of a world after which the search is cut (400000)
  --traces       also shows the shortest way to what was expected to be found
  --write        puts the table into docs/reliability.md
  --walk MINUTES takes random ways through larger worlds instead, for so long
  --seed N       the seed of the first way (1)
  --help         show this text

Exits with 1 when a world is not as expected.`;

/** Ways through each world before the next one's turn. */
const WALKS_AT_ONCE = 50;

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    states: { type: "string", default: "400000" },
    traces: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    walk: { type: "string" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const statesMax = wholeNumber(values.states, "states");
if (values.walk !== undefined) {
  const minutes = wholeNumber(values.walk, "minutes");
  process.exit(walkFor(minutes, wholeNumber(values.seed, "seed")) ? 0 : 1);
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

/** @returns whether all held */
function walkFor(minutes: number, firstSeed: number): boolean {
  const until = performance.now() + minutes * 60_000;
  let [seed, decisions, held] = [firstSeed, 0, true];
  for (; held && performance.now() < until; seed += WALKS_AT_ONCE) {
    for (const world of LARGE_WORLDS) {
      const walked = walkWorld(world, { seed, walks: WALKS_AT_ONCE });
      decisions += walked.decisions;
      for (const finding of walked.findings) console.log(`✗ ${world.name}: ${finding}`);
      if (walked.findings.length > 0) held = false;
    }
  }
  const ways = (seed - firstSeed) * LARGE_WORLDS.length;
  console.log(
    `${ways.toLocaleString("en")} ways and ${decisions.toLocaleString("en")} decisions, seeds ${firstSeed} to ${seed - 1}`,
  );
  return held;
}

function wholeNumber(text: string, of: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  console.error(`"${text}" is no number of ${of}. Try --help.`);
  process.exit(1);
}
