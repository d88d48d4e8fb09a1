import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const SCRIPT = resolve(import.meta.dirname, "../../scripts/lint-openapi.ts");
const DOCUMENT = resolve(import.meta.dirname, "../../docs/openapi/fulfilment.yaml");

function lint(...args: string[]): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [SCRIPT, ...args], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, said: stdout + stderr }),
    );
  });
}

test("the interface document keeps the ruleset", async () => {
  expect(await lint()).toEqual({ code: 0, said: "" });
});

test.each([
  [
    "an operation without a name",
    "operationId: getInbound",
    "description: Nameless",
    "operation-operationId",
  ],
  ["an operation named twice", "operationId: getInbound", "operationId: getLine", "operationId-unique"],
  ["an example that does not fit", "stock: 42", "stock: plenty", "no-invalid-media-type-examples"],
  ["a reference into nothing", "schemas/Receipt", "schemas/Receit", "no-unresolved-refs"],
  ["a word OpenAPI does not know", "maxLength: 35", "maximumLength: 35", "struct"],
])("%s fails the check, with the rule's name", async (_, right, wrong, rule) => {
  const directory = mkdtempSync(join(tmpdir(), "dockline-openapi-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "broken.yaml");
  const document = readFileSync(DOCUMENT, "utf8");
  expect(document).toContain(right);
  writeFileSync(file, document.replace(right, wrong));

  const { code, said } = await lint(file);
  expect(code).toBe(1);
  expect(said).toContain(rule);
});
