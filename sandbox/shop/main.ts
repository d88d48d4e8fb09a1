#!/usr/bin/env node
import { parseArgs } from "node:util";
import { refuseProduction } from "../lib/refuse-production.ts";
import { startShop, type ShopOptions } from "./start-shop.ts";

const help = `The sandbox shop: plays Shopify for an app on this machine.

  --port P             where it listens (default 9200; 0 takes any free port)
  --app-url URL        where the app runs, on this machine (default http://localhost:3000)
  --app-config FILE    the app's registration (default shopify.app.toml)
  --api-key K          the app's client id (default sandbox-api-key)
  --api-secret S       the app's secret (default sandbox-api-secret)
  --app-handle H       the app's name in the admin's addresses (default dockline)
  --shop NAME          a shop there is from the beginning; may be given more than once (default demo)
  --schema FILE        Shopify's Admin schema (default: where npm run setup puts it)
  --state FILE         keep everything in FILE across restarts (default: forget)
  --floor-url URL      the warehouse sandbox's floor, for a link in the admin
  --locale L           the merchant's language (default en)
  --retry-base-ms N    gap before a failed webhook is sent again the first time, in milliseconds (default 56000)
  --help               show this text`;

function readOptions(): ShopOptions {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: "9200" },
      "app-url": { type: "string", default: "http://localhost:3000" },
      "app-config": { type: "string", default: "shopify.app.toml" },
      "api-key": { type: "string", default: "sandbox-api-key" },
      "api-secret": { type: "string", default: "sandbox-api-secret" },
      "app-handle": { type: "string", default: "dockline" },
      shop: { type: "string", multiple: true, default: ["demo"] },
      schema: { type: "string" },
      state: { type: "string" },
      "floor-url": { type: "string" },
      locale: { type: "string", default: "en" },
      "retry-base-ms": { type: "string", default: "56000" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  return {
    port: wholeNumber("--port", values.port),
    appUrl: values["app-url"],
    appConfig: values["app-config"],
    apiKey: values["api-key"],
    apiSecret: values["api-secret"],
    appHandle: values["app-handle"],
    shops: values.shop,
    schemaFile: values.schema,
    stateFile: values.state,
    floorUrl: values["floor-url"],
    locale: values.locale,
    retryBaseMs: wholeNumber("--retry-base-ms", values["retry-base-ms"]),
  };
}

function wholeNumber(flag: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new Error(`${flag} must be a whole number, not "${value}".`);
  return Number(value);
}

function explain(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is taken. End the program that uses it, or choose another port with --port.`;
  return code?.startsWith("ERR_PARSE_ARGS") ? `${message} Try --help.` : message;
}

refuseProduction("The sandbox shop");
try {
  const shop = await startShop(readOptions());
  // A parent that ends may send a signal and hang up as well: only the first of them closes the shop.
  let ending: Promise<void> | undefined;
  const end = () => void (ending ??= shop.close().then(() => process.exit(0)));
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  console.log(`Sandbox shop ready at ${shop.url}`);
  if (process.connected) {
    process.once("disconnect", end);
    process.send?.({ ready: true, url: shop.url });
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
