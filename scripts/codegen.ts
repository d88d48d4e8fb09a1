/** `npm run codegen`: types and schemas for the Admin API operations, from the real schema. `--check` only compares. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { codegen } from "@graphql-codegen/core";
import * as typedDocumentNode from "@graphql-codegen/typed-document-node";
import * as typescriptOperations from "@graphql-codegen/typescript-operations";
import { buildClientSchema, parse, printSchema, type IntrospectionQuery } from "graphql";
import { ADMIN_SCHEMA_FILE } from "./fetch-admin-schema.ts";
import { writeAnswerSchemas } from "./lib/answer-schemas.ts";
import { ADMIN_SCHEMA, prepare } from "./prepare.ts";

const OPERATIONS = resolve(import.meta.dirname, "../app/shopify/operations.graphql");
const FOLDER = resolve(import.meta.dirname, "../app/shopify/generated");

const { values } = parseArgs({ options: { check: { type: "boolean" }, help: { type: "boolean" } } });
if (values.help) {
  console.log(
    "Usage: npm run codegen [-- --check]\n\nWrites app/shopify/generated; --check fails if it would change.",
  );
  process.exit(0);
}

await prepare((message) => console.log(message), [ADMIN_SCHEMA]);
const { data } = JSON.parse(gunzipSync(readFileSync(ADMIN_SCHEMA_FILE)).toString()) as {
  data: IntrospectionQuery;
};
const schemaAst = buildClientSchema(data, { assumeValid: true });
const config = {
  // Shopify's own scalars, as JSON carries them.
  scalars: { ID: "string", URL: "string", DateTime: "string", UnsignedInt64: "string", Decimal: "string" },
  useTypeImports: true,
  enumsAsTypes: true,
  enumType: "string-literal",
  documentMode: "string",
  skipTypename: true,
  onlyOperationTypes: true,
};
const document = parse(readFileSync(OPERATIONS, "utf8"));
const types = await codegen({
  schema: parse(printSchema(schemaAst)),
  schemaAst,
  documents: [{ location: "app/shopify/operations.graphql", document }],
  filename: resolve(FOLDER, "operations.ts"),
  config,
  plugins: [{ "typescript-operations": {} }, { "typed-document-node": {} }],
  pluginMap: { "typescript-operations": typescriptOperations, "typed-document-node": typedDocumentNode },
});
const HEAD =
  "// Made by `npm run codegen` from operations.graphql and Shopify's Admin schema 2026-10. Do not edit.";
const files = {
  "operations.ts": `${HEAD}\n${types}\n`,
  "answer-schemas.ts": `${HEAD}\n${writeAnswerSchemas(schemaAst, document)}`,
};

mkdirSync(FOLDER, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const file = resolve(FOLDER, name);
  if (!values.check) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(
      `app/shopify/generated/${name} is not what operations.graphql makes. Run \`npm run codegen\`.`,
    );
    process.exitCode = 1;
  }
}
