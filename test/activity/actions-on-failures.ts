import { RANKS } from "../../app/domain/activity/ranks.ts";
import { jobKey, queueJob } from "../../app/jobs/catalog.ts";
import { asOwner } from "../support/database.ts";
import type { AtEnd } from "../support/share.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";
import type { Act } from "./actions-bench.ts";

const INBOUND = "RET-1";
const TASK = "33333333-3333-4333-8333-333333333333";

/** A connected store, of which nothing has failed yet. */
export async function openForFailures(atEnd: AtEnd): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] }, atEnd);
  await world.connect();
  return world;
}

/** An event comes to be quarantined. @returns its row among the activities */
export async function quarantine({ services: { db } }: World): Promise<string> {
  const now = new Date();
  const event = { shop: SHOP, source: "warehouse", event: "receipt-received", identifier: INBOUND } as const;
  const failed = { receivedAt: now, followedAt: now, quarantinedAt: now, failure: "refused 422", tries: 1 };
  const { id } = await db.hint.create({ data: { ...event, ...failed } });
  return `${RANKS.hint}:${id}`;
}

/** A job comes to have used up its tries. */
export async function failJob({ services: { db, pool } }: World, returnId: string): Promise<void> {
  const job = { name: "follow-return", shop: SHOP, returnId } as const;
  await queueJob(db, job);
  const where = `key = '${jobKey(job)}'`;
  await asOwner(pool, `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE ${where}`);
}

async function openProblem({ services: { db } }: World): Promise<void> {
  const problem = { shop: SHOP, kind: "inbound-unreadable", subject: INBOUND };
  await db.problem.create({ data: { ...problem, details: {}, openedAt: new Date() } });
}

/** A task of the merchant's comes to be under way, or over. */
async function startTask({ services: { db } }: World, state: "running" | "done"): Promise<void> {
  await db.task.deleteMany({ where: { shop: SHOP, id: TASK } });
  const task = { shop: SHOP, id: TASK, kind: "words", input: {}, count: 1, askedAt: new Date(), state };
  await db.task.create({ data: { ...task, ...(state === "done" && { endedAt: new Date() }) } });
}

const view = { list: "returns", name: "Late" };

export const ON_FAILURES_AND_VIEWS: Act[] = [
  {
    ...{ route: "app.activity", intent: "retry", noted: "events-retried" },
    async send(world) {
      return { post: { intent: "retry", id: await quarantine(world) } };
    },
  },
  {
    ...{ route: "app.activity_.support", intent: "retry", noted: "jobs-retried" },
    async send(world) {
      await world.settle();
      await failJob(world, "gid://shopify/Return/1");
      return { post: { intent: "retry" } };
    },
  },
  {
    ...{ route: "app.problems", intent: "retry", noted: "problem-retried" },
    async send(world) {
      await openProblem(world);
      return { post: { intent: "retry", kind: "inbound-unreadable", subject: INBOUND } };
    },
  },
  {
    ...{ route: "app.problems", intent: "try-again", noted: "all-retried" },
    send: () => ({ post: { intent: "try-again" } }),
  },
  {
    ...{ route: "app.work", intent: "cancel task", noted: "work-canceled" },
    async send(world) {
      await startTask(world, "running");
      return { post: { intent: "cancel", work: "task", taskId: TASK } };
    },
  },
  {
    ...{ route: "app.work", intent: "put-away task", noted: "work-dismissed" },
    async send(world) {
      await startTask(world, "done");
      return { post: { intent: "put-away", work: "task", taskId: TASK } };
    },
  },
  {
    ...{ route: "app.views", intent: "save", noted: "view-saved" },
    send: () => ({ post: { intent: "save", ...view, tab: null, search: "late" } }),
  },
  {
    ...{ route: "app.views", intent: "rename", noted: "view-renamed" },
    send: () => ({ post: { intent: "rename", ...view, to: "Overdue" } }),
  },
  {
    ...{ route: "app.views", intent: "delete", noted: "view-deleted" },
    send: () => ({ post: { intent: "delete", list: "returns", name: "Overdue" } }),
  },
];
