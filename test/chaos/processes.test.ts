import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runStory } from "../../scripts/chaos/run-story.ts";
import type { Step } from "../../scripts/chaos/story.ts";
import { openChaosWorld } from "../../scripts/chaos/world.ts";

/** The programs that this one has started with these words. */
function childrenWith(words: string): number[] {
  const read = (pid: string, file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isOurs = new RegExp(`^PPid:\\t${process.pid}$`, "m").test(read(pid, "status"));
        return isOurs && read(pid, "cmdline").replaceAll("\0", " ").includes(words);
      } catch {
        return false; // It ended while we looked.
      }
    })
    .map(Number);
}

test("a worker that ends by itself is found, though everything comes right; one that a story ends is not", async () => {
  const home = mkdtempSync(join(tmpdir(), "dockline-chaos-test-"));
  chmodSync(home, 0o755); // Root lends PostgreSQL another account, which has to get in.
  const world = await openChaosWorld(home);
  onTestFinished(async () => {
    await world.stop();
    rmSync(home, { recursive: true, force: true });
  });
  const tell = (...steps: Step[]) => runStory(world, { seed: 1, steps });
  expect((await tell({ do: "kill", who: ["worker-1"] }, { do: "start", aheadMs: 0 })).findings).toEqual([]);

  const workers = childrenWith("build/server/index.js worker");
  expect(workers).toHaveLength(2);
  const told = tell({ do: "wait", ms: 500 });
  process.kill(workers[0]!, "SIGKILL");
  const { findings } = await told;
  expect(findings).toMatchObject([
    { invariant: "processes", what: expect.stringMatching(/^worker-[12] has ended by itself$/) as string },
  ]);
}, 120_000);
