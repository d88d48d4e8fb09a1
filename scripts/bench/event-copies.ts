import { readFileSync } from "node:fs";
import type { Figure } from "./figure.ts";
import { openEventSender } from "./send-event.ts";
import { openStockWorld, type StockWorld } from "./stock-world.ts";

/** Copies of each event after a year of monthly access tokens: the first token and twelve more have registered. */
const COPIES = 13;
/** What all copies of an event may cost together, as a multiple of what the event alone costs. */
const GOAL_RATIO = 3;
/** SKUs that receive units in turn. */
const TOUCHED = 8;
/** Rounds that are not counted. */
const WARMING_UP = 3;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** What a receipt cost: calls to both systems, and processor time of the app's processes in milliseconds. */
interface Cost {
  calls: number;
  processorMs: number;
}

type Send = () => Promise<void>;

/** How the copies of an event come: all at the same time, or each as soon as the one before is answered. */
const WAYS: Record<string, (send: Send) => Promise<void>> = {
  alone: (send) => send(),
  together: async (send) => void (await Promise.all(Array.from({ length: COPIES }, send))),
  "one after another": async (send) => {
    for (let copy = 0; copy < COPIES; copy++) await send();
  },
};

/**
 * What it costs the app's processes, without PostgreSQL's, when the warehouse sends each event several times within a moment. The
 * floor is the event that comes once, in turns with the others.
 */
export async function eventCopies({ quick }: { quick: boolean }): Promise<Figure[]> {
  const skus = quick ? 1_000 : 10_000;
  const rounds = quick ? 9 : 90;
  const world = await openStockWorld({ skus });
  try {
    // Only the copies that the bench sends.
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    const cost = await openReceipts(world);
    const costs: Record<string, Cost[]> = {};
    const ways = Object.entries(WAYS);
    for (let round = -WARMING_UP; round < rounds; round++) {
      const sku = world.variants[(round + WARMING_UP) % TOUCHED]!.sku;
      // Each way is first, second and third as often as the others.
      const turn = (round + WARMING_UP) % ways.length;
      for (const [way, sendAll] of [...ways.slice(turn), ...ways.slice(0, turn)]) {
        const spent = await cost(sku, sendAll);
        if (round >= 0) (costs[way] ??= []).push(spent);
      }
    }
    const { alone = [], ...copied } = costs;
    return Object.entries(copied).map(([way, ofWay]) =>
      judge(way, { cost: mean(ofWay), floor: mean(alone) }),
    );
  } finally {
    await world.stop();
  }
}

/** @returns what receives one unit of a SKU, has its event sent and measures until all of it is processed */
async function openReceipts(
  world: StockWorld,
): Promise<(sku: string, sendAll: (send: Send) => Promise<void>) => Promise<Cost>> {
  const send = await openEventSender(world);
  const inboundRefs = new Map<string, string>();
  return async (sku, sendAll) => {
    const { inbound } = await world.atWarehouse<{ inbound: { ref: string } }>("receive", {
      inboundRef: inboundRefs.get(sku),
      lines: [{ sku, quantity: 1 }],
    });
    inboundRefs.set(sku, inbound.ref);
    await world.takeCalls();
    const before = processorMs(world);
    const said = { type: "received", resource: "inbound", identifier: inbound.ref };
    await sendAll(() => send("receipt-received", said));
    await world.settled();
    const took = processorMs(world) - before;
    const { shop, warehouse } = await world.takeCalls();
    const calls = [...Object.values(shop), ...Object.values(warehouse)].reduce(
      (sum, count) => sum + count,
      0,
    );
    return { calls, processorMs: took };
  };
}

function judge(way: string, { cost, floor }: { cost: Cost; floor: Cost }): Figure {
  const ratio = cost.processorMs / floor.processorMs;
  const shown = ({ calls, processorMs: ms }: Cost) => `${ms.toFixed(0)} ms, ${calls.toFixed(1)} calls`;
  return {
    name: `event-copies: processor time of web and worker, ${COPIES} copies, ${way}`,
    ...{ measured: shown(cost), floor: `once: ${shown(floor)}`, ratio },
    ...{ goal: `≤ ${GOAL_RATIO}`, met: ratio <= GOAL_RATIO },
  };
}

/** The mean, not the median: a single round is no more than a few ticks. */
function mean(costs: readonly Cost[]): Cost {
  const of = (name: keyof Cost) => costs.reduce((sum, cost) => sum + cost[name], 0) / costs.length;
  return { calls: of("calls"), processorMs: of("processorMs") };
}

/** Processor time that the app's web process and its worker have taken so far, in milliseconds. */
function processorMs({ pids }: StockWorld): number {
  return Object.values(pids()).reduce((sum, pid) => {
    // After the program's name: the 12th and 13th figure are ticks in the program and in the system for it.
    const figures = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return sum + (Number(figures[11]) + Number(figures[12])) * TICK_MS;
  }, 0);
}
