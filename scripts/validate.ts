/** `npm run validate`: everything that must hold before a change lands, and what CI runs. */
import { prepare } from "./prepare.ts";
import { runTests } from "./run-tests.ts";
import { runTool } from "./run-tool.ts";

/** The same stories each time; one that fails is made shorter for a minute, so that whoever reads of it can begin. */
const CHAOS = ["--seed", "1", "--runs", "50", "--shrink", "60", "--quiet"];

const CHECKS: { name: string; run(): Promise<boolean> }[] = [
  { name: "format", run: () => runTool("prettier", { args: ["--check", "--log-level", "warn", "."] }) },
  { name: "lint", run: () => runTool("eslint", { args: ["."] }) },
  { name: "types", run: () => runTool("tsc", { args: ["--noEmit"] }) },
  { name: "extensions' types", run: () => runTool("tsc", { args: ["--noEmit", "-p", "extensions"] }) },
  { name: "dead code", run: () => runTool("knip", { args: [] }) },
  { name: "files that import each other", run: () => runTool("knip", { args: ["--cycles"] }) },
  { name: "generated code", run: () => runTool("node", { args: ["scripts/codegen.ts", "--check"] }) },
  {
    name: "Shopify's own check",
    run: () => runTool("node", { args: ["scripts/check-registration.ts"] }),
  },
  { name: "interface document", run: () => runTool("node", { args: ["scripts/lint-openapi.ts"] }) },
  { name: "chaos, 50 seeds", run: () => runTool("node", { args: ["scripts/chaos.ts", ...CHAOS] }) },
];

await prepare((message) => console.log(message));
let [passed, failed] = [0, 0];
for (const { name, run } of CHECKS) {
  const started = Date.now();
  const holds = await run();
  if (holds) passed++;
  else failed++;
  console.log(`${holds ? "✓" : "✗"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
const tests = await runTests([]);
console.log(`${passed + tests.passed} passed, ${failed + tests.failed} failed`);
process.exit(failed + tests.failed === 0 ? 0 : 1);
