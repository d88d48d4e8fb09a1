import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runStory } from "../../scripts/chaos/run-story.ts";
import type { Step } from "../../scripts/chaos/story.ts";
import { openChaosWorld } from "../../scripts/chaos/world.ts";
import { processesOf } from "../support/processes.ts";

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

  const workers = processesOf("build/server/index.js worker").filter(({ parent }) => parent === process.pid);
  expect(workers).toHaveLength(2);
  const told = tell({ do: "wait", ms: 500 });
  process.kill(workers[0]!.pid, "SIGKILL");
  const { findings } = await told;
  expect(findings).toMatchObject([
    { invariant: "processes", what: expect.stringMatching(/^worker-[12] has ended by itself$/) as string },
  ]);
}, 120_000);
