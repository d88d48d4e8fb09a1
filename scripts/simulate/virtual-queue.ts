import { JOBS, laneOf, type Lane, type ShopJobName } from "../../app/jobs/catalog.ts";
import { fullLanes, LANES } from "../../app/jobs/places.ts";
import { createEventHeap, type EventHeap } from "./event-heap.ts";

/*
 * The job queue of one PostgreSQL, in virtual time. Which lane, place and priority a job has, and whom a worker passes over,
 * the app's own code says; how jobs merge, wait behind each other and are looked for is what graphile-worker's SQL does. Shops
 * are numbers, times milliseconds.
 */

export interface VirtualQueueOptions {
  shops: number;
  /** Kinds of jobs that occur. */
  kinds: readonly ShopJobName[];
  /** Worker processes. */
  workers: number;
  /** How long one look for a job takes while the queue remembers so many lanes. One goes on at a time. */
  lookMs(lanes: number): number;
  /** A job begins. @returns for how many milliseconds it runs; `work` is what was asked of it. */
  begin(job: Begun): number;
  /** It has come to its end. */
  end?(job: { kind: number; shop: number; now: number }): void;
}

export interface Begun {
  kind: number;
  shop: number;
  now: number;
  /** Since it was first asked for, or since it was due when that is later. */
  waitedMs: number;
  /** Of that, since nothing else of its shop was in its way: what an operator sees as the queue's lag. */
  lagMs: number;
  work: number;
}

const IDLE = 0;
const LATER = 1;
const DUE = 2;
/** Due, and seen behind another job of its lane. */
const BEHIND = 3;
const RUNNING = 4;
/** Running, and asked for once more. */
const AGAIN = 5;

/** All there are, the first to run first. */
const PRIORITIES = [...new Set(Object.values(JOBS).map(({ priority }) => priority))].sort((a, b) => a - b);

/** Lanes, places and priorities as small numbers. */
function describe(kinds: readonly ShopJobName[]) {
  const queues = [...new Set(kinds.map((name) => JOBS[name].queue))];
  return {
    lanes: queues.length,
    laneOf: kinds.map((name) => queues.indexOf(JOBS[name].queue)),
    place: kinds.map((name) => LANES.indexOf(laneOf(name))),
    /** A job for each thing in the shop is one more job; for the whole shop it does what all of them asked at once. */
    addsUp: kinds.map((name) => Object.keys(JOBS[name].schema.shape).length > 1),
    priority: kinds.map((name) => PRIORITIES.indexOf(JOBS[name].priority)),
    inSameLane: kinds.map((name) =>
      kinds.flatMap((other, kind) => (JOBS[other].queue === JOBS[name].queue ? [kind] : [])),
    ),
  };
}

/** Which places of a process are open when so many jobs of each run in it and nobody else is looking. */
function openFor(running: Record<Lane, number>): boolean[] {
  const full = fullLanes(running, 0);
  return LANES.map((lane) => !full.includes(lane));
}

