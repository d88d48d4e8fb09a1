import { inspect } from "node:util";
import { expect } from "vitest";
import { isStopping, type ProblemKind } from "../../app/domain/problems/problem-kinds.ts";
import { FulfilmentError } from "../../app/fulfilment/errors.ts";
import type { JobName } from "../../app/jobs/catalog.ts";
import { runJob } from "../../app/jobs/handlers.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { receive } from "../support/stock.ts";
import { readShop, SHOP, type World } from "../support/world.ts";
import pLimit from "p-limit";
import { GOOD, switchOn, tryAnswers, type Target } from "./cells.ts";
import { answersTo, expectedOutcomes } from "./table.ts";

/*
 * Cells whose call belongs to a job. Each answer has its run: the queue's own repetitions would only take time.
 */

export interface Job {
  name: JobName;
  payload?: object;
}

/** Runs a job as the queue does the first time. @returns what it threw */
export async function run({ services }: World, { name, payload }: Job): Promise<unknown> {
  try {
    await runJob(services, { name, payload: { shop: SHOP, ...payload } });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** What one run of a job about one record led to. */
export async function runForRecord(
  world: World,
  job: Job & { problem: ProblemKind; subject: string },
): Promise<string> {
  const { problem: kind, subject } = job;
  const thrown = await run(world, job);
  if (thrown instanceof FulfilmentError || thrown instanceof ShopifyError)
    return thrown.scope === "record" && !thrown.permanent ? "retried" : `threw ${thrown.message}`;
  if (thrown) return `threw ${inspect(thrown)}`;
  const { count } = await world.services.db.problem.deleteMany({ where: { shop: SHOP, kind, subject } });
  return count > 0 ? "quarantined" : "processed";
}

/** What one run of a job for the whole store led to. */
export async function runForStore(world: World, job: Job): Promise<string> {
  const { db } = world.services;
  const thrown = await run(world, job);
  const problems = await db.problem.findMany({ where: { shop: SHOP } });
  await db.problem.deleteMany({ where: { shop: SHOP } });
  if (problems.some(({ kind }) => isStopping(kind as ProblemKind))) return "outage";
  const isNamed = problems.some(
    ({ kind, subject }) => ["job-failing", "warehouse-forbidden"].includes(kind) && subject === job.name,
  );
  if (thrown instanceof FulfilmentError || thrown instanceof ShopifyError) {
    if (thrown.scope === "system") return "outage";
    return isNamed ? "named" : "repeated";
  }
  if (thrown) return `threw ${inspect(thrown)}`;
  return isNamed ? "ended" : "processed";
}

/** One call that gets one answer after the other. */
export interface Turns {
  call: string;
  system: "warehouse" | "shop";
  target: Target;
  /** Has the app make the call. */
  run(): Promise<string>;
  /** Whether an event of another record is processed while each answer is given. Left out: while the last one is. */
  eachTime?: boolean;
}

/** Lets a call get each answer in turn, and holds what becomes of it to the table, and the rest to go on. */
export async function tryInTurn(world: World, { call, system, target, eachTime, run }: Turns): Promise<void> {
  const became: Record<string, string> = {};
  const answers = Object.entries(answersTo(call));
  for (const [answer, { fault }] of answers) {
    await switchOn(world, { system, fault: { ...target, ...fault } });
    became[answer] = await run();
    if (eachTime || answer === answers.at(-1)![0]) await expectOtherEvent(world);
    await world.clearFaults();
  }
  expect.soft(became, call).toEqual(expectedOutcomes(call));
}

/** One record for each answer to a call. */
export interface Together<Entry> {
  call: string;
  system: "warehouse" | "shop";
  records: readonly Entry[];
  targetOf(record: Entry): Target;
  /** Has the app make the call about one. */
  runOne(record: Entry): Promise<string>;
}

/** Jobs that run side by side, as those of several stores do. */
const CONCURRENCY = 4;

/** Lets the call about each record get its own answer. */
export async function tryTogether<Entry>(
  world: World,
  { call, system, records, targetOf, runOne }: Together<Entry>,
): Promise<void> {
  const answers = Object.keys(answersTo(call));
  const some = records.slice(0, answers.length);
  const outcomes: string[] = [];
  await tryAnswers(world, {
    call,
    system,
    recordOf: (answer) => String(answers.indexOf(answer)),
    targetOf: (index) => targetOf(some[Number(index)]!),
    async trigger() {
      const limit = pLimit(CONCURRENCY);
      await Promise.all(some.map((one, index) => limit(async () => (outcomes[index] = await runOne(one)))));
    },
    expectOther: () => expectOtherEvent(world),
    outcomeOf: async (index) => outcomes[Number(index)] ?? "nothing",
  });
  await forgetJobs(world);
}

/** What the queue would run is run by the tests, one by one. */
export async function forgetJobs(world: World): Promise<void> {
  await world.delivered();
  await world.services.pool.query("DELETE FROM graphile_worker._private_jobs");
}

/** An event of a record with which nothing is wrong is processed by the next run of its job. */
export async function expectOtherEvent(world: World): Promise<void> {
  const before = (await readShop(world)).onHand(GOOD) ?? 0;
  await receive(world, [{ sku: GOOD, quantity: 1 }]);
  await world.delivered();
  expect(await run(world, { name: "follow-stock-hints" }), "a run for other events").toBeUndefined();
  expect((await readShop(world)).onHand(GOOD), "the quantity of a good record").toBe(before + 1);
}
