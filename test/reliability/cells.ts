import { expect } from "vitest";
import { receive } from "../support/stock.ts";
import { readShop, SHOP, type World } from "../support/world.ts";
import { answersTo, expectedOutcomes } from "./table.ts";

/** Nothing is ever wrong with this SKU. */
export const GOOD = "GOOD";

/** Which requests a fault hits. */
export interface Target {
  path?: string;
  method?: string;
  operation?: string;
  body?: string;
}

/** One call that the app makes about many records at once, each of which gets another answer. */
export interface Trial {
  call: string;
  system: "warehouse" | "shop";
  /** The record whose call gets this answer. */
  recordOf(answer: string): string;
  targetOf(record: string): Target;
  /** Makes the app call; what follows happens when the world settles. */
  trigger(): Promise<void>;
  outcomeOf(record: string): Promise<string>;
  /** Left out: an event of a good record goes through the queue. */
  expectOther?(): Promise<void>;
}

/**
 * Lets each record's call get its own answer, while an event of another record waits. Holds what becomes of the records to the
 * table, and the rest to go on.
 */
export async function tryAnswers(world: World, trial: Trial): Promise<void> {
  const { call, system } = trial;
  for (const [answer, { fault }] of Object.entries(answersTo(call)))
    await switchOn(world, { system, fault: { ...trial.targetOf(trial.recordOf(answer)), ...fault } });
  await trial.trigger();
  await (trial.expectOther?.() ?? expectOtherWork(world));
  const became: Record<string, string> = {};
  for (const answer of Object.keys(answersTo(call)))
    became[answer] = await trial.outcomeOf(trial.recordOf(answer));
  await world.clearFaults();
  expect.soft(became, call).toEqual(expectedOutcomes(call));
}

export function switchOn(
  world: World,
  { system, fault }: { system: Trial["system"]; fault: Target & object },
) {
  if (system === "warehouse") return world.atWarehouse("faults", { path: "/fulfilment/", ...fault });
  return world.atShop("faults", { path: "/graphql.json", ...fault });
}

/** An event of a record with which nothing is wrong is processed, and the store shows what it led to. */
async function expectOtherWork(world: World): Promise<void> {
  const before = (await readShop(world)).onHand(GOOD) ?? 0;
  await receive(world, [{ sku: GOOD, quantity: 1 }]);
  await world.settle();
  expect((await readShop(world)).onHand(GOOD), "the quantity of a good record").toBe(before + 1);
}

/** What has become of the event that names a record. */
export async function outcomeOfEvent(world: World, identifier: string): Promise<string> {
  const { db } = world.services;
  const event = await db.hint.findFirst({ where: { shop: SHOP, identifier }, orderBy: { id: "desc" } });
  if (!event) return "no event";
  const problem = await db.problem.count({ where: { shop: SHOP, subject: identifier } });
  if (event.quarantinedAt) return problem > 0 ? "quarantined" : "quarantined without a problem";
  if (event.followedAt) return problem > 0 ? "refused" : "processed";
  return event.retryAt ? "retried" : "waiting";
}
