/**
 * Removes the folder of a run when that run has ended, which is when standard input closes. If nothing was written there
 * before, the run was interrupted. See `run-folder.ts`.
 */
import { text } from "node:stream/consumers";
import { clearFolder } from "./clear-folder.ts";

/** How long the processes of a run have to end without a signal: most of them end at once when the run is gone. */
const PATIENCE_MS = { ended: 60_000, interrupted: 10_000 };

const [folder] = process.argv.slice(2);
// The run that would read it may be gone.
process.stdout.on("error", () => undefined);
const word = await text(process.stdin).catch(() => "");
const ended = await clearFolder(folder!, PATIENCE_MS[word === "" ? "interrupted" : "ended"]);
process.stdout.write(ended.map((line) => `${line}\n`).join(""));
