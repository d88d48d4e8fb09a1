import {
  availableOf,
  endRun,
  markSent,
  markStockRead,
  markStoreRead,
  shownKey,
  type Setting,
  type World,
} from "./small-world.ts";
import type { Rule, Targets } from "./stock-rule.ts";

/** How the app goes about a run: in which order it reads, and what it does about answers that do not come. */
export interface RunOptions {
  runs: number;
  /** In which order it reads; anything else than the first is a mistake. */
  reads: "receipts, stock, store" | "stock, receipts, store" | "store, stock";
  /** Something may happen between the reads of receipts and stock. */
  receiptsApart: boolean;
  /** Receipts may not be readable: then those that were counted before count. */
  receiptsFail: boolean;
  /**
   * When fulfillments are read, apart from the store's quantities: beside the stock or, in runs that no order led to, not then,
   * as the app does; right before them; after them as a mistake; or never, as where orders may not be read.
   */
  fulfillments: "beside the stock" | "before" | "after" | "unread";
  /** Answers to writes may be lost, of those that landed and of those that did not. */
  losesAnswers: boolean;
  /** What is done about a lost answer; anything else than the first is a mistake. */
  lostMeans: "replay" | "not landed";
  /** A run may end anywhere before it has stored what it observed. */
  crashes: boolean;
  /** During a sale nothing is raised. */
  isSale: boolean;
  /** A mistake: in the second round, after a stale write, what the stock moved by is counted again. */
  observesStockTwice: boolean;
  /** Variants that are mapped to nothing at first. */
  unmapped: readonly number[];
  /** How often a mapping may be saved again, as it is. */
  remaps: number;
  /** How often all that was observed may be forgotten, as when the quantity mode is changed there and back. */
  forgets: number;
}

interface Write {
  variant: number;
  from: number;
  to: number;
}

/** Units that receipts have brought, as they were read. */
interface Counted {
  units: readonly number[];
  at: number;
}

/** What a run under way has read so far, and is about to do. */
interface Run<Memory> {
  next: "receipts" | "stock" | "fulfillments" | "store" | "fulfillments again" | "write";
  round: 1 | 2;
  received?: Counted;
  fulfilled?: readonly number[];
  fulfilledAt?: World["fulfilledAt"];
  stock?: readonly number[];
  /** What the rule remembered before it observed this stock, for the mistake of counting a move twice. */
  before?: Memory;
  shown?: World["shown"];
  memory: Memory;
  writes: readonly Write[];
}

/** The world together with the app that looks after it. */
export interface Whole<Memory> {
  world: World;
  memory: Memory;
  /** Writes whose answer was lost, and whether they landed, which the app does not know. */
  lost: { writes: readonly Write[]; landed: boolean } | undefined;
  /** Receipts as last read, where they may not be readable. */
  received: Counted | undefined;
  run: Run<Memory> | undefined;
  /** Fulfillments as they were read last. */
  fulfilled: readonly number[];
  /** Variants that are mapped to nothing yet. */
  unmapped: readonly number[];
  remaps: number;
  forgets: number;
  runs: number;
  /** All that the app has been shown, in order. */
  history: string;
}

/** A decision as it was taken, for the judge. */
export interface Decision {
  world: World;
  stock: readonly number[];
  shown: World["shown"];
  targets: Targets;
  isOnBothSides: boolean;
  /** 2 after a stale write. */
  round: 1 | 2;
}

export interface NextWhole<Memory> {
  step: string;
  whole: Whole<Memory>;
  decision?: Decision;
}

export interface Means<Memory> {
  rule: Rule<Memory>;
  setting: Setting;
  options: RunOptions;
}

/** Everything the app may do next. */
export function nextRunSteps<Memory>(whole: Whole<Memory>, means: Means<Memory>): NextWhole<Memory>[] {
  const { run } = whole;
  if (!run) {
    const runs = whole.runs < means.options.runs ? begin(whole, means) : [];
    return [...runs, ...arriveLate(whole, means), ...choose(whole, means)];
  }
  if (run.next === "write") return write(whole, { run, ...means });
  const nexts = [read(whole, { run, ...means })];
  const readsReceipts = run.next === "receipts" || (run.next === "stock" && !run.received);
  if (readsReceipts && means.options.receiptsFail) nexts.push(failReceipts(whole, run));
  if (means.options.crashes) nexts.push({ step: "crash", whole: ended(whole, means.setting) });
  return nexts;
}