export function createVirtualQueue(options: VirtualQueueOptions) {
  const { shops, kinds, workers, begin, end, lookMs } = options;
  const about = describe(kinds);
  const [K, L] = [kinds.length, about.lanes];
  const state = new Uint8Array(shops * K);
  const runAt = new Float64Array(shops * K);
  const firstAsked = new Float64Array(shops * K);
  const work = new Float64Array(shops * K);
  const busy = new Uint8Array(shops * L);
  const freedAt = new Float64Array(shops * L);
  /** How many jobs wait and run in each lane, and the lanes the queue remembers. */
  const inLane = new Uint8Array(shops * L);
  const isRemembered = new Uint8Array(shops * L);
  let remembered: number[] = [];
  /** For each place (swift, slow) and priority the jobs that are due, by when they were. */
  const due = LANES.map(() => PRIORITIES.map(() => createEventHeap()));
  /** How many these are, for each place. */
  const dueIn = LANES.map(() => 0);
  /** Jobs that end, and jobs that come due: the latter below zero. */
  const coming = createEventHeap();
  /** Jobs of each place that run in each process. */
  const running: Record<Lane, number>[] = Array.from({ length: workers }, () => ({ swift: 0, slow: 0 }));
  /** For each process, whom it may give a place: what `fullLanes` says as things stand in it. */
  const openIn = running.map((jobs) => openFor(jobs));
  let turn = 0;
  const runsIn = new Int32Array(shops * K);
  let now = 0;
  let headFree = 0;
  let stopped = false;
  const counts = { asked: 0, merged: 0, begun: 0, ended: 0, looks: 0, lookingMs: 0 };

  const makeDue = (job: number, at: number) => {
    state[job] = DUE;
    runAt[job] = at;
    const kind = job % K;
    dueIn[about.place[kind]!]!++;
    due[about.place[kind]!]![about.priority[kind]!]!.push(at, job);
  };

  /** As `queueJob`: what waits already merges, and is due now, or when it was going to be. @returns whether it did. */
  const ask = (shop: number, kind: number, { inMs = 0, work: more = 0 } = {}): boolean => {
    const job = shop * K + kind;
    const lane = shop * L + about.laneOf[kind]!;
    counts.asked++;
    if (isRemembered[lane] === 0) {
      isRemembered[lane] = 1;
      remembered.push(lane);
    }
    if (state[job] === IDLE || state[job] === RUNNING) inLane[lane]!++;
    work[job] = about.addsUp[kind] ? work[job]! + more : Math.max(work[job]!, more);
    switch (state[job]) {
      case IDLE:
        firstAsked[job] = now + inMs;
        if (inMs === 0) makeDue(job, now);
        else {
          state[job] = LATER;
          runAt[job] = now + inMs;
          coming.push(now + inMs, -1 - job);
        }
        return false;
      case LATER:
        counts.merged++;
        if (inMs === 0) {
          firstAsked[job] = now;
          makeDue(job, now);
        }
        return true;
      case DUE:
      case BEHIND:
        counts.merged++; // It keeps its place in the line.
        return true;
      case RUNNING:
        firstAsked[job] = now + inMs;
        state[job] = AGAIN;
        runAt[job] = now + inMs;
        return false;
      default:
        counts.merged++;
        if (inMs === 0) runAt[job] = Math.min(runAt[job]!, now);
        return true;
    }
  };

  /** The job that a worker finds which has such places open, in the order of the queue; -1 when there is none. */
  const find = (isOpen: readonly boolean[]): number => {
    for (let priority = 0; priority < PRIORITIES.length; priority++)
      for (;;) {
        let best: EventHeap | undefined;
        for (let place = 0; place < LANES.length; place++) {
          const heap = due[place]![priority]!;
          if (isOpen[place] && heap.size > 0 && (!best || heap.next() < best.next())) best = heap;
        }
        if (!best) break;
        const job = best.pop();
        dueIn[about.place[job % K]!]!--;
        if (busy[Math.floor(job / K) * L + about.laneOf[job % K]!] === 0) return job;
        state[job] = BEHIND;
      }
    return -1;
  };

  const start = (job: number, process: number) => {
    const [kind, shop] = [job % K, Math.floor(job / K)];
    const lane = shop * L + about.laneOf[kind]!;
    busy[lane] = 1;
    state[job] = RUNNING;
    runsIn[job] = process;
    running[process]![LANES[about.place[kind]!]!]++;
    openIn[process] = openFor(running[process]!);
    counts.begun++;
    const waitedMs = headFree - firstAsked[job]!;
    const lagMs = headFree - Math.max(firstAsked[job]!, freedAt[lane]!);
    const asked = work[job]!;
    work[job] = 0;
    coming.push(headFree + begin({ kind, shop, now: headFree, waitedMs, lagMs, work: asked }), job);
  };

  const finish = (job: number) => {
    const [kind, shop] = [job % K, Math.floor(job / K)];
    const lane = shop * L + about.laneOf[kind]!;
    busy[lane] = 0;
    freedAt[lane] = now;
    const process = runsIn[job]!;
    running[process]![LANES[about.place[kind]!]!]--;
    openIn[process] = openFor(running[process]!);
    counts.ended++;
    const again = state[job] === AGAIN;
    state[job] = IDLE;
    if (again && runAt[job]! > now) {
      state[job] = LATER;
      coming.push(runAt[job]!, -1 - job);
    } else if (again) makeDue(job, runAt[job]!);
    inLane[lane]!--;
    for (const other of about.inSameLane[kind]!) {
      const waiting = shop * K + other;
      if (state[waiting] === BEHIND) makeDue(waiting, runAt[waiting]!);
    }
    end?.({ kind, shop, now });
  };

  /** Workers with a free place look, one after the other: a look hides all other jobs for its moment (decision 21). */
  const lookOn = () => {
    while (!stopped && headFree <= now) {
      let found = -1;
      for (let tried = 0; found < 0 && tried < workers; tried++) {
        turn = (turn + 1) % workers;
        const isOpen = openIn[turn]!;
        if (isOpen.some((open, place) => open && dueIn[place]! > 0)) found = find(isOpen);
      }
      if (found < 0) return;
      const ms = lookMs(remembered.length);
      headFree = now + ms;
      counts.looks++;
      counts.lookingMs += ms;
      start(found, turn);
    }
  };

  return {
    counts,
    ask,
    /** Lets everything happen until then. */
    run(until: number) {
      for (;;) {
        lookOn();
        const next = Math.min(
          coming.next(),
          headFree > now && dueIn.some((jobs) => jobs > 0) ? headFree : Infinity,
        );
        if (next > until) break;
        now = next;
        if (coming.next() > now) continue;
        const event = coming.pop();
        if (event >= 0) {
          finish(event);
          continue;
        }
        const job = -1 - event;
        if (state[job] === LATER && runAt[job] === now) makeDue(job, now);
      }
      now = until;
    },
    /** No worker takes anything more, until `resume`. What runs comes to its end. */
    stop: () => void (stopped = true),
    resume: () => void (stopped = false),
    /** As `forgetLanes` does: those in which nothing waits or runs. */
    forgetLanes() {
      remembered = remembered.filter((lane) => {
        if (inLane[lane]! > 0) return true;
        isRemembered[lane] = 0;
        return false;
      });
    },
    lanes: () => remembered.length,
    /** Jobs that wait, and jobs that run. */
    standing() {
      const of = (...states: number[]) => state.reduce((sum, one) => sum + Number(states.includes(one)), 0);
      return { waiting: of(LATER, DUE, BEHIND, AGAIN), running: of(RUNNING, AGAIN) };
    },
  };
}
