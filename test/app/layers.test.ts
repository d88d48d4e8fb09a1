// @module-tag proof
import { ESLint } from "eslint";
import { expect, test } from "vitest";

/** What the linter says of an import, in a file that exists, so that types are known. */
async function complaints(filePath: string, imported: string): Promise<string[]> {
  const [result] = await new ESLint().lintText(`import "${imported}";\n`, { filePath });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === "import-x/no-restricted-paths")
    .map(({ message }) => message);
}

test.each([
  ["app/routes/app._index.tsx", "../db.server.ts", "A route authenticates, parses and calls one use case."],
  [
    "app/domain/stock/mirror/decide-stock.ts",
    "../../../routes/app.tsx",
    "The domain does not know who calls it.",
  ],
  ["app/fulfilment/client.ts", "../domain/ids.ts", "Decisions belong in app/domain."],
  ["app/shopify/admin-api.ts", "../fulfilment/client.ts", "Decisions belong in app/domain."],
  ["app/components/when.tsx", "../db.server.ts", "Fetching belongs in a route's loader."],
  ["sandbox/warehouse/floor.ts", "../../app/fulfilment/client.ts", "Meet over HTTP."],
  ["app/services.server.ts", "../sandbox/lib/serve.ts", "The app must run without the sandbox"],
])("%s may not import %s, and is told where the code belongs", async (file, imported, advice) => {
  expect(await complaints(file, imported)).toEqual([expect.stringContaining(advice)]);
});

test("what points the right way is allowed", async () => {
  expect(await complaints("app/routes/app._index.tsx", "../domain/ids.ts")).toEqual([]);
});