/** The whole as text: two with the same text have the same future. */
export function runKey<Memory>(
  { run, lost, received, fulfilled, unmapped, remaps, forgets, runs }: Whole<Memory>,
  keyOf: (memory: Memory) => string,
): string {
  const listed = (writes: readonly Write[]) =>
    writes.map(({ variant, from, to }) => `${variant}:${from}>${to}`).join();
  const chosen = [unmapped, remaps, forgets].join("/");
  const open = lost && listed(lost.writes);
  const parts: unknown[] = [runs, fulfilled, chosen, open, lost?.landed, countedKey(received)];
  if (run) {
    const shown = run.shown?.map(shownKey);
    parts.push(
      run.next,
      run.round,
      countedKey(run.received),
      run.stock,
      run.fulfilled,
      run.fulfilledAt?.map((times) => times.join("+")),
      shown,
      listed(run.writes),
    );
    parts.push(keyOf(run.memory));
  }
  return parts.join("|");
}

const countedKey = (counted: Counted | undefined) => counted && `${counted.units.join()}@${counted.at}`;

/** What the merchant may do between two runs. */
function choose<Memory>(
  whole: Whole<Memory>,
  { rule, setting, options }: Means<Memory>,
): NextWhole<Memory>[] {
  const { memory, unmapped, remaps, forgets } = whole;
  const found: NextWhole<Memory>[] = unmapped.map((variant) => ({
    step: `map ${variant}`,
    whole: { ...whole, unmapped: unmapped.filter((one) => one !== variant) },
  }));
  if (remaps < options.remaps)
    for (const variant of setting.variants.keys())
      if (!unmapped.includes(variant))
        found.push({
          step: `map ${variant} again`,
          whole: { ...whole, memory: rule.remap(memory, variant), remaps: remaps + 1 },
        });
  if (forgets < options.forgets)
    found.push({
      step: "change the mode there and back",
      whole: { ...whole, memory: rule.forgetAll(memory), forgets: forgets + 1 },
    });
  return found;
}

/** With fulfillments beside the stock, a run reads them or goes by what was read last, also in its second round. */
function begin<Memory>(whole: Whole<Memory>, means: Means<Memory>): NextWhole<Memory>[] {
  const { step, whole: begun } = beginReading(whole, means);
  if (means.options.fulfillments !== "beside the stock") return [{ step, whole: begun }];
  const { fulfilled } = begun.world;
  return [
    { step, whole: withFulfilled(begun, begun.fulfilled) },
    { step: `${step}, read fulfillments`, whole: withFulfilled({ ...begun, fulfilled }, fulfilled) },
  ];
}

const withFulfilled = <Memory>(whole: Whole<Memory>, fulfilled: readonly number[]): Whole<Memory> => ({
  ...whole,
  run: { ...whole.run!, fulfilled },
});

const keptFulfilled = <Memory>({ fulfilled }: Run<Memory>, { fulfillments }: RunOptions) =>
  fulfillments === "beside the stock" && fulfilled ? { fulfilled } : {};

function beginReading<Memory>(
  whole: Whole<Memory>,
  { rule, setting, options }: Means<Memory>,
): NextWhole<Memory> {
  const { lost, ...rest } = whole;
  const first = options.reads === "store, stock" ? "store" : "stock";
  const next = options.receiptsApart && options.reads === "receipts, stock, store" ? "receipts" : first;
  const start: Run<Memory> = { next, round: 1, memory: whole.memory, writes: [] };
  if (!lost) return { step: "run", whole: { ...rest, lost, run: start } };
  // The same call under the same key: what has landed does not land again, and the answer is the first one's.
  const isReplayed = options.lostMeans === "replay";
  const lands =
    isReplayed && !lost.landed && lost.writes.every((one) => fits(whole.world, { setting, write: one }));
  const world = lands ? landing(whole.world, { setting, writes: lost.writes }) : whole.world;
  const hasLanded = isReplayed && (lost.landed || lands);
  // What is learned is stored at once: a run that is cut off does not forget it.
  const memory = hasLanded
    ? lost.writes.reduce((known, one) => rule.wrote(known, one), whole.memory)
    : whole.memory;
  return {
    step: lands ? "run (its write is repeated and lands)" : "run (its write is repeated)",
    whole: {
      ...rest,
      world,
      memory,
      lost: undefined,
      history: `${whole.history};${hasLanded ? "landed" : "not landed"}`,
      run: { ...start, memory },
    },
  };
}

