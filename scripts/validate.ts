/** `npm run validate`: everything that must hold before a change lands, and what CI runs. */
import { prepare } from "./prepare.ts";
import { runTests } from "./run-tests.ts";
import { runToolAndHear } from "./run-tool.ts";

/** The same stories each time; one that fails is made shorter for a minute, so that whoever reads of it can begin. */
const CHAOS = ["--seed", "1", "--runs", "50", "--shrink", "60", "--quiet"];

const CHECKS: { name: string; tool: string; args: string[] }[] = [
  { name: "format", tool: "prettier", args: ["--check", "--log-level", "warn", "."] },
  { name: "lint", tool: "eslint", args: ["."] },
  { name: "types", tool: "tsc", args: ["--noEmit"] },
  { name: "extensions' types", tool: "tsc", args: ["--noEmit", "-p", "extensions"] },
  { name: "dead code", tool: "knip", args: [] },
  { name: "files that import each other", tool: "knip", args: ["--cycles"] },
  { name: "generated code", tool: "node", args: ["scripts/codegen.ts", "--check"] },
  { name: "Shopify's own check", tool: "node", args: ["scripts/check-registration.ts"] },
  { name: "interface document", tool: "node", args: ["scripts/lint-openapi.ts"] },
  { name: "chaos, 50 seeds", tool: "node", args: ["scripts/chaos.ts", ...CHAOS] },
];

await prepare((message) => console.log(message));
let passed = 0;
const failures: string[] = [];
for (const { name, tool, args } of CHECKS) {
  const started = Date.now();
  const { holds, lastLines } = await runToolAndHear(tool, args);
  if (holds) passed++;
  else failures.push(`✗ ${name}:\n${lastLines}`);
  console.log(`${holds ? "✓" : "✗"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
const tests = await runTests([]);
// Again, and last: some thousand lines of tests lie between, and whoever reads a log begins at its end.
for (const failure of failures) console.log(`\n${failure}\n`);
const failed = failures.length + tests.failed;
console.log(`${passed + tests.passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
