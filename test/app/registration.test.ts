import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { expect, test } from "vitest";
import { checkRegistration, LARGEST_EXTENSION } from "../../scripts/check-registration.ts";

/** Replaces something in a file of the copy that is checked. */
const replace = (file: string, what: string, by: string) => (copy: string) => {
  const text = readFileSync(join(copy, file), "utf8");
  expect(text).toContain(what);
  writeFileSync(join(copy, file), text.replace(what, by));
};

test("Shopify's command line takes what is registered, and each block is small enough", async () => {
  const { passed, said, sizes } = await checkRegistration();
  expect(said).toContain("Dockline built!");
  expect(passed).toBe(true);
  expect(Object.keys(sizes).sort()).toEqual(["order-returns", "variant-stock"]);
  for (const bytes of Object.values(sizes)) {
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThanOrEqual(LARGEST_EXTENSION);
  }
});

test.each([
  ["a setting of the wrong kind", "shopify.app.toml", "embedded = true", `embedded = "yes"`, "embedded"],
  ["a webhook sent nowhere", "shopify.app.toml", `uri = "/webhooks/shop"`, `uri = "webhooks"`, "uri"],
  [
    ...(["an action that is answered nowhere", "extensions/reconcile-stock/shopify.extension.toml"] as const),
    ...(["runtime_url", "run_url", "runtime_url"] as const),
  ],
  [
    ...(["a block whose source is not there", "extensions/variant-stock/shopify.extension.toml"] as const),
    ...(["./src/block.tsx", "./src/blocks.tsx", "blocks.tsx"] as const),
  ],
])("Shopify's command line does not take %s", async (_, file, what, by, named) => {
  const { passed, said } = await checkRegistration(replace(file, what, by));
  expect(said).toContain(named);
  expect(passed).toBe(false);
});

/** Those Flow knows in triggers; its command line checks them no sooner than it registers them. */
const FIELD_TYPES = ["order_reference", "single_line_text_field", "number_decimal", "boolean", "url"];

test.each(["return-received", "return-needs-attention", "problem-opened"])(
  "the fields of %s are such as Flow takes",
  (handle) => {
    const { extensions, settings } = parseToml(
      readFileSync(`extensions/${handle}/shopify.extension.toml`, "utf8"),
    ) as {
      extensions: { handle: string; type: string }[];
      settings: { fields: { type: string; key?: string }[] };
    };
    expect(extensions).toMatchObject([{ handle, type: "flow_trigger" }]);
    for (const { type, key } of settings.fields) {
      expect(FIELD_TYPES).toContain(type);
      // A reference's name is its own; any other is letters and spaces.
      expect(key === undefined).toBe(type === "order_reference");
      if (key !== undefined) expect(key).toMatch(/^[A-Za-z][A-Za-z ]{0,63}$/);
    }
  },
);

test("a merchant's conditions in Flow can name every reason a return may need somebody for", () => {
  const { returns } = JSON.parse(readFileSync("app/i18n/locales/en/returns.json", "utf8")) as {
    returns: { need: Record<string, unknown> };
  };
  const described = readFileSync("extensions/return-needs-attention/shopify.extension.toml", "utf8");
  const reasons = Object.entries(returns.need).flatMap(([kind, words]) =>
    typeof words === "object" ? kind : [],
  );
  expect(described).toContain(reasons.join(", "));
});
