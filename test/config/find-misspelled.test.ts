import { describe, expect, test } from "vitest";
import { misspelledSettings, readEnv, SETTING_NAMES } from "../../app/env.server.ts";
import { COMPLETE } from "../support/settings.ts";

describe("a variable that is nearly a setting", () => {
  test.each([
    ["DOCKLINE_SECRET_KEY", "DOCKLINE_SECRET_KEYS"],
    ["FULFILMENT_BASEURL", "FULFILMENT_BASE_URL"],
    ["FULFILLMENT_BASE_URL", "FULFILMENT_BASE_URL"],
    ["FULFILMENT_TIMEOUT_MS", "FULFILMENT_TIME_OUT_MS"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["METRIC_PORT", "METRICS_PORT"],
    ["UNENCRYPTED_HOST", "UNENCRYPTED_HOSTS"],
    ["LOGLEVEL", "LOG_LEVEL"],
  ])("%s is named with the likely one, %s", (given, likely) => {
    expect(misspelledSettings({ [given]: "hunter2" })).toEqual([
      `${given} is not a setting of Dockline; the likely name is ${likely} (see README.md#settings).`,
    ]);
  });

  test("is told after what is wrong, which it may explain", () => {
    const { DOCKLINE_SECRET_KEYS, ...others } = COMPLETE;
    expect(() => readEnv({ ...others, DOCKLINE_SECRET_KEY: DOCKLINE_SECRET_KEYS })).toThrow(
      /^DOCKLINE_SECRET_KEYS is missing;[^\n]*\nDOCKLINE_SECRET_KEY is not a setting[^\n]*$/,
    );
  });

  test("is none of the settings, and none of the variables that other programs read", () => {
    const others = [
      ...["PATH", "HOME", "HOST", "PWD", "NODE_OPTIONS", "NODE_PATH", "PGPASSWORD", "npm_lifecycle_event"],
      ...["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_TIMEOUT", "OTEL_SERVICE_NAME"],
      ...["FULFILMENT_ACCESS_TOKEN", "FULFILMENT_WEBHOOK_KEY", "POSTGRES_PASSWORD", "REPORT", "PORTS"],
    ];
    const source = Object.fromEntries([...SETTING_NAMES, ...others].map((name) => [name, "x"]));
    expect(misspelledSettings(source)).toEqual([]);
  });
});
