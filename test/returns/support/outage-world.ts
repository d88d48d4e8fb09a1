import { readAllChanges } from "../../../app/domain/connection/sweep-all-shops.ts";
import { decideWaiting, type Waiting } from "../../../app/domain/returns/decide-waiting.ts";
import { disposedOf } from "../../../app/domain/returns/return-lines.ts";
import { loadReturnSettings } from "../../../app/domain/returns/return-settings.ts";
import { control } from "../../../sandbox/demo/control.ts";
import { inbounds, kept, sendBack, sold } from "../../support/returns.ts";
import type { AtEnd } from "../../support/share.ts";
import { createWorld, SHOP, type World } from "../../support/world.ts";
import { caseOf, OF_FLOOR, type Case } from "./case.ts";

export interface Situation {
  name: string;
  /** Its stage, and the kinds of its needs, when nothing is away. */
  ends: string;
  lines?: Record<string, number> | object[];
  /** Of the order, where that is more than what comes back. */
  ordered?: Record<string, number> | object[];
  /** What the order says about the customer. */
  facts?: object;
  /** Of the return, e.g. its status. */
  more?: object;
  /** When the return is made; `before` unless said. */
  made?: "before Dockline" | "before" | "during";
  /** Right after it is made, before anything is read. */
  first?(of: Case): Promise<unknown>;
  /** While all works. */
  before?(of: Case): Promise<unknown>;
  /** During the outage. */
  during?(of: Case): Promise<unknown>;
}

export type Outage = "none" | "app down" | "warehouse away" | "store away";

/** What has become of a return: all that does not depend on when it was read. */
export interface Outcome {
  status: string;
  stage: string;
  inboundStatus: string | null;
  label: string;
  needs: string[];
  /** Units received in good condition, defective ones, and those disposed of, of each line. */
  lines: number[][];
  /** What the warehouse expects, by SKU; null when it has no inbound. */
  expected: Record<string, number> | null;
}

/** Minutes. */
const THREE_DAYS = 3 * 24 * 60;

const GOODS = ["MUG", "LID"];
/** The warehouse knows neither. */
const UNMAPPED = ["SCARF", "HAT"];

/** Plays all situations in one world, through one outage and the hour after it. */
export async function playOutage(
  { situations, outage }: { situations: readonly Situation[]; outage: Outage },
  atEnd: AtEnd,
): Promise<Map<string, { outcome: Outcome | null; waiting: Waiting | null }>> {
  const world = await createWorld(
    {
      warehouse: Object.fromEntries(GOODS.map((sku) => [sku, 500])),
      variants: [...GOODS, ...UNMAPPED].map((sku) => ({ sku, onHand: 500 })),
    },
    atEnd,
  );
  const cases = new Map<string, Case>();
  const make = async (made: Situation["made"]) => {
    for (const one of situations.filter((it) => (it.made ?? "before") === made)) {
      const order = await sold(world, one.ordered ?? one.lines ?? { MUG: 2 }, one.facts ?? {});
      const returned = await sendBack(world, order, one.lines ?? { MUG: 2 }, one.more);
      const of = caseOf(world, { order, returned });
      cases.set(one.name, of);
      await one.first?.(of);
    }
  };
  const play = async (when: "before" | "during") => {
    for (const one of situations) await one[when]?.(cases.get(one.name)!);
  };
  await world.install();
  await make("before Dockline");
  await world.connect();
  const { connectedAt } = await world.services.db.connection.findFirstOrThrow({ where: { shop: SHOP } });
  // The store's clock does not move: what was there before Dockline has to stay so.
  const pass = async (minutes: number) => {
    await world.pass(minutes);
    await world.services.db.connection.updateMany({ where: { shop: SHOP }, data: { connectedAt } });
  };
  await readChanges(world);
  await make("before");
  await world.settle();
  await play("before");
  await world.settle();

  await begin(world, outage);
  await make("during");
  await play("during");
  if (outage !== "app down") await world.settle();
  await pass(THREE_DAYS);
  if (outage !== "app down") await world.settle();
  await end(world, outage);

  // The schedule's hour.
  await readChanges(world);
  await world.sweep();
  await pass(60);
  await world.sweep();
  return new Map(
    await Promise.all(situations.map(async ({ name }) => [name, await read(cases.get(name)!)] as const)),
  );
}

/** What the schedule does every five minutes. */
async function readChanges(world: World): Promise<void> {
  await readAllChanges(world.services.db);
  await world.settle();
}

async function begin(world: World, outage: Outage): Promise<void> {
  if (outage === "app down" || outage === "warehouse away")
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
  if (outage === "app down" || outage === "store away")
    await world.atShop("webhooks/faults", { kind: "drop" });
  if (outage === "warehouse away")
    await world.atWarehouse("faults", {
      path: `^/fulfilment/(?!.*${OF_FLOOR})`,
      action: { kind: "status", status: 401 },
    });
  if (outage === "store away")
    await world.atShop("faults", { path: "/graphql.json$", action: { kind: "status", status: 402 } });
}

async function end(world: World, outage: Outage): Promise<void> {
  await world.clearFaults();
  await world.delivered();
  await control(world.warehouse.url, { path: "deliveries/faults", method: "DELETE" });
  await control(world.shop.url, { path: "webhooks/faults", method: "DELETE" });
  // Who is down has no jobs either, but those that waited before.
  if (outage === "app down") await world.services.pool.query("DELETE FROM graphile_worker._private_jobs");
}

async function read({ world, returned }: Case) {
  const row = await kept(world, returned);
  if (!row) return { outcome: null, waiting: null };
  const { status, stage, inboundStatus, label, lines, needs } = row;
  const inbound = (await inbounds(world)).find(({ ref }) => ref === row.inboundRef);
  const { announce: sends, restock: restocks } = await loadReturnSettings(world.ctx);
  const outcome: Outcome = {
    ...{ status, stage, inboundStatus, label },
    needs: needs.map(({ kind }) => kind).sort(),
    lines: lines.map((line) => [line.good, line.defective, disposedOf(line)]),
    expected: inbound ? Object.fromEntries(inbound.lines.map(({ sku, quantity }) => [sku, quantity])) : null,
  };
  return { outcome, waiting: decideWaiting(row, { sends, restocks, now: new Date() }) };
}
