import { z } from "zod";
import { expectationOf } from "./config/expectation-of.ts";
import { findContradictions } from "./config/find-contradictions.ts";
import { findMisspelled } from "./config/find-misspelled.ts";
import { databaseUrl, hostList, httpUrl, ipAddress } from "./config/setting-types.ts";
import { problem, REFUSED_SETTINGS_EXIT_CODE, SettingsError } from "./config/settings-error.ts";
import { DOCUMENTED, type FulfilmentSettings } from "./fulfilment/settings.ts";
import { PLACES } from "./jobs/places.ts";
import { secretKeys } from "./secrets.server.ts";

const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");

/** Whether a text has no space in it, which nobody can see who copies it. */
const WITHOUT_SPACE = /^\S+$/;

/**
 * Every setting: its values, its default and what an operator is told when it is wrong. Numbers and choices say it
 * themselves; `.describe()` says it for everything else, as a noun phrase.
 */
export const SETTINGS = z.object({
  /** Production is the default, so that its checks apply where nobody says otherwise. */
  NODE_ENV: z.enum(["development", "test", "production"]).default("production"),
  /** PostgreSQL 15 or newer; holds everything, the job queue included. The role needs no more than data rights. */
  DATABASE_URL: databaseUrl(),
  /** The same database for the role that owns its tables. Migrations alone use it; without it they use DATABASE_URL. */
  MIGRATION_DATABASE_URL: databaseUrl().optional(),
  /** Hosts in the operator's own network to which connections may be unencrypted in production. */
  UNENCRYPTED_HOSTS: hostList("host names without a port, separated by commas").default([]),
  /** What tokens and keys are sealed with in the database. The first seals, all open. */
  DOCKLINE_SECRET_KEYS: secretKeys,
  /** The address of this machine on which the web process and the metrics port listen. */
  LISTEN_ADDRESS: ipAddress("an IP address of this machine, such as 127.0.0.1 or 0.0.0.0").default(
    "127.0.0.1",
  ),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl("the address of an OpenTelemetry collector, with https://").optional(),
  /** Which part of all traces is sent, between 0 and 1. */
  TRACES_SHARE: z.coerce.number().min(0).max(1).default(1),
  /** What a process asked to stop has for finishing what is under way, in seconds; less than who asks it waits. */
  STOP_WITHIN_SECONDS: z.coerce.number().min(1).max(600).default(25),
  /** Jobs that events wait for that one worker process runs side by side. */
  EVENT_JOBS_AT_ONCE: z.coerce.number().int().min(1).max(PLACES.swift).default(PLACES.swift),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
  /** The app's client id and secret from the Shopify Dev Dashboard. */
  SHOPIFY_API_KEY: z
    .string()
    .regex(WITHOUT_SPACE)
    .describe("the app's client ID from the Shopify Dev Dashboard"),
  SHOPIFY_API_SECRET: z
    .string()
    .regex(WITHOUT_SPACE)
    .describe("the app's client secret from the Shopify Dev Dashboard"),
  /** The client secret before it, while it is rotated: Shopify may sign with either until the older one is revoked. */
  SHOPIFY_API_SECRET_OLD: z
    .string()
    .regex(WITHOUT_SPACE)
    .describe("the app's previous client secret, while a new one replaces it")
    .optional(),
  /** Where this app is reached from outside, as in shopify.app.toml. */
  SHOPIFY_APP_URL: httpUrl("the app's public address, with https://"),
  /**
   * The app's handle in Shopify, by which its page of plans is found. Set, a shop needs an active plan to go live; unset,
   * everything is free and nobody is asked.
   */
  BILLING_APP_HANDLE: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/)
    .describe("the app's handle in Shopify: lower-case letters, digits and hyphens")
    .optional(),
  /** The fulfilment service's address. The operator's setting: merchants cannot make us call anywhere else. */
  FULFILMENT_BASE_URL: httpUrl("the fulfilment service's address, with https://"),
  /** What its document leaves open; see docs/fulfilment-interface-notes.md. */
  FULFILMENT_PATHS: z.enum(["v3", "v4"]).default(DOCUMENTED.paths),
  FULFILMENT_SUBSCRIPTION_PATH: z
    .string()
    .regex(/^\/\S*[^/\s]$/)
    .describe("a path that begins with a slash and does not end with one")
    .default(DOCUMENTED.subscriptionPath),
  FULFILMENT_SHORT_PRODUCT_PATHS: flag,
  FULFILMENT_INCLUDE_STYLE: z.enum(["comma", "repeat"]).default(DOCUMENTED.includeStyle),
  /** Products in one bulk request. */
  FULFILMENT_BULK_SIZE: z.coerce.number().int().min(1).max(10_000).default(DOCUMENTED.bulkSize),
  /** Milliseconds one attempt may take. A job makes several. */
  FULFILMENT_TIME_OUT_MS: z.coerce.number().int().min(100).max(45_000).default(DOCUMENTED.timeOutMs),
  /** Requests to one warehouse account under way at once, and begun in one second, by all processes together. */
  FULFILMENT_AT_ONCE: z.coerce.number().int().min(1).max(64).default(4),
  FULFILMENT_PER_SECOND: z.coerce.number().int().min(1).max(10_000).default(25),
  /** The sandbox shop to speak to instead of Shopify. For trying things out; refused in production. */
  SHOP_SANDBOX_URL: httpUrl("the address of a sandbox shop").optional(),
  /** The App Bridge script that goes with it; read by Shopify's library itself. */
  APP_BRIDGE_URL: httpUrl("the address of the sandbox's App Bridge script").optional(),
  /** Says that this production build is part of the demo, which alone may use the sandbox switches. */
  DOCKLINE_DEMO: flag,
});

export type Env = z.infer<typeof SETTINGS>;
export type SettingName = keyof Env;

type Source = Readonly<Record<string, string | undefined>>;

export const SETTING_NAMES = Object.keys(SETTINGS.shape) as SettingName[];

/**
 * Reads and checks settings. The only place that looks at the environment.
 * @param names the settings that a command uses; all when left out
 * @throws SettingsError with one sentence for each problem; never the value of a setting
 */
export function readEnv<Name extends SettingName = SettingName>(
  source: Source = process.env,
  names: readonly Name[] = SETTING_NAMES as Name[],
): Pick<Env, Name> {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of names) {
    const schema = SETTINGS.shape[name];
    // A setting that is left empty is left out: `METRICS_PORT=` opens no port.
    const given = source[name]?.trim() ? source[name] : undefined;
    const parsed = schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(wrongSetting(name, given === undefined ? "is missing" : "is not valid"));
  }
  const { NODE_TLS_REJECT_UNAUTHORIZED } = source;
  problems.push(...findContradictions({ ...values, NODE_TLS_REJECT_UNAUTHORIZED }));
  if (problems.length > 0)
    throw new SettingsError([...problems, ...misspelledSettings(source)], {
      exitCode: REFUSED_SETTINGS_EXIT_CODE,
    });
  return values as Pick<Env, Name>;
}

/** Variables that look like misspelled settings, each as one sentence. */
export function misspelledSettings(source: Source = process.env): string[] {
  return findMisspelled(Object.keys(source), SETTING_NAMES);
}

function wrongSetting(name: SettingName, what: "is missing" | "is not valid"): string {
  return problem(`${name} ${what}; set it to ${expectationOf(SETTINGS.shape[name])}`);
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
