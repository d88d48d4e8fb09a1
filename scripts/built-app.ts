import { join } from "node:path";
import { ROOT } from "./run-tool.ts";

/**
 * How Node is to run it; the Dockerfile says the same. By itself Node gives what is young up to 128 MB before it clears up;
 * with 8 the worker takes a third less memory in all, and no more time. And the more memory a machine has, the longer
 * Node lets what is old grow before it clears up; within a gigabyte it does so sooner, and a comparison of 100,000 SKUs takes
 * 100 MB less (`npm run bench -- sweep` with and without).
 */
export const NODE_FLAGS = ["--max-semi-space-size=8", "--max-old-space-size=1024"];

/**
 * How glibc is to keep memory for it, as environment variables; the Dockerfile says the same, and systems without glibc ignore them.
 * Without them glibc keeps up to eight pools of freed memory for each processor, and after some large buffers it keeps those too.
 * With two pools, and with buffers of 128 KB or more given back at once, the web process takes some 25 MB less (`npm run attack`).
 */
export const MALLOC_ENV = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" };

/** A process of the built app, for `startChild`. Without roles it has both, web and worker. `env` are its settings. */
export function builtApp(roles: readonly string[], env: Record<string, string> = {}) {
  return {
    args: [...NODE_FLAGS, join(ROOT, "build/server/index.js"), ...roles],
    env: { ...MALLOC_ENV, ...env },
  };
}
