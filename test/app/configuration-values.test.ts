import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { readEnv } from "../../app/env.server.ts";
import { secretKey } from "../support/secrets.ts";

const complete = {
  DATABASE_URL: "postgresql://user:hunter2@localhost/dockline",
  DOCKLINE_SECRET_KEYS: secretKey("k1"),
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
  SHOPIFY_APP_URL: "https://dockline.example.com",
  FULFILMENT_BASE_URL: "https://warehouse.example.com",
};

describe("a number among the settings is taken from its least to its most", () => {
  test.each([
    ["PORT", 0, 65_535],
    ["METRICS_PORT", 0, 65_535],
    ["PROXY_HOPS", 0, 10],
    ["FULFILMENT_BULK_SIZE", 1, 10_000],
    ["FULFILMENT_TIME_OUT_MS", 100, 120_000],
    ["FULFILMENT_AT_ONCE", 1, 64],
    ["FULFILMENT_PER_SECOND", 1, 10_000],
    ["STOP_WITHIN_SECONDS", 1, 600],
    ["EVENT_JOBS_AT_ONCE", 1, 6],
  ] as const)("%s: %d to %d", (name, least, most) => {
    const read = (value: number) => readEnv({ ...complete, [name]: String(value) })[name];
    for (const value of [least, least + 1, most - 1, most]) expect(read(value)).toBe(value);
    for (const value of [least - 1, most + 1]) expect(() => read(value)).toThrow(name);
  });
});

test("a setting that is left empty is left out: it is what it usually is, or missing", () => {
  const optional = ["PORT", "METRICS_PORT", "PROXY_HOPS", "TRACES_SHARE", "LOG_LEVEL", "BILLING_APP_HANDLE"];
  const empty = Object.fromEntries(optional.map((name) => [name, ""]));
  expect(readEnv({ ...complete, ...empty })).toEqual(readEnv(complete));
  expect(() => readEnv({ ...complete, SHOPIFY_API_KEY: "" })).toThrow("SHOPIFY_API_KEY: is missing");
});

test("whatever stands in the environment, settings are read or refused by name, and no value is told", () => {
  const NAMES = [
    ...Object.keys(complete),
    "PORT",
    "TRACES_SHARE",
    "SHOP_SANDBOX_URL",
    "FULFILMENT_PATHS",
    "LOG_LEVEL",
  ];
  const value = fc.oneof(
    fc.string({ minLength: 12, unit: "grapheme-ascii" }).map((text) => `~${text}~`),
    fc.constantFrom("v4", "80", "debug", "https://x.example/"),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...NAMES), value, { minKeys: 1 }), (given) => {
      let told = "";
      try {
        readEnv({ ...complete, ...given });
      } catch (error) {
        told = (error as Error).message;
        expect(told).toContain("\nSee .env.example");
        expect(NAMES.some((name) => told.includes(`  ${name}: `))).toBe(true);
      }
      for (const one of Object.values(given)) if (one.startsWith("~")) expect(told).not.toContain(one);
    }),
    { numRuns: 300 },
  );
});
