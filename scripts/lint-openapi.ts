/** `npm run lint:openapi`: the description of the fulfilment service, against a published ruleset without exceptions. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { createConfig, lint } from "@redocly/openapi-core";
import { ROOT } from "./run-tool.ts";

const DOCUMENT = join(ROOT, "docs/openapi/fulfilment.yaml");

const { values, positionals } = parseArgs({
  options: { help: { type: "boolean" } },
  allowPositionals: true,
});
if (values.help) {
  console.log(
    "Usage: npm run lint:openapi [-- <file>]\n\nChecks docs/openapi/fulfilment.yaml, or the OpenAPI file named, with Redocly's ruleset recommended-strict.",
  );
  process.exit(0);
}

const file = positionals[0] ?? DOCUMENT;
if (!existsSync(file)) {
  console.error(`There is no file ${file}.`);
  process.exit(1);
}
const problems = await lint({ ref: file, config: await createConfig({ extends: ["recommended-strict"] }) });
for (const { ruleId, message, location } of problems) {
  const at = location[0];
  console.error(`${relative(ROOT, file)}${at?.pointer ?? ""}: ${message} (${ruleId})`);
}
process.exit(problems.length === 0 ? 0 : 1);
