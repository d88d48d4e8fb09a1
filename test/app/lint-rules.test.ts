import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";

/** By file: code, and the rule that it breaks. */
const EXAMPLES: Record<string, [code: string, rule: string]> = {
  "app/type.ts": ["export const quantity: number = 'one';", "typescript(TS2322)"],
  "app/unchecked.ts": ["export const first = (of: string[]): string => of[0];", "typescript(TS2322)"],
  "app/floating.ts": ["Promise.resolve(1);", "typescript(no-floating-promises)"],
  "app/misused.ts": [
    "export const f = (x: number[]) => x.forEach(async (y) => void (await Promise.resolve(y)));",
    "typescript(no-misused-promises)",
  ],
  "app/any.ts": [
    "export const sku = (text: string): unknown => JSON.parse(text).sku;",
    "typescript(no-unsafe-member-access)",
  ],
  "app/switch.ts": [
    "export function f(of: 'a' | 'b') { switch (of) { case 'a': return 1; } return 2; }",
    "typescript(switch-exhaustiveness-check)",
  ],
  "app/template.ts": [
    "export const f = (skus: string[]) => `SKU ${skus}`;",
    "typescript(restrict-template-expressions)",
  ],
  "app/type-import.ts": [
    'import { Stats } from "node:fs";\nexport const sizeOf = (file: Stats) => file.size;',
    "typescript(consistent-type-imports)",
  ],
  "app/hook.tsx": [
    'import { useEffect } from "react";\nexport function Title({ text }: { text: string }) { useEffect(() => { document.title = text; }, []); return null; }',
    "react-hooks(exhaustive-deps)",
  ],
  "app/print.ts": ['console.log("here");', "eslint(no-console)"],
  "app/environment.ts": ["export const port = process.env.PORT;", "eslint(no-restricted-properties)"],
  "extensions/order/block.tsx": ["export const Block = () => <s-nothing />;", "typescript(TS2339)"],
  "test/adapter.ts": ['import "@shopify/shopify-api/adapters/web-api";', "eslint(no-restricted-imports)"],
  "scripts/extension.ts": ['import { n } from "./number";\nconsole.log(n);', "import(extensions)"],
  "scripts/equal.ts": ["export const isOne = (n: number) => n == 1;", "eslint(eqeqeq)"],
  "scripts/unused.ts": ["export function f() { const n = 1; }", "eslint(no-unused-vars)"],
  "sandbox/nowhere.js": ["export const n = nowhere;", "eslint(no-undef)"],
};
/** Similar code in files where it breaks no rule. */
const ALLOWED: Record<string, string> = {
  "app/env.server.ts": "export const port = process.env.PORT;",
  "scripts/number.ts": "export const n = 1;\nconsole.log(n);",
  "sandbox/browser.js": "export const { title } = document;",
};

let found: { file: string; rule: string }[] = [];

beforeAll(() => {
  const project = mkdtempSync(join(tmpdir(), "dockline-lint-"));
  for (const file of [".oxlintrc.json", "tsconfig.json", "extensions/tsconfig.json"])
    cpSync(file, join(project, file));
  symlinkSync(resolve("node_modules"), join(project, "node_modules"));
  const codes = Object.entries(EXAMPLES).map(([file, [code]]) => [file, code] as const);
  for (const [file, code] of [...codes, ...Object.entries(ALLOWED)]) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), code);
  }
  const { stdout } = spawnSync(resolve("node_modules/.bin/oxlint"), ["--format=json"], {
    cwd: project,
    encoding: "utf8",
  });
  rmSync(project, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string; code: string }[] };
  found = diagnostics.map(({ filename, code }) => ({ file: filename, rule: code }));
});

test.each(Object.entries(EXAMPLES).map(([file, [, rule]]) => ({ file, rule })))(
  "reports $rule in $file",
  ({ file, rule }) => {
    expect(found).toContainEqual({ file, rule });
  },
);

test("reports nothing where similar code is allowed", () => {
  expect(found.filter(({ file }) => file in ALLOWED)).toEqual([]);
});
