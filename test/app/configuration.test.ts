import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readEnv } from "../../app/env.server.ts";
import { secretKey } from "../support/secrets.ts";

const SECRET = secretKey("k1");
const complete = {
  DATABASE_URL: "postgresql://user:hunter2@localhost/dockline",
  DOCKLINE_SECRET_KEYS: SECRET,
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
  SHOPIFY_APP_URL: "https://dockline.example.com/",
  FULFILMENT_BASE_URL: "https://warehouse.example.com",
};

function captured(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return "";
}

describe("the configuration", () => {
  test("is complete with six settings", () => {
    expect(readEnv(complete)).toMatchObject({ PORT: 3000, SHOPIFY_APP_URL: "https://dockline.example.com" });
  });

  test("names everything that is missing or wrong, and no value", () => {
    const read = () => readEnv({ DATABASE_URL: "mysql://user:hunter2@localhost/x", PORT: "many" });
    expect(read).toThrow(
      /DATABASE_URL[^]*DOCKLINE_SECRET_KEYS: must be[^]*node -p [^]*PORT[^]*SHOPIFY_API_KEY[^]*FULFILMENT_BASE_URL[^]*\.env\.example/,
    );
    expect(read).not.toThrow(/hunter2/);
  });

  test.each([
    ["no id", SECRET.split(":")[1]!],
    ["a key too short", "k1:c2hvcnQ="],
    ["something after the key", `${SECRET}!`],
    ["one id twice", `${SECRET},${SECRET}`],
    ["an empty key among others", `${SECRET},`],
    ["nothing", ""],
  ])("refuses keys for secrets with %s, and says how to make one, never what stood there", (_what, value) => {
    const read = () => readEnv({ ...complete, DOCKLINE_SECRET_KEYS: value });
    expect(read).toThrow(/DOCKLINE_SECRET_KEYS: must be id:key[^]*randomBytes\(32\)/);
    if (value) expect(read).not.toThrow(value.replace(/^.*:/, "").replace(/[,!]+$/, ""));
  });

  test("takes what its own words make", () => {
    const [, command = ""] = /node -p "(.*)"/.exec(readFileSync(".env.example", "utf8")) ?? [];
    expect(captured(() => readEnv({}))).toContain(`node -p "${command}"`);
    const made = execFileSync(process.execPath, ["-p", command], { encoding: "utf8" }).trim();
    expect(readEnv({ ...complete, DOCKLINE_SECRET_KEYS: made }).DOCKLINE_SECRET_KEYS).toHaveLength(1);
  });

  test.each(["SHOP_SANDBOX_URL", "APP_BRIDGE_URL"])("refuses %s in production, outside the demo", (name) => {
    const sandbox = { ...complete, [name]: "http://localhost:9200" };
    expect(() => readEnv({ ...sandbox, NODE_ENV: "production" })).toThrow(/refused in production/);
    expect(() => readEnv({ ...sandbox, NODE_ENV: "production", DOCKLINE_DEMO: "1" })).not.toThrow();
    expect(() => readEnv({ ...sandbox, NODE_ENV: "development" })).not.toThrow();
  });

  test.each(["SHOPIFY_APP_URL", "FULFILMENT_BASE_URL"])("wants https for %s in production", (name) => {
    const plain = { ...complete, NODE_ENV: "production", [name]: "http://example.com" };
    expect(() => readEnv(plain)).toThrow(`${name} must start with https://`);
  });

  test("is described in .env.example, each setting and no other, and in the README", () => {
    const read = [...readFileSync("app/env.server.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
      ([, name]) => name,
    );
    const described = [...readFileSync(".env.example", "utf8").matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(
      ([, name]) => name,
    );
    expect(described.toSorted()).toEqual(read.toSorted());
    const readme = readFileSync("README.md", "utf8");
    expect(read.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});
