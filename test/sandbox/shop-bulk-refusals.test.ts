import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RUN_BULK, type RunPayload } from "./shop-bulk-bench.ts";
import { startTestShop, type TestShop } from "./shop-harness.ts";

describe("bulk queries Shopify refuses", () => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await startTestShop();
  });
  afterAll(() => shop.close());

  const run = (query: string) => shop.graphql(RUN_BULK, { query });

  const edges = (inside: string) => `{ edges { node { ${inside} } } }`;

  it.each([
    ["nothing", "", ["Invalid bulk query: syntax error, unexpected end of file"]],
    [
      "what is no GraphQL",
      "{ products {",
      [expect.stringContaining("Invalid bulk query: syntax error, ") as string],
    ],
    [
      "a field Shopify does not have",
      `{ products ${edges("id colour")} }`,
      ["Invalid bulk query: Field 'colour' doesn't exist on type 'Product'"],
    ],
    [
      "a mutation",
      'mutation { bulkOperationCancel(id: "gid://shopify/BulkOperation/1") { userErrors { message } } }',
      ["Invalid operation type. Only `query` operations are supported."],
    ],
    ["no connection", "{ shop { name } }", ["Bulk queries must contain at least one connection."]],
    [
      "nodes instead of edges",
      "{ products { nodes { id } } productVariants { nodes { id } } }",
      [
        "All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: 'products', 'productVariants'.",
      ],
    ],
    [
      "a single object by its id",
      '{ node(id: "gid://shopify/Product/1") { id } }',
      [
        "Bulk queries cannot contain a top level `node` field.",
        "Bulk queries must contain at least one connection.",
      ],
    ],
    [
      "three levels of connections",
      `{ products ${edges(`id variants ${edges(`id media ${edges("id")}`)}`)} }`,
      ["Bulk queries cannot contain connections with a nesting depth greater than 2."],
    ],
    [
      "six connections",
      `{ products ${edges(`id variants ${edges("id")} media ${edges("id")} metafields ${edges("id")}`)}
         productVariants ${edges(`id media ${edges("id")}`)} }`,
      ["Bulk queries cannot contain more than 5 connections."],
    ],
    [
      "children of a parent without an id",
      `{ products ${edges(`own: id variants ${edges("id")}`)} }`,
      [
        "The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': products.",
      ],
    ],
    [
      "a connection inside a list",
      `{ orders ${edges(`id fulfillments { events ${edges("id")} }`)} }`,
      ["Queries that contain a connection field within a list field are not currently supported."],
    ],
    [
      "more than 65,535 bytes",
      `{ products ${edges("id")} } #${"é".repeat(40_000)}`,
      ["Query is too large (80040 bytes; maximum is 65535 bytes)"],
    ],
  ])("%s", async (_what, query, messages) => {
    const { data } = await run(query);

    const { bulkOperation, userErrors } = data!.bulkOperationRunQuery as RunPayload;
    expect(bulkOperation).toBeNull();
    expect(userErrors).toEqual(messages.map((message) => ({ field: ["query"], message, code: "INVALID" })));
  });

  it("fields below fragments count, each once", async () => {
    const { data } = await run(
      `{ a: products ${edges(`id variants ${edges("id")}`)} b: products ${edges(`id ...V`)} c: products ${edges("id")} }
       fragment V on Product { variants ${edges("id")} }`,
    );

    expect((data!.bulkOperationRunQuery as RunPayload).userErrors).toEqual([]);
  });

  it.each([
    ["a field", `{ products ${edges("id category { id }")} }`, "Product.category"],
    [
      "an argument",
      `{ products(savedSearchId: "gid://shopify/SavedSearch/1") ${edges("id")} }`,
      "savedSearchId",
    ],
    ["a beginning", `{ shop { name } products ${edges("id")} }`, "begins with shop"],
    ["variables", `query ($q: String) { products(query: $q) ${edges("id")} }`, "with variables"],
  ])("%s the sandbox does not know is said at once, also in an empty shop", async (_what, query, message) => {
    const { errors } = await run(query);

    expect(errors).toMatchObject([
      {
        message: expect.stringContaining(message) as string,
        extensions: { code: "SANDBOX_NOT_SIMULATED" },
      },
    ]);
  });
});
