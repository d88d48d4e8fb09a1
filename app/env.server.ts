import { z } from "zod";
import { DOCUMENTED, type FulfilmentSettings } from "./fulfilment/settings.ts";
import { PLACES } from "./jobs/places.ts";
import { secretKeys } from "./secrets.server.ts";

const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");

const schema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  /** PostgreSQL 15 or newer; holds everything, the job queue included. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** What tokens and keys are sealed with in the database. The first seals, all open. */
  DOCKLINE_SECRET_KEYS: secretKeys,
  /** TCP port of the web process. */
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Proxies between the internet and this process, each of which adds to X-Forwarded-For: one that ends TLS. */
  PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(1),
  /**
   * Requests a minute that one address of the network may send to one web process. Pages: some fifty people in one
   * office, each with a page that refreshes itself. Signing in: opening the app twice a second. Webhooks: what Shopify
   * or the warehouse sends for all shops in their busiest minute, many times over; what is refused all the same they
   * send again for hours.
   */
  PAGES_PER_MINUTE: z.coerce.number().int().min(1).default(3000),
  SIGN_INS_PER_MINUTE: z.coerce.number().int().min(1).default(120),
  WEBHOOKS_PER_MINUTE: z.coerce.number().int().min(1).default(30_000),
  /**
   * Requests a minute that the staff of one store may send to one web process, from wherever: fifty open pages that refresh
   * each two seconds. And the warehouse's events of one store: some thirty times the busiest minute of 10,000 orders a day.
   */
  STORE_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(1500),
  STORE_EVENTS_PER_MINUTE: z.coerce.number().int().min(1).default(3000),
  /** TCP port for /metrics, /healthz and /readyz, of web and worker alike. Not to be reached from outside; off when unset. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** An OpenTelemetry collector that takes OTLP over HTTP; traces go there. Off when unset. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  /** Which part of all traces is sent, between 0 and 1. */
  TRACES_SHARE: z.coerce.number().min(0).max(1).default(1),
  /** What a process asked to stop has for finishing what is under way, in seconds; less than who asks it waits. */
  STOP_WITHIN_SECONDS: z.coerce.number().min(1).max(600).default(25),
  /** Jobs that events wait for that one worker process runs side by side. */
  EVENT_JOBS_AT_ONCE: z.coerce.number().int().min(1).max(PLACES.swift).default(PLACES.swift),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
  /** The app's client id and secret from the Shopify Dev Dashboard. */
  SHOPIFY_API_KEY: z.string().min(1),
  SHOPIFY_API_SECRET: z.string().min(1),
  /** The client secret before it, while it is rotated: Shopify may sign with either until the older one is revoked. */
  SHOPIFY_API_SECRET_OLD: z.string().min(1).optional(),
  /** Where this app is reached from outside, as in shopify.app.toml. */
  SHOPIFY_APP_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
  /**
   * The app's handle in Shopify, by which its page of plans is found. Set, a shop needs an active plan to go live; unset,
   * everything is free and nobody is asked.
   */
  BILLING_APP_HANDLE: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/)
    .optional(),
  /** The fulfilment service's address. The operator's setting: merchants cannot make us call anywhere else. */
  FULFILMENT_BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
  /** What its document leaves open; see docs/fulfilment-interface-notes.md. */
  FULFILMENT_PATHS: z.enum(["v3", "v4"]).default(DOCUMENTED.paths),
  FULFILMENT_SUBSCRIPTION_PATH: z
    .string()
    .regex(/^\/\S*[^/\s]$/)
    .default(DOCUMENTED.subscriptionPath),
  FULFILMENT_SHORT_PRODUCT_PATHS: flag,
  FULFILMENT_INCLUDE_STYLE: z.enum(["comma", "repeat"]).default(DOCUMENTED.includeStyle),
  /** Products in one bulk request. */
  FULFILMENT_BULK_SIZE: z.coerce.number().int().min(1).max(10_000).default(DOCUMENTED.bulkSize),
  /** Milliseconds one attempt may take. */
  FULFILMENT_TIME_OUT_MS: z.coerce.number().int().min(100).max(120_000).default(DOCUMENTED.timeOutMs),
  /** Requests to one warehouse account under way at once, and begun in one second, by all processes together. */
  FULFILMENT_AT_ONCE: z.coerce.number().int().min(1).max(64).default(4),
  FULFILMENT_PER_SECOND: z.coerce.number().int().min(1).max(10_000).default(25),
  /** The sandbox shop to speak to instead of Shopify. For trying things out; refused in production. */
  SHOP_SANDBOX_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The App Bridge script that goes with it; read by Shopify's library itself. */
  APP_BRIDGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Says that this production build is part of the demo, which alone may use the sandbox switches. */
  DOCKLINE_DEMO: flag,
});

export type Env = z.infer<typeof schema>;

/**
 * Reads and checks the configuration. The only place that looks at the environment.
 * @throws Error naming every variable that is missing or wrong, never its value.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  // What is left empty is left out: `METRICS_PORT=` opens no port.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const wrong = message.endsWith("received undefined") ? "is missing" : message;
      return `  ${path.join(".")}: ${wrong}`;
    });
    throw new Error(
      `The configuration is not complete:\n${lines.join("\n")}\nSee .env.example for each setting.`,
    );
  }
  const env = parsed.data;
  if (env.NODE_ENV === "production" && !env.DOCKLINE_DEMO) refuseUnsafe(env);
  return env;
}

/** How the fulfilment service is spoken to. */
export function fulfilmentSettings(env: Env): FulfilmentSettings {
  return {
    baseUrl: env.FULFILMENT_BASE_URL,
    paths: env.FULFILMENT_PATHS,
    subscriptionPath: env.FULFILMENT_SUBSCRIPTION_PATH,
    shortProductPaths: env.FULFILMENT_SHORT_PRODUCT_PATHS,
    includeStyle: env.FULFILMENT_INCLUDE_STYLE,
    bulkSize: env.FULFILMENT_BULK_SIZE,
    timeOutMs: env.FULFILMENT_TIME_OUT_MS,
  };
}

/** What is good enough for trying things out on one machine, and not for merchants. */
function refuseUnsafe(env: Env): void {
  if (env.SHOP_SANDBOX_URL ?? env.APP_BRIDGE_URL)
    throw new Error(
      "SHOP_SANDBOX_URL and APP_BRIDGE_URL are for trying things out and refused in production.",
    );
  for (const name of ["SHOPIFY_APP_URL", "FULFILMENT_BASE_URL"] as const)
    if (!env[name].startsWith("https://"))
      throw new Error(`${name} must start with https:// in production: tokens travel on it.`);
}
