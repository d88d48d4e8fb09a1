/** Runs the stories that its parent process sends, until the parent disconnects (`run-stories.ts`). */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./invariants/evidence.ts";
import { failureInWords } from "./report.ts";
import { runStory } from "./run-story.ts";
import { shrink } from "./shrink.ts";
import type { Story } from "./story.ts";
import { openChaosWorld, type ChaosWorld } from "./world.ts";

export interface StoryRequest {
  story: Story;
  /** Where worlds keep their data and logs. */
  home: string;
  /** Seconds for which a failed story is shortened. */
  shrinkSeconds: number;
}

export interface StoryReport {
  seed: number;
  holds: boolean;
  /** How often each kind of trouble happened. */
  counts: Record<string, number>;
  /** Time of each part, in milliseconds. */
  ms: Record<string, number>;
  /** What to print about a story that failed; empty otherwise. */
  text: string;
}

let world: ChaosWorld | undefined;
let opened = 0;
let isStopping = false;

process.on("message", (request: StoryRequest) => {
  run(request).then((report) => process.send!(report), fail);
});
process.on("disconnect", () => {
  isStopping = true;
  void closeWorld().finally(() => process.exit(0));
});
// A terminal sends these to the parent too, which disconnects.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);

function fail(error: unknown): void {
  // The world of a story that is stopped early breaks under it.
  if (isStopping) return;
  console.error(error);
  void closeWorld().finally(() => process.exit(1));
}

async function run(request: StoryRequest): Promise<StoryReport> {
  const { story, home } = request;
  const { findings, left, counts, ms } = await runStory(world ?? (await openWorld(home)), story);
  const report = { seed: story.seed, counts, ms: { ...ms } };
  if (findings.length === 0) return { ...report, holds: true, text: "" };
  const text = [
    failureInWords(story, findings),
    ...(left.length > 0 ? ["Not finished by then:", ...left.map((one) => `  ${one}`)] : []),
    ...(request.shrinkSeconds > 0 ? [await shorten(request, findings)] : []),
  ].join("\n");
  // The next story begins with other programs, in whatever state these are.
  await closeWorld();
  return { ...report, holds: false, text };
}

async function shorten({ story, home, shrinkSeconds }: StoryRequest, findings: Finding[]): Promise<string> {
  const shrunk = await shrink(story, {
    findings,
    tries: 2,
    untilMs: Date.now() + shrinkSeconds * 1000,
    tell: async (steps) => (await runStory(await openWorld(home), { ...story, steps })).findings,
  });
  const shorter = { ...story, steps: shrunk.steps };
  const folder = join(import.meta.dirname, "../../.cache/chaos");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${story.seed}.json`);
  writeFileSync(file, JSON.stringify(shorter, null, 2));
  return [
    `\nMade shorter (${shrunk.failed} of ${shrunk.told} shorter stories failed as well):`,
    failureInWords(shorter, shrunk.findings),
    `\nAgain: npm run chaos -- --replay ${file} --runs 5`,
  ].join("\n");
}

async function openWorld(home: string): Promise<ChaosWorld> {
  await closeWorld();
  mkdirSync(home, { recursive: true });
  // PostgreSQL runs under another account where this is run as root.
  chmodSync(home, 0o755);
  world = await openChaosWorld(join(home, String(++opened)));
  return world;
}

async function closeWorld(): Promise<void> {
  const before = world;
  world = undefined;
  await before?.stop();
}
