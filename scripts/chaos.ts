/** `npm run chaos`: the real app between the two sandboxes, and everything failing by seed. See docs/reliability.md. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { planStory } from "./chaos/plan-story.ts";
import { addCounts, countsInWords, failureInWords, storyInWords } from "./chaos/report.ts";
import { runStory } from "./chaos/run-story.ts";
import { shrink } from "./chaos/shrink.ts";
import type { Story } from "./chaos/story.ts";
import { openChaosWorld, type ChaosWorld } from "./chaos/world.ts";
import { prepare } from "./prepare.ts";

const HELP = `npm run chaos [-- --seed N] [--runs M]

  --seed N        the first story's seed (1)
  --runs M        so many stories, of this seed and those after it (10)
  --replay FILE   tells the story in FILE, as a failure has written it, --runs times
  --shrink S      seconds a story that failed is made shorter for (120; 0 shows it as it is)
  --show          only says what the stories are
  --keep          keeps the programs' logs
  --quiet         says nothing of stories in which everything held
  --help          show this text

A seed fixes what happens, what goes wrong and in which order. How fast the programs are at it differs from one time to the
next; a failure that needs a certain moment may take several runs to be seen again.`;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "10" },
    replay: { type: "string" },
    shrink: { type: "string", default: "120" },
    show: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const [seed, runs, shrinkSeconds] = [values.seed, values.runs, values.shrink].map(wholeNumber) as [
  number,
  number,
  number,
];
const { replay } = values;
const stories = Array.from({ length: runs }, (_, run): Story =>
  replay ? (JSON.parse(readFileSync(replay, "utf8")) as Story) : planStory(seed + run),
);
if (values.show) {
  for (const story of stories) console.log(storyInWords(story));
  process.exit(0);
}

await prepare((message) => console.log(message));
const home = mkdtempSync(join(tmpdir(), "dockline-chaos-"));
// Whoever runs this as root lends PostgreSQL another account, which has to get in.
chmodSync(home, 0o755);
const counts: Record<string, number> = {};
const failed: number[] = [];
let told = 0;
const began = Date.now();
let world: ChaosWorld | undefined;
let open = 0;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    conclude();
    void end().then(() => process.exit(1));
  });
try {
  for (const story of stories) {
    world ??= await openChaosWorld(join(home, String(++open)));
    const { findings, left, counts: counted, ms } = await runStory(world, story);
    addCounts(counts, counted);
    told++;
    const took = `${(Object.values(ms).reduce((sum, one) => sum + one, 0) / 1000).toFixed(1)} s`;
    if (findings.length === 0) {
      if (!values.quiet) console.log(`✓ seed ${story.seed} (${took}: ${JSON.stringify(ms)})`);
      continue;
    }
    failed.push(story.seed);
    console.log(failureInWords(story, findings));
    if (left.length > 0) console.log(["Not finished by then:", ...left].join("\n  "));
    if (shrinkSeconds > 0) await showShorter(story, findings);
    // Whatever state the programs are in: the next story begins with others.
    await world?.stop();
    world = undefined;
  }
} finally {
  await end();
}
conclude();
process.exit(failed.length === 0 ? 0 : 1);

/** What struck, and how many stories held; also of a run that somebody has ended early. */
function conclude(): void {
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const broken = failed.length > 0 ? `; failed: seeds ${failed.join(", ")}` : "";
  console.log(`What struck: ${countsInWords(counts)}`);
  console.log(`${told - failed.length} of ${told} stories held in ${seconds} s${broken}`);
}

async function end(): Promise<void> {
  await world?.stop();
  if (values.keep) console.log(`Logs: ${home}`);
  else rmSync(home, { recursive: true, force: true });
}

async function showShorter(story: Story, findings: Awaited<ReturnType<typeof runStory>>["findings"]) {
  const shrunk = await shrink(story, {
    findings,
    tries: 2,
    untilMs: Date.now() + shrinkSeconds * 1000,
    async tell(steps) {
      await world?.stop();
      world = await openChaosWorld(join(home, String(++open)));
      return (await runStory(world, { ...story, steps })).findings;
    },
  });
  const shorter = { ...story, steps: shrunk.steps };
  const folder = join(import.meta.dirname, "../.cache/chaos");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `seed-${story.seed}.json`);
  writeFileSync(file, JSON.stringify(shorter, null, 2));
  console.log(`\nMade shorter (${shrunk.failed} of ${shrunk.told} shorter stories failed as well):`);
  console.log(failureInWords(shorter, shrunk.findings));
  console.log(`\nAgain: npm run chaos -- --replay ${file} --runs 5`);
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  console.error(`"${text}" is no whole number. Try --help.`);
  process.exit(1);
}
