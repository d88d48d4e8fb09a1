import { z } from "zod";

const flag = z
  .enum(["0", "1"])
  .default("0")
  .transform((value) => value === "1");

const schema = z.object({
  NODE_ENV: z.enum(["development", "test", "production"]).default("development"),
  /** PostgreSQL 15 or newer; holds everything, the job queue included. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** TCP port of the web process. */
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  LOG_LEVEL: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]).default("info"),
  /** The app's client id and secret from the Shopify Dev Dashboard. */
  SHOPIFY_API_KEY: z.string().min(1),
  SHOPIFY_API_SECRET: z.string().min(1),
  /** Where this app is reached from outside, as in shopify.app.toml. */
  SHOPIFY_APP_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
  /** The fulfilment service's address. The operator's setting: merchants cannot make us call anywhere else. */
  FULFILMENT_BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, "")),
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
  const parsed = schema.safeParse(source);
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
