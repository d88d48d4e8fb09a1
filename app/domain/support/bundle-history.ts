import type { FoundThings } from "../activity/find-things.ts";
import { LABEL_REASONS } from "../returns/label/label-reasons.ts";
import type { ShopContext } from "../shop-context.ts";
import { code, failureCode, oneOf, safeDetails, thatThereIs } from "./safe-text.ts";

/** Of each kind the latest. */
const LATEST = 300;

const asItIs = (text: string) => text;

/** The latest of what happened, in the shop or to some things. */
export async function bundleHistory(ctx: ShopContext, things?: FoundThings) {
  const [ledger, timeline, activity, hints] = await Promise.all([
    readLedger(ctx, things),
    readTimeline(ctx, things),
    readActivity(ctx, things),
    readHints(ctx, things),
  ]);
  return { ledger, timeline, activity, hints };
}

async function readLedger({ db, shop }: ShopContext, things?: FoundThings) {
  const rows = await db.ledgerEntry.findMany({
    where: {
      shop,
      ...(things &&
        (things.writeKey ? { writeKey: things.writeKey } : { variantId: { in: things.variantIds } })),
    },
    orderBy: [{ intendedAt: "desc" }, { id: "desc" }],
    take: LATEST,
    select: {
      ...{ id: true, variantId: true, inventoryItemId: true, sku: true, figure: true, outcome: true },
      ...{ hintId: true, cause: true, causeOf: true, causedAt: true, reason: true, writeKey: true },
      ...{ warehouseStock: true, warehouseReadAt: true, buffer: true, held: true },
      ...{ shopFigure: true, shopReadAt: true, target: true, intendedAt: true, settledAt: true },
    },
  });
  return rows.map(({ id, hintId, cause, causeOf, reason, ...row }) => ({
    ...{ id: String(id), hintId: hintId && String(hintId), ...row },
    ...{ cause: code(cause), causeOf: code(causeOf), reason: thatThereIs(reason) },
  }));
}

async function readTimeline({ db, shop }: ShopContext, things?: FoundThings) {
  const ofThings = things && { OR: [{ subject: { in: things.subjects } }, { sku: { in: things.skus } }] };
  const rows = await db.timelineEntry.findMany({
    where: { shop, ...ofThings },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: LATEST,
  });
  return rows.map(({ id, about, subject, at, kind, details, outcome, settledAt }) => ({
    ...{ id: String(id), about, subject: code(subject), at, kind: code(kind), outcome, settledAt },
    details: safeDetails(details, {
      ...{ event: code, status: code, needs: code, fields: code, what: code, key: code, sku: asItIs },
      reason: (reason) => oneOf(LABEL_REASONS, reason),
    }),
  }));
}

async function readActivity({ db, shop }: ShopContext, things?: FoundThings) {
  const subjects = things && [...things.variantIds, ...things.skus];
  const rows = await db.activity.findMany({
    where: { shop, ...(subjects && { subject: { in: subjects } }) },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: LATEST,
  });
  return rows.map(({ id, area, kind, details, subject, at }) => ({
    ...{ id: String(id), area, kind: code(kind), subject, at },
    details: safeDetails(details, {
      ...{ action: code, policy: code, problem: code, changed: code, fields: code },
      ...{ of: code, setting: code, from: code, to: code, sku: asItIs, goods: asItIs },
      ...{ key: code, field: code, variantId: code },
    }),
  }));
}

async function readHints({ db, shop }: ShopContext, things?: FoundThings) {
  const rows = await db.hint.findMany({
    where: { shop, ...(things && { identifier: { in: things.identifiers } }) },
    orderBy: { id: "desc" },
    take: LATEST,
  });
  return rows.map(({ id, source, event, type, resource, identifier, receivedAt, followedAt, ...tried }) => ({
    ...{ id: String(id), source, event: code(event), type: code(type), resource: code(resource) },
    ...{ identifier: code(identifier), receivedAt, followedAt },
    tries: tried.tries,
    failure: failureCode(tried.failure),
    retryAt: tried.retryAt,
    quarantinedAt: tried.quarantinedAt,
  }));
}

/** What is wrong now, and what comparing and reading found. */
export async function bundleFindings({ db, shop }: ShopContext) {
  const [problems, comparisons, sweep, reading, tasks] = await Promise.all([
    db.problem.findMany({ where: { shop }, orderBy: { openedAt: "desc" }, take: LATEST }),
    db.stockComparison.findMany({
      where: { shop },
      orderBy: { at: "desc" },
      take: 100,
      select: { at: true, compared: true, differing: true, missedMore: true, missedLess: true },
    }),
    db.stockSweep.findUnique({ where: { shop }, select: { startedAt: true } }),
    db.catalogueImport.findUnique({
      where: { shop },
      select: {
        ...{ stage: true, variants: true, products: true, expected: true, startedAt: true, finishedAt: true },
      },
    }),
    db.task.findMany({
      where: { shop },
      orderBy: { askedAt: "desc" },
      take: 100,
      select: {
        ...{ kind: true, state: true, count: true, percent: true, runs: true, askedAt: true, endedAt: true },
      },
    }),
  ]);
  return {
    problems: problems.map(({ kind, subject, details, openedAt }) => ({
      ...{ kind: code(kind), subject, openedAt },
      details: safeDetails(details, { sku: asItIs, key: code, field: code, variantId: code }),
    })),
    ...{ comparisons, sweepUnderWay: sweep, reading },
    tasks: tasks.map(({ kind, ...task }) => ({ kind: code(kind), ...task })),
  };
}
