/**
 * Removes the folder of a run when that run has ended, which is when standard input closes. If nobody has written there
 * before, the run was interrupted. See `run-folder.ts`.
 */
import { text } from "node:stream/consumers";
import { clearFolder } from "./clear-folder.ts";

/** How long what a run has started has to end by itself: most of it does at once when the run is gone. */
const PATIENCE_MS = { ended: 60_000, interrupted: 10_000 };

const [folder] = process.argv.slice(2);
// Nobody may listen any more.
process.stdout.on("error", () => undefined);
const word = await text(process.stdin).catch(() => "");
const ended = await clearFolder(folder!, PATIENCE_MS[word === "" ? "interrupted" : "ended"]);
process.stdout.write(ended.map((line) => `${line}\n`).join(""));
