import { parseCronItems } from "graphile-worker";
import { SWEEP } from "../../app/domain/connection/sweep-all-shops.ts";
import { wholeInMs } from "../../app/domain/stock/sweep/decide-whole.ts";
import type { ShopJobName } from "../../app/jobs/catalog.ts";
import { ROUNDS, SCHEDULE, turnOf, type RoundName } from "../../app/jobs/schedule.ts";
import type { Measured, Story } from "./costs.ts";
import { jobsIn, lookAt, PER_RUN, timesOf } from "./job-times.ts";
import { createLoad, type Model } from "./load.ts";
import type { Tally } from "./tally.ts";
import { createVirtualQueue, type Begun } from "./virtual-queue.ts";

export interface CellOptions {
  shops: number;
  /** Worker processes. */
  workers: number;
  seed: number;
  hours: number;
  model: Model;
  measured: Measured;
  /** The way to either world and back, in milliseconds. */
  awayMs: number;
  /** What the app allows itself of one warehouse account in a second. */
  perSecond: number;
  /** As it was before: every shop's turn in the same minute, and no lane forgotten. */
  herd: boolean;
  /** For so many minutes from noon no worker runs. */
  outage: number;
}

/** Any beginning of a day. */
const MIDNIGHT = Date.UTC(2026, 10, 23);
const MINUTE_MS = 60_000;
const NOON = 12 * 60;
/** How long goods ordered count as likely to leave next (`hot-set.ts`), in days. */
const HOT_DAYS = 3;
const A_PAGE = 100;

/** Lets some hours go by for the shops of one PostgreSQL, with its web and worker processes, and adds up what happens. */
export function runCell(options: CellOptions, tally: Tally): void {
  const { shops, hours, model, measured, herd } = options;
  const kinds = jobsIn(measured);
  const kindOf = (name: ShopJobName) => kinds.indexOf(name);
  const load = createLoad({ shops, seed: options.seed, model });
  const times = timesOf(options, kinds);
  const lastWhole = new Float64Array(shops).fill(MIDNIGHT - MINUTE_MS * 60);
  const [COMPARE, SWEEPS, WRITE] = (["compare-stock", "sweep-stock", "write-stock"] as const).map(kindOf);
  const firstLook = measured.looks[0] ?? { lanes: 0, ms: 0, walBytes: 0 };

  const begin = ({ kind, now, waitedMs, lagMs, work }: Begun): number => {
    const name = kinds[kind]!;
    tally.begun(name, { waitedMs, lagMs });
    const story = PER_RUN[name];
    if (story) tally.charge(now, measured.stories[story]);
    const look = lookAt(measured.looks, queue.lanes());
    tally.look(now, {
      ms: look.ms,
      more: { ms: look.ms - firstLook.ms, walBytes: look.walBytes - firstLook.walBytes },
    });
    const ms = times.fixed[kind] ?? work;
    tally.ran(now, ms);
    return ms;
  };
  const end = ({ kind, shop, now }: { kind: number; shop: number; now: number }) => {
    if (kind === COMPARE) queue.ask(shop, SWEEPS!);
    if (kind !== SWEEPS) return;
    // Shopify has told that it has gathered.
    queue.ask(shop, kindOf("follow-shop-hints"), { work: times.gathered });
    lastWhole[shop] = MIDNIGHT + now;
    queue.ask(shop, WRITE!);
  };
  const queue = createVirtualQueue({
    ...{ shops, kinds, workers: options.workers, begin, end },
    lookMs: (lanes) => lookAt(measured.looks, lanes).ms,
  });

  /** SKUs that are looked at because any may have moved: as many as a page of the list each, then the list itself. */
  const hotOf = (shop: number) =>
    Math.min((load.orders[shop]! / model.peak) * model.lines * HOT_DAYS, measured.skus / A_PAGE);

  const happen = ({ at, shop, story }: { at: number; shop: number; story: Story }) => {
    const saysNoSku = story === "shipment" || story === "tiding";
    const hot = saysNoSku ? Math.max(0, hotOf(shop) - measured.hot.few) : 0;
    let merged = false;
    for (const { kind, ms } of times.ofStory[story]) {
      const isStock = kinds[kind] === "follow-stock-hints";
      const together = queue.ask(shop, kind, { work: ms + (isStock ? hot * times.hotMs : 0) });
      merged ||= isStock && together;
    }
    tally.hear(at, measured.stories[story], { merged, more: times.aHotSku, times: hot });
    if (!saysNoSku) return;
    const inMs = wholeInMs({ now: new Date(MIDNIGHT + at), lastAt: new Date(lastWhole[shop]!) });
    queue.ask(shop, COMPARE!, { inMs });
  };

  const turns = turnsOf(shops, { seed: options.seed, herd });
  const goRound = (round: RoundName, minute: number) => {
    for (const shop of turns[round][minute % ROUNDS[round].everyMinutes]!) {
      if (round === "read-all-changes") queue.ask(shop, kindOf("read-changed-inbounds"));
      if (round === "import-all-catalogues") queue.ask(shop, kindOf("import-catalogue"));
      if (round !== "sweep-all-shops") continue;
      tally.charge(minute * MINUTE_MS, measured.stories.sweep);
      for (const name of SWEEP) queue.ask(shop, kindOf(name), { work: times.inSweep[kindOf(name)] ?? 0 });
    }
  };
  const schedule = parseCronItems(SCHEDULE);
  const tick = (minute: number) => {
    const digest = digestOf(new Date(MIDNIGHT + minute * MINUTE_MS));
    for (const { task, match } of schedule) {
      if (!match(digest)) continue;
      if (Object.hasOwn(ROUNDS, task)) goRound(task as RoundName, minute);
      if (task === "forget-lanes" && !herd) queue.forgetLanes();
    }
  };

  const back = NOON + options.outage;
  for (let minute = 0; minute < hours * 60; minute++) {
    queue.run(minute * MINUTE_MS);
    if (minute === NOON && options.outage > 0) queue.stop();
    if (minute === back && options.outage > 0) {
      queue.resume();
      for (const {
        task,
        options: { backfillPeriod },
      } of schedule)
        for (let missed = Math.max(NOON, back - backfillPeriod / MINUTE_MS); missed < back; missed++)
          if (Object.hasOwn(ROUNDS, task)) goRound(task as RoundName, missed);
    }
    if (options.outage === 0 || minute < NOON || minute >= back) tick(minute);
    for (const arrival of load.minute(minute)) {
      queue.run(arrival.at);
      happen(arrival);
    }
  }
  queue.run(hours * 60 * MINUTE_MS);
  tally.close({ ...queue.counts, ...queue.standing() });
}

/** Which shops have their turn in which minute of each round. */
function turnsOf(
  shops: number,
  { seed, herd }: { seed: number; herd: boolean },
): Record<RoundName, number[][]> {
  const of = (round: RoundName) => {
    const turns: number[][] = Array.from({ length: ROUNDS[round].everyMinutes }, () => []);
    for (let shop = 0; shop < shops; shop++)
      turns[herd ? 0 : turnOf(`shop-${seed}-${shop}.myshopify.com`, round)]!.push(shop);
    return turns;
  };
  return Object.fromEntries(Object.keys(ROUNDS).map((round) => [round, of(round as RoundName)])) as Record<
    RoundName,
    number[][]
  >;
}

function digestOf(at: Date) {
  return {
    min: at.getUTCMinutes(),
    hour: at.getUTCHours(),
    date: at.getUTCDate(),
    month: at.getUTCMonth() + 1,
    dow: at.getUTCDay(),
  };
}
