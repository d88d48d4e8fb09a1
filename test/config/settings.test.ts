import { describe, expect, test } from "vitest";
import { expectationOf } from "../../app/config/expectation-of.ts";
import { SettingsError } from "../../app/config/settings-error.ts";
import { readEnv, SETTING_NAMES, SETTINGS, type SettingName } from "../../app/env.server.ts";
import { secretKey } from "../support/secrets.ts";
import { COMPLETE, REQUIRED, shapeOf } from "../support/settings.ts";

const KEY = secretKey("k1");
const NO_URL = ["~", "ftp://example.com", "https://", "https://user:~@example.com", "https://example.com/?~"];
const NO_CONNECTION_STRING = [
  "~",
  "mysql://user:~@localhost/dockline",
  "postgresql://localhost/dockline",
  "postgresql://user:~@localhost",
  "postgresql://user:~@/dockline",
  "postgresql://user%zz:~@localhost/dockline",
  "postgresql://user:~@localhost/dockline?sslmode=~",
];

/** Malformed values of settings that are neither numbers nor choices. `~` must never be shown. */
const MALFORMED: Partial<Record<SettingName, string[]>> = {
  DATABASE_URL: NO_CONNECTION_STRING,
  MIGRATION_DATABASE_URL: NO_CONNECTION_STRING,
  UNENCRYPTED_HOSTS: ["https://~", "postgres:5432", "*", "a b", "postgres,~/"],
  DOCKLINE_SECRET_KEYS: [
    KEY.split(":")[1]!,
    "k1:c2hvcnQ=",
    `${KEY}!`,
    `${KEY},${KEY}`,
    `${KEY},`,
    `k1:~${KEY.slice(4)}`,
  ],
  LISTEN_ADDRESS: ["~", "localhost", "127.0.0.1:3000", "256.0.0.1"],
  OTEL_EXPORTER_OTLP_ENDPOINT: NO_URL,
  SHOPIFY_API_KEY: ["two ~"],
  SHOPIFY_API_SECRET: ["two ~", "~\n~"],
  SHOPIFY_API_SECRET_OLD: ["two ~"],
  SHOPIFY_APP_URL: NO_URL,
  BILLING_APP_HANDLE: ["two ~", "-dockline", "Dockline"],
  FULFILMENT_BASE_URL: NO_URL,
  FULFILMENT_SUBSCRIPTION_PATH: ["~", "/", "/ends/", "/two words"],
  SHOP_SANDBOX_URL: NO_URL,
  APP_BRIDGE_URL: NO_URL,
};

/** Wrong values of a setting, by what is wrong with them. */
function wrongValues(name: SettingName): [fault: string, value: string][] {
  const { type, enum: choices, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = shapeOf(name);
  const isNumber = type === "integer" || type === "number";
  const malformed = choices
    ? ["~", choices[0]!.toUpperCase() + "~", choices.join(",")]
    : isNumber
      ? ["~", "1,5", "1e999", "NaN", ...(type === "integer" ? [String(minimum + 0.5)] : [])]
      : (MALFORMED[name] ?? []);
  const outOfRange = isNumber
    ? [minimum - 1, ...(maximum < Number.MAX_SAFE_INTEGER ? [maximum + 1] : [])].map(String)
    : [];
  return [
    ...malformed.map((value): [string, string] => ["malformed", value]),
    ...outOfRange.map((value): [string, string] => ["out of range", value]),
  ];
}

function problemsOf(source: NodeJS.Dict<string>): readonly string[] {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as SettingsError).problems;
  }
}

const TABLE = SETTING_NAMES.flatMap((name) =>
  wrongValues(name).map(([fault, value]) => ({ name, fault, value })),
);

describe("a wrong setting", () => {
  test("of every name is in this table", () => {
    expect(SETTING_NAMES.filter((name) => !TABLE.some((row) => row.name === name))).toEqual([]);
  });

  test.each(TABLE)("$name is $fault ($value): one sentence says what is expected", ({ name, value }) => {
    const problems = problemsOf({ ...COMPLETE, [name]: value.replaceAll("~", "hunter4") });
    const expected = expectationOf(SETTINGS.shape[name]);
    expect(problems).toEqual([`${name} is not valid; set it to ${expected} (see README.md#settings).`]);
    expect(problems.join()).not.toMatch(/hunter/);
  });

  test.each(REQUIRED.flatMap((name) => [undefined, "", "  "].map((value) => ({ name, value }))))(
    "$name is missing ($value): one sentence says what is expected",
    ({ name, value }) => {
      const { [name as keyof typeof COMPLETE]: _, ...others } = COMPLETE;
      const source = value === undefined ? others : { ...others, [name]: value };
      const expected = expectationOf(SETTINGS.shape[name]);
      expect(problemsOf(source)).toEqual([
        `${name} is missing; set it to ${expected} (see README.md#settings).`,
      ]);
    },
  );

  test.each(SETTING_NAMES.filter((name) => !REQUIRED.includes(name)))(
    "%s may be missing or empty, and has its default then",
    (name) => {
      const whenMissing = readEnv(COMPLETE)[name];
      for (const value of ["", "  "])
        expect(readEnv({ ...COMPLETE, [name]: value })[name]).toEqual(whenMissing);
    },
  );

  test("is told with every other one, in the order of the documentation", () => {
    const names = problemsOf({ PORT: "many", LOG_LEVEL: "loud" }).map((text) => text.split(" ")[0]);
    expect(names).toEqual([
      "DATABASE_URL",
      "DOCKLINE_SECRET_KEYS",
      "PORT",
      "LOG_LEVEL",
      "SHOPIFY_API_KEY",
      "SHOPIFY_API_SECRET",
      "SHOPIFY_APP_URL",
      "FULFILMENT_BASE_URL",
    ]);
  });

  test("is told in words such as these", () => {
    expect(problemsOf({ ...COMPLETE, SHOPIFY_API_KEY: "", PORT: "70000", LOG_LEVEL: "loud" })).toEqual([
      "PORT is not valid; set it to a whole number from 0 to 65535 (see README.md#settings).",
      "LOG_LEVEL is not valid; set it to one of silent, fatal, error, warn, info, debug, trace (see README.md#settings).",
      "SHOPIFY_API_KEY is missing; set it to the app's client ID from the Shopify Dev Dashboard (see README.md#settings).",
    ]);
  });

  test("is told only to a command that reads it", () => {
    const { DATABASE_URL } = COMPLETE;
    expect(readEnv({ DATABASE_URL, PORT: "many" }, ["DATABASE_URL"])).toEqual({ DATABASE_URL });
  });
});
