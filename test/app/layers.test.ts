import { ESLint } from "eslint";
import { expect, test } from "vitest";

/** The messages of one of ESLint's rules, for a file with this text. */
async function complaintsOf(rule: string, filePath: string, text: string): Promise<string[]> {
  const [result] = await new ESLint().lintText(`${text}\n`, { filePath });
  return (result?.messages ?? []).filter(({ ruleId }) => ruleId === rule).map(({ message }) => message);
}
const complaints = (filePath: string, imported: string) =>
  complaintsOf("import-x/no-restricted-paths", filePath, `import "${imported}";`);

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

const timeless = (text: string) => complaintsOf("no-restricted-syntax", "test/support/setup.ts", text);

test.each([
  ['import { setTimeout as sleep } from "node:timers/promises";', "No sleep"],
  ["await new Promise((done) => setTimeout(done, 5));", "No sleep"],
  ["expect(Date.now() - began).toBeLessThan(5);", "how fast the machine is"],
  ["while (Date.now() < deadline) look();", "how fast the machine is"],
  ["expect(expires).toBeGreaterThan(Date.now() + HOUR_MS);", "how fast the machine is"],
  ["const began = performance.now();", "how fast the machine is"],
  ["await vi.waitFor(look);", "limit of its own"],
  ["await expect.poll(look, { timeout: 5 }).toBe(1);", "limit of its own"],
  ["await row.waitFor({ timeout: 5 });", "limit of its own"],
  ["vi.setConfig({ testTimeout: 5 });", "one for all"],
  ["await merchant.page.clock.install();", "Open the window with ownClock"],
  ["await page.unroute(address);", "Let all pass instead"],
  ['test("a", { retry: 2 }, look);', "No retries"],
])("a test may not say: %s", async (text, advice) => {
  expect((await timeless(text))[0]).toContain(advice);
});

test("a date for input is allowed", async () => {
  expect(await timeless("const yesterday = new Date(Date.now() - DAY_MS);")).toEqual([]);
});
