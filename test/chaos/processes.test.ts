// @module-tag proof
import { expect, test } from "vitest";
import { runStory } from "../../scripts/chaos/run-story.ts";
import type { Step } from "../../scripts/chaos/story.ts";
import { processesOf } from "../../scripts/lib/processes.ts";
import { openWorld } from "./support/open-world.ts";
import { QUIET } from "./support/quiet-story.ts";

test("a shop that does not go on beside another's trouble is found", async () => {
  const world = await openWorld();
  const tell = async (...steps: Step[]) => {
    const { findings } = await runStory(world, { ...QUIET, steps });
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
  const world = await openWorld();
  const tell = (...steps: Step[]) => runStory(world, { ...QUIET, steps });
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
