import { join } from "node:path";
import { ROOT } from "./run-tool.ts";

/**
 * How Node is to run it; the Dockerfile says the same. By itself Node gives what is young up to 128 MB before it clears up;
 * with 8 the worker takes a third less memory in all, and no more time. And the more memory a machine has, the longer
 * Node lets what is old grow before it clears up; within a gigabyte it does so sooner, and a comparison of 100,000 SKUs takes
 * 100 MB less (`npm run bench -- sweep` with and without).
 */
export const NODE_FLAGS = ["--max-semi-space-size=8", "--max-old-space-size=1024"];

/** The built app, for Node; roles follow. */
export const BUILT_APP = [...NODE_FLAGS, join(ROOT, "build/server/index.js")];
