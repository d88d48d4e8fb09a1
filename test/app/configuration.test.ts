import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readEnv } from "../../app/env.server.ts";

const complete = {
  DATABASE_URL: "postgresql://user:hunter2@localhost/dockline",
  SHOPIFY_API_KEY: "key",
  SHOPIFY_API_SECRET: "secret",
  SHOPIFY_APP_URL: "https://dockline.example.com/",
  FULFILMENT_BASE_URL: "https://warehouse.example.com",
};

describe("the configuration", () => {
  test("is complete with five settings", () => {
    expect(readEnv(complete)).toMatchObject({ PORT: 3000, SHOPIFY_APP_URL: "https://dockline.example.com" });
  });

  test("names everything that is missing or wrong, and no value", () => {
    const read = () => readEnv({ DATABASE_URL: "mysql://user:hunter2@localhost/x", PORT: "many" });
    expect(read).toThrow(/DATABASE_URL[^]*PORT[^]*SHOPIFY_API_KEY[^]*FULFILMENT_BASE_URL[^]*\.env\.example/);
    expect(read).not.toThrow(/hunter2/);
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
