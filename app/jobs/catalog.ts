import { Prisma } from "@prisma/client";
import { z } from "zod";
import type { Db, Tx } from "../db.server.ts";
import { RETURN_TRIGGERS } from "../domain/flow/flow-triggers.ts";
import type { InboundRef } from "../domain/ids.ts";
import { PROBLEM_KINDS } from "../domain/problems/problem-kinds.ts";

/** Payloads carry ids, never state: a job reads both worlds as they are when it runs. */
const ofShop = z.object({ shop: z.string().min(1) });
const ofReturn = ofShop.extend({ returnId: z.string().min(1) });
const ofPurchase = ofShop.extend({
  ref: z.custom<InboundRef>((ref) => typeof ref === "string" && ref !== ""),
});
const ofMoment = ofReturn.extend({ trigger: z.enum(RETURN_TRIGGERS) });
const ofProblem = ofShop.extend({ kind: z.enum(PROBLEM_KINDS) });
const ofTask = ofShop.extend({ taskId: z.uuid() });
/** The minute of a round (`schedule.ts`), as the queue writes it. Without one it is every shop's turn. */
const ofRound = z.object({ _cron: z.object({ ts: z.coerce.date() }).optional() });

interface JobKind {
  schema: z.ZodType<object>;
  /**
   * Jobs in one queue run one after the other. Everything that writes a shop's stock shares one, so that no two
   * runs write over each other; shops have queues of their own, so that none waits for another.
   */
  queue: "stock" | "catalog" | "sweep" | "returns" | "purchases" | "tasks" | "flow" | null;
  /** Smaller runs first. What a person or an event waits for goes before what merely has to happen. */
  priority: number;
  /** How often it is tried, where that is not as often as usual: 1 for what must not happen twice. */
  tries?: number;
}

/** Every kind of job there is. A second request for a job that has not started yet merges with the first. */
export const JOBS = {
  /** Reads the stock that waiting hints point at, in both worlds, and mends the difference. */
  "follow-stock-hints": { schema: ofShop, queue: "stock", priority: 0 },
  /** Reads the products, or the installation, that the shop's waiting hints point at. */
  "follow-shop-hints": { schema: ofShop, queue: "catalog", priority: 1 },
  /** Asks the warehouse for every event kind not yet asked for. */
  "subscribe-to-events": { schema: ofShop, queue: "catalog", priority: 1 },
  /** Reads both catalogues whole and matches them, in as many runs as Shopify's gathering takes. */
  "import-catalogue": { schema: ofShop, queue: "catalog", priority: 2 },
  /** Compares all mapped stock, with no hint needed. */
  "compare-stock": { schema: ofShop, queue: "stock", priority: 5 },
  /** Gathers both worlds' figures of a large shop and finds what differs. */
  "sweep-stock": { schema: ofShop, queue: "sweep", priority: 5 },
  /** Reads SKUs that the warehouse's list did not show, some at a time. */
  "read-unlisted": { schema: ofShop, queue: "stock", priority: 5 },
  /** Writes what a sweep found to differ. */
  "write-stock": { schema: ofShop, queue: "stock", priority: 5 },
  /** Sets the store's quantities at a previous location to 0, or puts them back, some at a time. */
  "set-previous-quantities": { schema: ofShop, queue: "stock", priority: 5 },
  /** Looks again at what was held back because it may have been sold, once that has settled. */
  "settle-stock": { schema: ofShop, queue: "stock", priority: 3 },
  /** Looks at what changed among the inbounds since the last good reading. */
  "read-changed-inbounds": { schema: ofShop, queue: "stock", priority: 4 },
  /** Has stock compared when a sale begins and when it ends. */
  "turn-sale": { schema: ofShop, queue: "stock", priority: 1 },
  /** Reads one return and its inbound, and does what is to be done about them; stock is not touched. */
  "follow-return": { schema: ofReturn, queue: "returns", priority: 1 },
  /** Disposes of what was received of one return and raises the shop's stock by it, hence not in the lane of returns. */
  "dispose-return": { schema: ofReturn, queue: "stock", priority: 2 },
  /** Goes through the store's open returns for those that are unknown, or otherwise than they are known. */
  "find-returns": { schema: ofShop, queue: "returns", priority: 4 },
  /** Reads the returns whose check is due, those read longest ago first. */
  "check-returns": { schema: ofShop, queue: "returns", priority: 4 },
  /** Reads one purchase at the warehouse, and has it announced, changed or deleted there. A person watches it. */
  "follow-purchase": { schema: ofPurchase, queue: "purchases", priority: 1 },
  /** Has those purchases followed of which something is still to be read or written. */
  "revisit-purchases": { schema: ofShop, queue: "purchases", priority: 2 },
  /** Creates the products that wait to be created at the warehouse. A person watches it. */
  "push-products": { schema: ofShop, queue: "catalog", priority: 2 },
  /** Sends the warehouse what the merchant wants updated there, and what was changed in the store of products the app created. */
  "push-edits": { schema: ofShop, queue: "catalog", priority: 4 },
  /** Does what the merchant asked for and no page can wait for. A person watches it. */
  "run-task": { schema: ofTask, queue: "tasks", priority: 1 },
  /** Starts the merchant's workflows in Shopify Flow, which cannot tell a repetition. Nothing waits for them. */
  "tell-flow-of-return": { schema: ofMoment, queue: "flow", priority: 3, tries: 1 },
  "tell-flow-of-problem": { schema: ofProblem, queue: "flow", priority: 3, tries: 1 },
  /** Asks Shopify whether the shop has a plan, where one is needed. */
  "look-at-plan": { schema: ofShop, queue: "catalog", priority: 3 },
  /** Renews the access to a shop that nobody has asked anything for weeks. */
  "keep-access": { schema: ofShop, queue: "catalog", priority: 9 },
  /** Deletes everything kept about the shop, if it has left. */
  "delete-shop-data": { schema: ofShop, queue: "stock", priority: 9 },
  /** Asks for what every connected shop needs without any hint, of those whose turn it is. Scheduled. */
  "sweep-all-shops": { schema: ofRound, queue: null, priority: 5 },
  /** Asks for the changed inbounds of those whose turn it is. Scheduled. */
  "read-all-changes": { schema: ofRound, queue: null, priority: 5 },
  /** Asks for the renewal of the access to quiet shops. Scheduled. */
  "keep-all-access": { schema: z.object({}), queue: null, priority: 9 },
  /** Forgets what has been kept long enough. Scheduled. */
  "forget-the-old": { schema: z.object({}), queue: null, priority: 9 },
  /** Asks for a fresh reading of the catalogues of those whose turn it is. Scheduled. */
  "import-all-catalogues": { schema: ofRound, queue: null, priority: 5 },
  /** Forgets the names of lanes in which nothing waits. Scheduled. */
  "forget-lanes": { schema: z.object({}), queue: null, priority: 9 },
} as const satisfies Record<string, JobKind>;

