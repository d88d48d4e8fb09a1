/** `npm run validate`: everything that must hold before a change lands, and what CI runs. */
import { prepare } from "./prepare.ts";
import { runChecks, type Check } from "./run-checks.ts";
import { runTests } from "./run-tests.ts";

/** The longest first, so that the short ones fill the time beside them. */
const CHECKS: Check[] = [
  { name: "lint and types", tool: "oxlint", args: [] },
  { name: "layers, and waits in tests", tool: "eslint", args: ["."] },
  { name: "Shopify's own check", tool: "node", args: ["scripts/check-registration.ts"] },
  { name: "dead code", tool: "knip", args: [] },
  { name: "files that import each other", tool: "knip", args: ["--cycles"] },
  { name: "interface document", tool: "node", args: ["scripts/lint-openapi.ts"] },
  { name: "generated code", tool: "node", args: ["scripts/codegen.ts", "--check"] },
  { name: "format", tool: "oxfmt", args: ["--check"] },
];

const prepared = await prepare((message) => console.log(message)).then(
  () => true,
  (error: unknown) => console.log("✗ setup:", error),
);
const checks = prepared ? await runChecks(CHECKS) : { passed: 0, failed: 1 };
// What tests say of code that doesn't compile helps nobody.
const tests = checks.failed === 0 ? await runTests([]) : { passed: 0, failed: 0 };
const failed = checks.failed + tests.failed;
console.log(`${checks.passed + tests.passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
