import { setTimeout as sleep } from "node:timers/promises";
import { median, type Figure } from "./figure.ts";
import { openEventSender } from "./send-event.ts";
import { openStockWorld, type StockWorld } from "./stock-world.ts";

const MB = 1024 * 1024;
const SKUS = 1_000;
/** Inbounds that events are about, in turn. */
const INBOUNDS = 200;
/** A busy warehouse's evenings: twice what one web process lets in from one address. */
const PER_SECOND = 1_000;
/** Events are sent in shares of a second this long, in milliseconds. */
const SHARE_MS = 50;
/** Goods move this often, so that there is always something to write; in events. */
const MOVES_EVERY = 500;
const MOST_GROWTH = 1.05;

/**
 * What the web process and the worker hold in memory while events come in, are followed and written, sampled all the time:
 * the median of the second half against that of the first. As many events come before and are not counted: code is
 * compiled, caches fill, and what is no longer needed stays until all of the memory is cleared up for the first time.
 */
export async function memory({ quick }: { quick: boolean }): Promise<Figure[]> {
  const events = quick ? 10_000 : 100_000;
  const world = await openStockWorld({ skus: SKUS });
  try {
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    // Begun anew, so that what the set-up took is not in it.
    await world.stopWorker();
    await world.startWorker();
    await world.settled();
    const samples = await sampleWhileSending(world, 2 * events);
    return (["web", "worker"] as const).map((role) => {
      const counted = samples.filter(({ sent }) => sent > events);
      const isFirst = ({ sent }: Sample) => sent <= 1.5 * events;
      const of = (some: Sample[]) => median(some.map((sample) => sample[role]));
      const [first, second] = [of(counted.filter(isFirst)), of(counted.filter((one) => !isFirst(one)))];
      const growth = second / first;
      return {
        name: `memory: ${role} after ${events} events, over as many, second half`,
        measured: `${(second / MB).toFixed(0)} MB`,
        floor: `first half: ${(first / MB).toFixed(0)} MB`,
        ...{ ratio: growth, goal: `≤ ${MOST_GROWTH}`, met: growth <= MOST_GROWTH },
      };
    });
  } finally {
    await world.stop();
  }
}

interface Sample {
  /** Events that had been accepted. */
  sent: number;
  /** Bytes. */
  web: number;
  worker: number;
}

async function sampleWhileSending(world: StockWorld, events: number): Promise<Sample[]> {
  const { variants, atWarehouse } = world;
  const send = await openEventSender(world);
  const receive = async (index: number) => {
    const lines = [{ sku: variants[index % SKUS]!.sku, quantity: 1 }];
    return (await atWarehouse<{ inbound: { ref: string } }>("receive", { lines })).inbound.ref;
  };
  const inbounds: string[] = [];
  for (let index = 0; index < INBOUNDS; index++) inbounds.push(await receive(index));
  const samples: Sample[] = [];
  const share = (PER_SECOND * SHARE_MS) / 1000;
  for (let sent = 0; sent < events;) {
    const next = sleep(SHARE_MS);
    if (sent % MOVES_EVERY === 0)
      inbounds[(sent / MOVES_EVERY) % INBOUNDS] = await receive(sent / MOVES_EVERY);
    await Promise.all(
      Array.from({ length: share }, (_, index) =>
        send("receipt-received", {
          ...{ type: "received", resource: "inbound" },
          identifier: inbounds[(sent + index) % INBOUNDS]!,
        }),
      ),
    );
    sent += share;
    samples.push({ sent, ...world.memory() });
    await next;
  }
  return samples;
}
