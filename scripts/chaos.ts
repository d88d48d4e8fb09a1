/** `npm run chaos`: the real app between the two sandboxes, and everything failing by seed. See docs/reliability.md. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { planStory } from "./chaos/plan-story.ts";
import { addCounts, countsInWords, storyInWords } from "./chaos/report.ts";
import type { Story } from "./chaos/story.ts";
import { runStories } from "./chaos/run-stories.ts";
import type { StoryReport } from "./chaos/story-process.ts";
import { makeRunFolder } from "./lib/run-folder.ts";
import { prepare } from "./prepare.ts";

const HELP = `npm run chaos [-- --seed N] [--runs M]

  --seed N        the first story's seed (1)
  --runs M        so many stories, of this seed and those after it (10)
  --replay FILE   tells the story in FILE, as a failure has written it, --runs times
  --at-once N     so many stories at the same time, each in a world of its own (1). With more, what has to
                  happen within seconds may fail because the machine is busy
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
    "at-once": { type: "string", default: "1" },
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
const numbers = [values.seed, values.runs, values.shrink, values["at-once"]].map(wholeNumber);
const [seed, runs, shrinkSeconds, atOnce] = numbers as [number, number, number, number];
const { replay } = values;
const stories = Array.from({ length: runs }, (_, run): Story =>
  replay ? (JSON.parse(readFileSync(replay, "utf8")) as Story) : planStory(seed + run),
);
if (values.show) {
  for (const story of stories) console.log(storyInWords(story));
  process.exit(0);
}

const say = (line: string) => console.log(line);
await prepare(say);
const folder = await makeRunFolder({ keep: values.keep, say });
const counts: Record<string, number> = {};
const failed: number[] = [];
let done = 0;
const began = Date.now();
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
try {
  await runStories(stories, { atOnce, home: folder.path, shrinkSeconds, signal: stopping.signal, onReport });
} catch (error) {
  if (!stopping.signal.aborted) throw error;
} finally {
  if (values.keep) say(`Logs: ${folder.path}`);
  await folder.end();
}
conclude();
process.exit(failed.length === 0 && done === stories.length ? 0 : 1);

function onReport({ seed: of, holds, counts: counted, ms, text }: StoryReport): void {
  done++;
  addCounts(counts, counted);
  if (!holds) {
    failed.push(of);
    console.log(text);
  } else if (!values.quiet) {
    const seconds = (Object.values(ms).reduce((sum, one) => sum + one, 0) / 1000).toFixed(1);
    console.log(`✓ seed ${of} (${seconds} s: ${JSON.stringify(ms)})`);
  }
}

/** What struck, and how many stories held; also of a run that somebody has ended early. */
function conclude(): void {
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  const broken = failed.length > 0 ? `; failed: seeds ${failed.join(", ")}` : "";
  console.log(`What struck: ${countsInWords(counts)}`);
  console.log(`${done - failed.length} of ${done} stories held in ${seconds} s${broken}`);
}

function wholeNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  console.error(`"${text}" is no whole number. Try --help.`);
  process.exit(1);
}
