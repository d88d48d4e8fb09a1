import { SWEEP } from "../../app/domain/connection/sweep-all-shops.ts";
import { JOBS, type ShopJobName } from "../../app/jobs/catalog.ts";
import { STORIES, type Look, type Measured, type Story } from "./costs.ts";

/** A job's cost counts once for each run, however often it was asked for. All others count when it is asked for. */
export const PER_RUN: Partial<Record<ShopJobName, Story>> = {
  "read-changed-inbounds": "changes",
  "sweep-stock": "comparison",
  "import-catalogue": "import",
};

export function jobsIn({ stories }: Measured): ShopJobName[] {
  const names = new Set<string>(SWEEP);
  for (const { jobs } of Object.values(stories)) for (const name of Object.keys(jobs)) names.add(name);
  return [...names].filter((name) => name in JOBS) as ShopJobName[];
}

/** How long jobs run with the worlds as far away as they are, in milliseconds. */
export function timesOf(
  { measured, awayMs, perSecond }: { measured: Measured; awayMs: number; perSecond: number },
  kinds: readonly ShopJobName[],
) {
  const { stories, hot } = measured;
  const msOf = (story: Story, name: string) => {
    const job = stories[story].jobs[name];
    return job ? job.ms + job.trips * awayMs : 0;
  };
  /** No faster than our own limit for the account lets it ask. */
  const limited = (story: Story, name: ShopJobName) =>
    Math.max(msOf(story, name), (stories[story].calls.warehouse / perSecond) * 1000);
  const fixed: (number | undefined)[] = kinds.map((name) => {
    if (name === "compare-stock" || name === "write-stock") return msOf("comparison", name);
    const story = PER_RUN[name];
    return story && limited(story, name);
  });
  const ofStory = Object.fromEntries(
    STORIES.map((story) => [
      story,
      Object.keys(stories[story].jobs).flatMap((name) => {
        const kind = kinds.indexOf(name as ShopJobName);
        return kind < 0 || fixed[kind] !== undefined ? [] : [{ kind, ms: msOf(story, name) }];
      }),
    ]),
  ) as Record<Story, { kind: number; ms: number }[]>;
  const more = hot.many - hot.few;
  const follow = "follow-stock-hints";
  const [few, many] = [stories.tiding, stories.tidingHot];
  return {
    fixed,
    ofStory,
    inSweep: kinds.map((name) => msOf("sweep", name) / Math.max(1, stories.sweep.jobs[name]?.runs ?? 1)),
    gathered: msOf("comparison", "follow-shop-hints"),
    hotMs: Math.max(0, (msOf("tidingHot", follow) - msOf("tiding", follow)) / more),
    /** What one SKU more that was ordered lately adds. */
    aHotSku: {
      calls: {
        warehouse: Math.max(0, (many.calls.warehouse - few.calls.warehouse) / more),
        shop: Math.max(0, (many.calls.shop - few.calls.shop) / more),
      },
      rows: Math.max(0, (many.rows - few.rows) / more),
      walBytes: Math.max(0, (many.walBytes - few.walBytes) / more),
      cpuMs: {
        web: 0,
        worker: Math.max(0, (many.cpuMs.worker - few.cpuMs.worker) / more),
        database: Math.max(0, (many.cpuMs.database - few.cpuMs.database) / more),
      },
    },
  };
}

/** Between what was measured, and on from there, in a straight line. */
export function lookAt(looks: readonly Look[], lanes: number): Look {
  const after = looks.findIndex((look) => look.lanes >= lanes);
  const right = looks[after === -1 ? looks.length - 1 : Math.max(1, after)];
  const left = looks[(after === -1 ? looks.length - 1 : Math.max(1, after)) - 1];
  if (!left || !right) return { lanes, ms: right?.ms ?? 0, walBytes: right?.walBytes ?? 0 };
  const part = Math.max(0, (lanes - left.lanes) / (right.lanes - left.lanes));
  return {
    lanes,
    ms: left.ms + part * (right.ms - left.ms),
    walBytes: left.walBytes + part * (right.walBytes - left.walBytes),
  };
}