/** Under which key the queue knows a job: asked for again while it waits, it is the same. */
export function jobKey({ name, ...payload }: Asked): string {
  return [name, ...Object.values(payload)].join(":");
}

/** What an event waits for, and what takes its time. */
export type Lane = "swift" | "slow";

/** Whose places a job takes while it runs. */
export function laneOf(name: ShopJobName): Lane {
  const { queue }: JobKind = JOBS[name];
  return queue === "stock" || queue === "returns" ? "swift" : "slow";
}

export type JobName = keyof typeof JOBS;
export type JobPayload<Name extends JobName> = z.infer<(typeof JOBS)[Name]["schema"]>;
/** Jobs in a shop's world, be they about the shop or about one thing in it. */
export type ShopJobName = {
  [Name in JobName]: JobPayload<Name> extends { shop: string } ? Name : never;
}[JobName];

/** A job as it is asked for. */
export type Asked = { [Name in ShopJobName]: { name: Name } & JobPayload<Name> }[ShopJobName];

/**
 * The `SELECT` that queues a job, to stand at the end of the statement of the row that caused it.
 * If the same job waits already, they merge and it runs now, keeping its place in the line, or, with `inMs`, when it was
 * going to: what is asked for again and again is not put off again and again. If it is running, it runs once more afterwards.
 */
export function queueing(asked: Asked, inMs = 0, priority: number = JOBS[asked.name].priority): Prisma.Sql {
  const spec = JSON.stringify([{ ...specOf(asked), inMs, priority }]);
  return Prisma.sql`SELECT queue_jobs(${spec}::json, ${inMs !== 0}::boolean)`;
}

/** Whether this is the name of a job about a store and nothing in it. */
export function isShopJobName(name: string): name is WholeShopJobName {
  const job = Object.hasOwn(JOBS, name) ? (JOBS[name as JobName] as JobKind) : undefined;
  return job !== undefined && job.schema === ofShop;
}

