/** `npm run setup`: makes everything the other commands would make on their first run. */
import { prepare } from "./prepare.ts";

await prepare((message) => console.log(message));
console.log("Ready.");
