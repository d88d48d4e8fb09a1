import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { SettingsError } from "../../app/config/settings-error.ts";
import { readEnv } from "../../app/env.server.ts";
import { COMPLETE } from "../support/settings.ts";

describe("a number among the settings is taken from its least to its most", () => {
  test.each([
    ["PORT", 0, 65_535],
    ["METRICS_PORT", 0, 65_535],
    ["PROXY_HOPS", 0, 10],
    ["FULFILMENT_BULK_SIZE", 1, 10_000],
    ["FULFILMENT_TIME_OUT_MS", 100, 45_000],
    ["FULFILMENT_AT_ONCE", 1, 64],
    ["FULFILMENT_PER_SECOND", 1, 10_000],
    ["STOP_WITHIN_SECONDS", 1, 600],
    ["EVENT_JOBS_AT_ONCE", 1, 6],
  ] as const)("%s: %d to %d", (name, least, most) => {
    const read = (value: number) => readEnv({ ...COMPLETE, [name]: String(value) })[name];
    for (const value of [least, least + 1, most - 1, most]) expect(read(value)).toBe(value);
    for (const value of [least - 1, most + 1]) expect(() => read(value)).toThrow(name);
  });
});

test("any value is read, or refused by the setting's name and without the value", () => {
  const NAMES = [
    ...Object.keys(COMPLETE),
    "MIGRATION_DATABASE_URL",
    "UNENCRYPTED_HOSTS",
    "LISTEN_ADDRESS",
    "PORT",
    "TRACES_SHARE",
    "SHOP_SANDBOX_URL",
    "FULFILMENT_PATHS",
    "LOG_LEVEL",
  ];
  const value = fc.oneof(
    fc.string({ minLength: 12, unit: "grapheme-ascii" }).map((text) => `~${text}~`),
    fc.string({ minLength: 12, unit: "grapheme-ascii" }).map((text) => `postgresql://~${text}~`),
    fc.constantFrom("v4", "80", "debug", "https://x.example/"),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...NAMES), value, { minKeys: 1 }), (given) => {
      let message = "";
      try {
        readEnv({ ...COMPLETE, ...given });
      } catch (error) {
        expect(error).toBeInstanceOf(SettingsError);
        message = (error as SettingsError).message;
        for (const line of message.split("\n"))
          expect(NAMES.some((name) => line.startsWith(`${name} `))).toBe(true);
      }
      for (const one of Object.values(given))
        if (one.includes("~")) expect(message).not.toContain(one.slice(one.indexOf("~")));
    }),
    { numRuns: 300 },
  );
});