/** As `queueing`, of several jobs at once, each of them once. */
export function queueingAll(asked: readonly Asked[]): Prisma.Sql {
  const byKey = new Map(asked.map((one) => [jobKey(one), { ...specOf(one), inMs: 0 }]));
  return Prisma.sql`SELECT queue_jobs(${JSON.stringify([...byKey.values()])}::json, false)`;
}

/** A job as `queue_jobs` takes it, a function of ours in the database. */
function specOf(asked: Asked) {
  const { name, ...payload } = asked;
  const { queue, tries, priority }: JobKind = JOBS[name];
  return {
    name,
    payload,
    priority,
    lane: laneOf(name),
    tries: tries ?? null,
    queue: `${queue}:${payload.shop}`,
    key: jobKey(asked),
  };
}

/**
 * Queues a job (`queueing`) in the transaction of the row that caused it, so that neither is there without the other.
 * With `inMs` it waits so many milliseconds; the same job asked for meanwhile without runs at once instead. `priority`
 * stands in for the job's own; asked for again, it is the last one's.
 */
export async function queueJob(
  tx: Tx,
  { inMs, priority, ...asked }: Asked & { inMs?: number; priority?: number },
): Promise<void> {
  await tx.$executeRaw(queueing(asked, inMs, priority));
}

/** Jobs that are about a shop and nothing in it. */
export type WholeShopJobName = {
  [Name in ShopJobName]: { shop: string } extends JobPayload<Name> ? Name : never;
}[ShopJobName];

/** The second key of the lock under which jobs of many shops are queued; the first is this project's for its queue. */
const MANY_LOCK = [0x57_4b_52, 1] as const;

/**
 * Queues the same job for each of these shops, each as `queueJob` does, in one statement. One caller at a time: two that
 * named the same lanes in another order would wait for each other.
 */
export async function queueForAll(
  db: Db,
  { name, shops }: { name: WholeShopJobName; shops: readonly string[] },
): Promise<void> {
  if (shops.length === 0) return;
  const asked = shops.map((shop) => ({ name, shop }));
  await db.$transaction([
    db.$executeRaw`SELECT pg_advisory_xact_lock(${MANY_LOCK[0]}::int, ${MANY_LOCK[1]}::int)`,
    db.$executeRaw(queueingAll(asked)),
  ]);
}

/** Calls off a job that waits, or waits to be tried again. One that is running comes to its end, and is not tried again. */
export async function unqueueJob(tx: Tx, asked: Asked): Promise<void> {
  await tx.$executeRaw`SELECT graphile_worker.remove_job(${jobKey(asked)}::text)`;
}

/** The lanes in which a shop's jobs run. */
export function queuesOf(shop: string): string[] {
  return [...new Set(Object.values(JOBS).flatMap(({ queue }) => (queue ? [`${queue}:${shop}`] : [])))];
}

/** The statement that takes away whatever waits for a shop, failed or not. What is running comes to its end. */
export function unqueueingShop(shop: string): Prisma.Sql {
  return Prisma.sql`
    SELECT graphile_worker.remove_job("key") FROM graphile_worker.jobs
    WHERE "queue_name" = ANY(${queuesOf(shop)}::text[]) AND "locked_at" IS NULL AND "key" IS NOT NULL`;
}

/**
 * Queues jobs for a regular round. One that waits already is left as it is: asked for again, it would begin to count its tries
 * from the start, and a record that always fails would never come to its last one.
 */
export async function queueUnlessQueued(
  tx: Tx,
  asked: readonly Parameters<typeof queueJob>[1][],
): Promise<void> {
  const jobs = asked.map(({ inMs, priority, ...job }) => ({ key: jobKey(job), inMs, priority, job }));
  const found = await tx.$queryRaw<{ key: string }[]>`
    SELECT "key" FROM graphile_worker.jobs WHERE "key" = ANY(${jobs.map(({ key }) => key)}::text[]) AND "attempts" < "max_attempts"`;
  const queued = new Set(found.map(({ key }) => key));
  for (const { key, inMs, priority, job } of jobs)
    if (!queued.has(key)) await tx.$executeRaw(queueing(job, inMs, priority));
}

/** Whether a job waits or is running. */
export async function isQueued(tx: Tx, asked: Asked): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker.jobs WHERE "key" = ${jobKey(asked)} AND "attempts" < "max_attempts"`;
  return found.length > 0;
}
