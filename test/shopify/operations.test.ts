import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import {
  buildClientSchema,
  getNamedType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type IntrospectionQuery,
} from "graphql";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import * as generated from "../../app/shopify/generated/operations.ts";
import {
  allVariantsQuery,
  variantsOfProductDocument,
  type VariantQuery,
} from "../../app/shopify/variants.ts";
import { ADMIN_SCHEMA_FILE } from "../../scripts/fetch-admin-schema.ts";

interface OfflineScopes {
  items: { type: string; typeName: string; fieldName?: string; offlineScopes: string[] }[];
}

const { data, offline_scopes } = JSON.parse(gunzipSync(readFileSync(ADMIN_SCHEMA_FILE)).toString()) as {
  data: IntrospectionQuery;
  offline_scopes: OfflineScopes;
};
const schema = buildClientSchema(data, { assumeValid: true });

/** What is really sent: the generated documents, not the file they were made from. */
const variants: VariantQuery = {
  locationId: "gid://shopify/Location/1",
  dimensions: { width: "custom.width", height: "custom.height", length: 'odd"name.length' },
};
const operations: [string, { toString(): string }][] = [
  ...Object.entries(generated).filter(([name]) => name.endsWith("Document")),
  ["VariantsOfProduct", variantsOfProductDocument(variants)],
  ["AllVariants", allVariantsQuery(variants)],
];

/** Any one of these scopes lets an app read this type or field. */
const scopesOf = new Map(
  offline_scopes.items
    .filter(({ offlineScopes }) => offlineScopes.length > 0)
    .map((item) => [
      item.type === "field" ? `${item.typeName}.${item.fieldName}` : item.typeName,
      item.offlineScopes,
    ]),
);

/** For each protected thing a document touches, the scopes of which one is needed. */
function neededScopes(document: DocumentNode): string[][] {
  const needed: string[][] = [];
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field() {
        const field = info.getFieldDef();
        if (!field) return;
        const scopes =
          scopesOf.get(`${info.getParentType()?.name}.${field.name}`) ??
          scopesOf.get(getNamedType(field.type).name);
        if (scopes) needed.push(scopes);
      },
    }),
  );
  return needed;
}

const registered = parseToml(readFileSync("shopify.app.toml", "utf8")) as {
  access_scopes: { scopes: string };
  webhooks: { api_version: string; subscriptions: { topics?: string[] }[] };
};
const granted = registered.access_scopes.scopes.split(",");
const grants = (scope: string) =>
  granted.includes(scope) || granted.includes(scope.replace(/^read_/, "write_"));

test("there are operations to check", () => {
  expect(operations.length).toBeGreaterThan(0);
});

describe.each(operations)("%s", (_name, operation) => {
  const document = parse(String(operation));

  test("is valid against Shopify's real schema", () => {
    expect(validate(schema, document).map(String)).toEqual([]);
  });

  test("needs no scope the app does not ask for", () => {
    const missing = neededScopes(document).filter((anyOf) => !anyOf.some(grants));
    expect(missing).toEqual([]);
  });
});

/** By Shopify's descriptions of the topics. */
const TOPIC_SCOPES: Record<string, string> = {
  products: "read_products",
  orders: "read_orders",
  inventory_levels: "read_inventory",
};
const topicScopes = registered.webhooks.subscriptions
  .flatMap(({ topics = [] }) => topics)
  .flatMap((topic) => TOPIC_SCOPES[topic.split("/")[0] ?? ""] ?? []);

test("the app asks for every scope its topics need", () => {
  expect(topicScopes.filter((scope) => !grants(scope))).toEqual([]);
});

test("the app asks for no scope that nothing needs", () => {
  const needed = [
    ...operations.flatMap(([, operation]) => neededScopes(parse(String(operation)))),
    topicScopes,
  ];
  const idle = granted.filter((scope) => !needed.some((anyOf) => anyOf.includes(scope)));
  expect(idle).toEqual([]);
});

test("code and registration name the same version of the Admin API", () => {
  expect(registered.webhooks.api_version).toBe("2026-10");
  expect(readFileSync("app/shopify/shopify.server.ts", "utf8")).toContain("ApiVersion.October26");
});
