import { once } from "node:events";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeRunFolder } from "../../scripts/lib/run-folder.ts";
import { prepare } from "../../scripts/prepare.ts";
import { play } from "./play.ts";
import { printJson, printTable } from "./report.ts";
import { claim } from "./single-run.ts";
import { setStage } from "./stage.ts";
import { mainStory } from "./story.ts";
import { startDemoWorld, type DemoOptions } from "./world.ts";

const HELP = `The demo: a shop, a warehouse and Dockline between them, on this machine only.

  npm run demo                  open it in a browser; Ctrl-C stops everything, the data stays
  npm run demo -- --reset       start over with fresh goods
  npm run demo -- --home DIR    keep data and logs in DIR instead of .demo
  npm run demo -- --check       play the main story without a browser window and say whether it holds
  npm run demo -- --check --json  the same, as JSON

With FULFILMENT_BASE_URL, FULFILMENT_ACCESS_TOKEN and FULFILMENT_WEBHOOK_KEY set, that fulfilment service takes the
place of the sandbox warehouse.`;

const { values: flags } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    reset: { type: "boolean", default: false },
    home: { type: "string", default: resolve(import.meta.dirname, "../../.demo") },
    help: { type: "boolean", default: false },
  },
});

const started = Date.now();
const seconds = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
// Progress goes beside the result, so that --json prints nothing but JSON.
const say = (message: string) => void process.stderr.write(`  ${seconds().padStart(7)}  ${message}\n`);

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  if (flags.help) {
    console.log(HELP);
    return 0;
  }
  const warehouse = chosenWarehouse();
  await prepare(say);
  return flags.check ? check(warehouse) : show(warehouse);
}

/** Everything up until Ctrl-C. */
async function show(warehouse: DemoOptions["warehouse"]): Promise<number> {
  const home = resolve(flags.home);
  const release = claim(`${home}.pid`);
  const lost = Promise.withResolvers<string>();
  const asked = Promise.race(["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => once(process, signal)));
  try {
    const world = await startDemoWorld({
      home,
      fresh: flags.reset,
      usualPorts: true,
      warehouse,
      say,
      onLost: lost.resolve,
      restarts: true,
    });
    try {
      await setStage(world, { home, say });
      console.log(`\n  Open ${world.shopUrl}/store/demo/apps/dockline\n`);
      console.log("  What to try: a tour in ten minutes, at the end of its menu.\n");
      console.log("  Ctrl-C stops everything; the data stays until --reset.");
      const why = await Promise.race([asked.then(() => ""), lost.promise]);
      say(why || "Stopping");
      return why ? 1 : 0;
    } finally {
      await world.stop();
    }
  } finally {
    release();
  }
}

/** The main story in a world of its own, which is thrown away. */
async function check(warehouse: DemoOptions["warehouse"]): Promise<number> {
  if (warehouse)
    throw new Error("--check plays the warehouse's part itself. Unset FULFILMENT_BASE_URL for it.");
  const folder = await makeRunFolder({ say });
  const lost = Promise.withResolvers<string>();
  // A part that ends by itself fails the step that needs it; nobody waits for the promise.
  lost.promise.then(say, () => undefined);
  try {
    const world = await startDemoWorld({
      home: join(folder.path, "demo"),
      fresh: true,
      usualPorts: false,
      warehouse,
      say,
      onLost: lost.resolve,
    });
    let steps;
    try {
      steps = await play(mainStory(world), say);
    } finally {
      await world.stop();
    }
    if (flags.json) printJson(steps);
    else printTable(steps);
    return steps.every(({ verdict }) => verdict === "holds") ? 0 : 1;
  } finally {
    await folder.end();
  }
}

/** @throws Error when only some of the three settings are there, or the address is none. */
function chosenWarehouse(): DemoOptions["warehouse"] {
  const { FULFILMENT_BASE_URL, FULFILMENT_ACCESS_TOKEN, FULFILMENT_WEBHOOK_KEY } = process.env;
  const given = { FULFILMENT_BASE_URL, FULFILMENT_ACCESS_TOKEN, FULFILMENT_WEBHOOK_KEY };
  const missing = Object.entries(given).filter(([, value]) => !value);
  if (missing.length === Object.keys(given).length) return undefined;
  if (missing.length > 0)
    throw new Error(
      `To use a fulfilment service of your own, also set ${missing.map(([name]) => name).join(", ")}.`,
    );
  if (!/^https?:$/.test(URL.parse(FULFILMENT_BASE_URL ?? "")?.protocol ?? ""))
    throw new Error(
      "FULFILMENT_BASE_URL is not valid; set it to the fulfilment service's address, with https:// (see README.md#settings).",
    );
  return {
    url: (FULFILMENT_BASE_URL ?? "").replace(/\/+$/, ""),
    accessToken: FULFILMENT_ACCESS_TOKEN ?? "",
    webhookKey: FULFILMENT_WEBHOOK_KEY ?? "",
  };
}
