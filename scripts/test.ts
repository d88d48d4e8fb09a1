/**
 * `npm test [-- files or options of Vitest]`: makes what is missing, then runs the tests; with `--watch` again and again what a
 * change concerns.
 */
import { runCommand } from "./lib/run-command.ts";
import { prepare } from "./prepare.ts";
import { runTests, watchTests } from "./run-tests.ts";

await prepare((message) => console.log(message));
const args = process.argv.slice(2);
await runCommand(async () => {
  if (args.includes("--watch")) return watchTests(args.filter((arg) => arg !== "--watch"));
  const { passed, failed } = await runTests(args);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
});
