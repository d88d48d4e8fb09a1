#!/usr/bin/env node
import { parseArgs } from "node:util";
import { refuseProduction } from "../lib/refuse-production.ts";
import { behaviourLines, parseBehaviours, type BehaviourChanges } from "./behaviours.ts";
import { startWarehouse, warehouseDefaults, type WarehouseOptions } from "./start-warehouse.ts";

const help = `The sandbox warehouse: a fulfilment service to try things out with, on this machine only.

  --port P           where it listens (default ${warehouseDefaults.port}; 0 takes any free port)
  --token T          access token clients must send (default ${warehouseDefaults.token})
  --other-token T    one more token that is let in, for a client with an account of its own and the same goods;
                     may be given more than once
  --webhook-key K    key its webhooks are signed with (default ${warehouseDefaults.webhookKey})
  --state FILE       keep everything in FILE across restarts (default: forget)
  --retry-base-ms N  gap before a failed webhook is sent again the first time, in milliseconds (default ${warehouseDefaults.retryBaseMs})
  --requests-per-second N  answer 429 to more than N requests in a second (default: no limit)
  --rewrite-line-refs, --json-labels  the behaviours rewriteLineRefs and jsonLabels
  --sparse-inbounds  the behaviours showLines and showReceipts: included
  --behaviours JSON  how it behaves where the interface document leaves it open, for example
                     '{"showReceipts":"never"}'. They can be changed while it runs:
${behaviourLines()
  .map((line) => `                       ${line}`)
  .join("\n")}
  --help             show this text`;

function readOptions(): WarehouseOptions {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: String(warehouseDefaults.port) },
      token: { type: "string", default: warehouseDefaults.token },
      "other-token": { type: "string", multiple: true, default: [] },
      "webhook-key": { type: "string", default: warehouseDefaults.webhookKey },
      state: { type: "string" },
      "retry-base-ms": { type: "string", default: String(warehouseDefaults.retryBaseMs) },
      "rewrite-line-refs": { type: "boolean", default: false },
      "sparse-inbounds": { type: "boolean", default: false },
      "requests-per-second": { type: "string" },
      "json-labels": { type: "boolean", default: false },
      behaviours: { type: "string", default: "{}" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const { "requests-per-second": requestsPerSecond } = values;
  return {
    port: wholeNumber("--port", { value: values.port, least: 0, most: 65_535 }),
    token: values.token,
    otherTokens: values["other-token"],
    webhookKey: values["webhook-key"],
    stateFile: values.state,
    retryBaseMs: wholeNumber("--retry-base-ms", {
      value: values["retry-base-ms"],
      least: 1,
      most: 86_400_000,
    }),
    rewriteLineRefs: values["rewrite-line-refs"],
    jsonLabels: values["json-labels"],
    ...(values["sparse-inbounds"] && { showLines: "included", showReceipts: "included" }),
    ...readBehaviours(values.behaviours),
    ...(requestsPerSecond !== undefined && {
      requestsPerSecond: wholeNumber("--requests-per-second", {
        value: requestsPerSecond,
        least: 1,
        most: 1_000_000,
      }),
    }),
  };
}

function readBehaviours(json: string): BehaviourChanges {
  try {
    return parseBehaviours(json);
  } catch (error) {
    throw new Error(`--behaviours must be JSON, see --help: ${(error as Error).message}`, { cause: error });
  }
}

function wholeNumber(
  flag: string,
  { value, least, most }: { value: string; least: number; most: number },
): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new Error(`${flag} must be a whole number from ${least} to ${most}, not "${value}".`);
  return number;
}

function explain(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is taken. End the program that uses it, or choose another port with --port.`;
  return code?.startsWith("ERR_PARSE_ARGS") ? `${message} Try --help.` : message;
}

refuseProduction("The sandbox warehouse");
try {
  const warehouse = await startWarehouse(readOptions());
  // A parent that ends may send a signal and hang up as well: only the first of them closes the warehouse.
  let ending: Promise<void> | undefined;
  const end = () => void (ending ??= warehouse.close().then(() => process.exit(0)));
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  console.log(`Sandbox warehouse ready at ${warehouse.url} (its floor: ${warehouse.url}/_sandbox/)`);
  if (process.connected) {
    process.once("disconnect", end);
    process.send?.({ ready: true, url: warehouse.url });
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