/** A write that was on its way arrives when nobody waits for it any more. */
function arriveLate<Memory>(whole: Whole<Memory>, { setting }: Means<Memory>): NextWhole<Memory>[] {
  const { lost, world } = whole;
  if (!lost || lost.landed || !lost.writes.every((one) => fits(world, { setting, write: one }))) return [];
  const landed = landing(world, { setting, writes: lost.writes });
  return [
    { step: "the lost write arrives", whole: { ...whole, world: landed, lost: { ...lost, landed: true } } },
  ];
}

function read<Memory>(whole: Whole<Memory>, means: Means<Memory> & { run: Run<Memory> }): NextWhole<Memory> {
  const { run, options } = means;
  const { world } = whole;
  const onwards = (step: string, to: Partial<Run<Memory>>, next = world): NextWhole<Memory> => ({
    step,
    whole: { ...whole, world: next, run: { ...run, ...to } },
  });
  switch (run.next) {
    case "receipts": {
      const received: Counted = { units: world.received, at: world.now };
      if (options.reads !== "receipts, stock, store")
        return observed(whole, { ...means, run: { ...run, received } });
      const { step, whole: read } = onwards("read receipts", { next: "stock", received });
      return { step, whole: withReceived(read, received, options) };
    }
    case "stock": {
      const marked = { ...whole, world: markStockRead(world) };
      if (options.reads === "stock, receipts, store" && options.receiptsApart)
        return onwards("read stock", { stock: world.stock, next: "receipts" }, marked.world);
      const received = run.received ?? { units: world.received, at: world.now };
      const read = { ...run, stock: world.stock, received };
      const next = observed(withReceived(marked, received, options), { ...means, run: read });
      return options.reads === "store, stock" ? decide(next.whole, { ...means, run: next.whole.run! }) : next;
    }
    case "fulfillments": {
      const read = { ...run, fulfilled: world.fulfilled, fulfilledAt: world.fulfilledAt };
      if (options.fulfillments === "after") return decide(whole, { ...means, run: read });
      return onwards("read fulfillments", { ...read, next: "store" });
    }
    case "fulfillments again": {
      const isSame = world.fulfilled.join() === run.fulfilled?.join();
      if (isSame) return decide(whole, means);
      const { fulfilled, fulfilledAt } = world;
      return onwards("read fulfillments: more", { fulfilled, fulfilledAt, next: "store" });
    }
    default: {
      const marked = { ...whole, world: markStoreRead(world) };
      if (options.reads === "store, stock")
        return onwards("read store", { shown: world.shown, next: "stock" }, marked.world);
      if (options.fulfillments === "after")
        return onwards("read store", { shown: world.shown, next: "fulfillments" }, marked.world);
      return decide(marked, { ...means, run: { ...run, shown: world.shown } });
    }
  }
}

/** What counts where receipts cannot be read later. */
const withReceived = <Memory>(
  whole: Whole<Memory>,
  received: Counted,
  { receiptsFail }: RunOptions,
): Whole<Memory> => (receiptsFail ? { ...whole, received } : whole);

function failReceipts<Memory>(whole: Whole<Memory>, run: Run<Memory>): NextWhole<Memory> {
  const received = whole.received ?? { units: whole.world.received.map(() => 0), at: 0 };
  return { step: "read no receipts", whole: { ...whole, run: { ...run, next: "stock", received } } };
}

/** Has the rule observe the stock as it was read. */
function observed<Memory>(
  whole: Whole<Memory>,
  { run, rule, options }: Means<Memory> & { run: Run<Memory> },
): { step: string; whole: Whole<Memory> } {
  const { unmapped, world } = whole;
  const reading = { unmapped, stock: run.stock!, received: run.received!.units, at: world.now };
  const next = options.fulfillments === "before" ? "fulfillments" : "store";
  const memory = rule.observeWarehouse(run.memory, reading);
  const read: Run<Memory> = {
    ...run,
    memory,
    next,
    ...(options.observesStockTwice && { before: run.memory }),
  };
  return { step: "read stock", whole: { ...whole, run: read } };
}

