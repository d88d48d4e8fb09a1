import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The tag of tests that `npm run proof` runs and `npm test` does not: those that need length, volume or chance. A test has
 * it as `{ tags: ["proof"] }`, all tests of a file by a line `// @module-tag proof` at its top.
 */
export const PROOF_TAG = "proof";

const WHOLE_FILE = new RegExp(`^// @module-tag ${PROOF_TAG}$`, "m");
const ONE_TEST = new RegExp(`\\btags:\\s*\\[?\\s*"${PROOF_TAG}"`);

/**
 * Files that hold tests with the tag, as paths from the project's root in alphabetical order.
 * @returns `whole`: those of which every test has it; `some`: those of which only some tests have it
 */
export function findProofTests(root: string): { whole: string[]; some: string[] } {
  const files = globSync("test/**/*.test.ts", { cwd: root }).toSorted();
  const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
  const whole = files.filter((_, index) => WHOLE_FILE.test(texts[index]!));
  const some = files.filter((file, index) => !whole.includes(file) && ONE_TEST.test(texts[index]!));
  return { whole, some };
}
