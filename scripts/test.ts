/** `npm test [-- files or options of Vitest]`: makes what is missing, then runs the tests. */
import { runCommand } from "./lib/run-command.ts";
import { prepare } from "./prepare.ts";
import { runTests } from "./run-tests.ts";

await prepare((message) => console.log(message));
await runCommand(async () => {
  const { passed, failed } = await runTests(process.argv.slice(2));
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
});
