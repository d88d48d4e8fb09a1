// @module-tag proof
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runStory } from "../../scripts/chaos/run-story.ts";
import type { Step } from "../../scripts/chaos/story.ts";
import { openChaosWorld, type ChaosWorld } from "../../scripts/chaos/world.ts";
import { processesOf } from "../support/processes.ts";

/** The world of stories; it ends with the test. */
async function open(): Promise<ChaosWorld> {
  const home = mkdtempSync(join(tmpdir(), "dockline-chaos-test-"));
  chmodSync(home, 0o755); // Root lends PostgreSQL another account, which has to get in.
  const world = await openChaosWorld(home);
  onTestFinished(async () => {
    await world.stop();
    rmSync(home, { recursive: true, force: true });
  });
  return world;
}

test("a shop that does not go on beside another's trouble is found", async () => {
  const world = await open();
  const tell = async (...steps: Step[]) => {
    const { findings } = await runStory(world, { seed: 1, isLarge: false, steps });
    return findings.map(({ invariant, what }) => `${invariant}: ${what}`);
  };
  expect(
    await tell(
      { do: "calm" },
      { do: "bad records", side: "a", answers: ["500"] },
      { do: "go on", side: "a" },
    ),
  ).toEqual([]);
  expect(await tell({ do: "kill", who: ["worker-1", "worker-2"] }, { do: "go on", side: "b" })).toEqual([
    "progress: an event was not processed within 5 s beside another's trouble",
  ]);
  expect(await tell({ do: "kill", who: ["web"] }, { do: "go on", side: "b" })).toEqual([
    "progress: an event was answered 0 beside another's trouble",
    "progress: an event was not processed within 5 s beside another's trouble",
    expect.stringMatching(/^progress: a page was not shown beside another's trouble/) as string,
  ]);
});

test("a worker that ends on its own is found, though everything comes right; one that a story ends is not", async () => {
  const world = await open();
  const tell = (...steps: Step[]) => runStory(world, { seed: 1, isLarge: false, steps });
  expect((await tell({ do: "kill", who: ["worker-1"] }, { do: "start", aheadMs: 0 })).findings).toEqual([]);

  const workers = processesOf("build/server/index.js worker").filter(({ parent }) => parent === process.pid);
  expect(workers).toHaveLength(2);
  const told = tell({ do: "wait", ms: 500 });
  process.kill(workers[0]!.pid, "SIGKILL");
  const { findings } = await told;
  expect(findings).toMatchObject([
    { invariant: "processes", what: expect.stringMatching(/^worker-[12] has ended on its own$/) as string },
  ]);
});