/** Decides, and stores what was observed together with what is to be written. */
function decide<Memory>(
  whole: Whole<Memory>,
  { run, rule, setting, options }: Means<Memory> & { run: Run<Memory> },
): NextWhole<Memory> {
  const shown = run.shown!;
  const receiptsCountedUntil = run.received!.at;
  const reading = {
    shown: shown.map((one, variant) => (whole.unmapped.includes(variant) ? undefined : one)),
    fulfilled: run.fulfilled,
    fulfilledAt: run.fulfilledAt ?? [],
    ...{ at: whole.world.now, receiptsCountedUntil },
  };
  const { memory, targets, isOnBothSides, isFirst } = rule.decide(run.memory, reading);
  if (isFirst && run.next === "store")
    return { step: "read store", whole: { ...whole, run: { ...run, next: "fulfillments again" } } };
  const decision: Decision = {
    world: whole.world,
    stock: run.stock!,
    shown,
    targets,
    isOnBothSides,
    round: run.round,
  };
  const writes = targets.flatMap((to, variant): Write[] => {
    const from = written(setting, shown[variant]!);
    return to === undefined || from === to || (options.isSale && to > from) ? [] : [{ variant, from, to }];
  });
  const step = `read store, decide ${targets.map((target) => target ?? "nothing").join(", ")}`;
  const history = `${whole.history};${historyOf(run, reading.at)}`;
  const next: Whole<Memory> = { ...whole, memory, history };
  if (writes.length === 0) return { step, whole: ended(next, setting), decision };
  const { round, before } = run;
  const { stock, received } = run;
  const writing = { next: "write", round, stock: stock!, received: received!, memory, writes } as const;
  const waiting: Run<Memory> = {
    ...writing,
    ...(before !== undefined && { before }),
    ...keptFulfilled(run, options),
  };
  return { step, whole: { ...next, run: waiting }, decision };
}

function historyOf<Memory>({ stock, received, fulfilled, shown }: Run<Memory>, at: number): string {
  const items = shown!.map(shownKey);
  return [stock, received!.units, fulfilled, items, at].join("|");
}

function write<Memory>(
  whole: Whole<Memory>,
  { run, rule, setting, options }: Means<Memory> & { run: Run<Memory> },
): NextWhole<Memory>[] {
  const { writes } = run;
  const what = writes.map(({ variant, from, to }) => `${variant} ${from}→${to}`).join(", ");
  const isFresh = writes.every((one) => fits(whole.world, { setting, write: one }));
  const found: NextWhole<Memory>[] = [];
  if (isFresh) {
    const world = landing(whole.world, { setting, writes });
    const memory = writes.reduce((known, one) => rule.wrote(known, one), whole.memory);
    found.push({ step: `write ${what}`, whole: ended({ ...whole, world, memory }, setting) });
    if (options.losesAnswers) {
      const lost = { writes, landed: true };
      found.push({ step: `write ${what}, answer lost`, whole: ended({ ...whole, world, lost }, setting) });
    }
  } else {
    // Shopify refuses the whole call. One more round, with the store read again.
    const step = `write ${what}: stale`;
    if (run.round === 2) found.push({ step, whole: ended(whole, setting) });
    else {
      const next = options.fulfillments === "before" ? "fulfillments" : "store";
      const { stock, received } = run;
      const again = { next, round: 2, stock: stock!, received: received!, writes: [] } as const;
      const memory = options.observesStockTwice
        ? rule.observeAgain(whole.memory, { before: run.before!, stock: run.stock!, at: whole.world.now })
        : whole.memory;
      found.push({ step, whole: { ...whole, run: { ...again, ...keptFulfilled(run, options), memory } } });
    }
  }
  if (options.losesAnswers)
    found.push({
      step: `write ${what} does not arrive`,
      whole: ended({ ...whole, lost: { writes, landed: false } }, setting),
    });
  return found;
}

function ended<Memory>(whole: Whole<Memory>, setting: Setting): Whole<Memory> {
  return { ...whole, world: endRun(markSent(whole.world), setting), run: undefined, runs: whole.runs + 1 };
}

/** The quantity that is written. */
function written({ mode }: Setting, shown: World["shown"][number]): number {
  return mode === "on_hand" ? shown.onHand : availableOf(shown);
}

function fits(
  world: World,
  { setting, write: { variant, from } }: { setting: Setting; write: Write },
): boolean {
  return written(setting, world.shown[variant]!) === from;
}

function landing(world: World, { setting, writes }: { setting: Setting; writes: readonly Write[] }): World {
  const shown = world.shown.map((one, variant) => {
    const to = writes.find((candidate) => candidate.variant === variant)?.to;
    return to === undefined ? one : { ...one, onHand: one.onHand + to - written(setting, one) };
  });
  return { ...world, shown };
}
