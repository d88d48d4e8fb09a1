// @module-tag proof
import { expect, test } from "vitest";
import { control } from "../../sandbox/demo/control.ts";
import { runStory } from "../../scripts/chaos/run-story.ts";
import { USUAL } from "../../scripts/chaos/side.ts";
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

  const workers = () =>
    processesOf("build/server/index.js worker").filter(({ parent }) => parent === process.pid);
  const before = workers().map(({ pid }) => pid);
  expect(before).toHaveLength(2);
  const told = tell({ do: "wait", ms: 500 });
  // Each story has processes of its own, which start after the one before is forgotten. It goes on when its stores have connected.
  const others = () => workers().filter(({ pid }) => !before.includes(pid));
  const connections = () => world.database.read('SELECT FROM "Connection"');
  await expect.poll(async () => [others().length, (await connections()).length]).toEqual([2, 2]);
  process.kill(others()[0]!.pid, "SIGKILL");
  const { findings } = await told;
  expect(findings).toMatchObject([
    { invariant: "processes", what: expect.stringMatching(/^worker-[12] has ended on its own$/) as string },
  ]);
});

test("nothing of a story reaches the next, not even a request on its way", async () => {
  const world = await openWorld();
  const refused = {
    ...QUIET.stores,
    b: { ...USUAL, behaviours: { refusedSubscriptions: { "receipt-received": 422 } } },
  };
  expect((await runStory(world, { ...QUIET, stores: refused, steps: [] })).findings).toEqual([]);
  // A registration is missing, and asked for as a worker does when it starts.
  const late = { path: "/subscriptions", times: 1, action: { kind: "delay", ms: 2_000 } };
  await control(world.accounts.b.url, { path: "faults", body: late });
  const shop = "chaos-1-b.myshopify.com";
  await world.database.read(
    "SELECT graphile_worker.add_job('subscribe-to-events', json_build_object('shop', $1::text))",
    [shop],
  );
  await expect.poll(() => control(world.accounts.b.url, { path: "delayed" })).toEqual({ delayed: 1 });
  // An event that it sends to both addresses, if there are two, is never taken at the old one.
  const parcel: Step[] = [
    { do: "order", side: "b", sold: "MUG", pieces: 1, sent: true },
    { do: "send back", side: "b", order: 0, pieces: 1, requested: false },
    { do: "await inbound", side: "b", return: 0 },
    { do: "parcel", side: "b", return: 0, good: 1, defective: 0 },
  ];
  const { findings, counts } = await runStory(world, { ...QUIET, steps: parcel });
  expect(findings).toEqual([]);
  expect(counts).toMatchObject({ "deed: parcel": 1 });
});
