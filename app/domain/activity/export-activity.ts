import type { Readable } from "node:stream";
import { writeCsv } from "../csv/write-csv.ts";
import type { ShopContext } from "../shop-context.ts";
import { allActivity, type ActivityFilter, type ActivityRow } from "./list-activity.ts";
import type { Thing } from "./name-things.ts";
import type { Told } from "./read-found.ts";

/** The columns of the file, as they are headed. All times are UTC. */
const HEADINGS = {
  at: "Time",
  area: "Kind",
  what: "What",
  about: "About",
  id: "About (id)",
  staffId: "Staff member",
  from: "From",
  to: "To",
  outcome: "Outcome",
  settledAt: "Outcome known",
  cause: "Cause",
  causeOf: "Cause names",
  reason: "Reason",
  details: "Details",
} as const;

type Line = Record<keyof typeof HEADINGS, string | number | null>;

/** Rows read at once: few round trips, little memory. */
const AT_ONCE = 1_000;
/** A spreadsheet takes few more. */
const MOST_LINES = 1_000_000;

/**
 * The activities that are asked for as a file, the newest first, written as they are read. A file that would be longer
 * than a spreadsheet takes ends with a line that says so.
 */
export function exportActivity(ctx: ShopContext, asked: ActivityFilter): Readable {
  return writeCsv(HEADINGS, lines(ctx, asked));
}

async function* lines(ctx: ShopContext, asked: ActivityFilter): AsyncGenerator<Line> {
  let left = MOST_LINES;
  for await (const row of allActivity(ctx, asked, { atOnce: AT_ONCE })) {
    if (left-- === 0) {
      yield { ...EMPTY, what: "There is more. Ask for fewer days at once." };
      return;
    }
    yield lineOf(row);
  }
}

const EMPTY = Object.fromEntries(Object.keys(HEADINGS).map((name) => [name, null])) as Line;

function lineOf({ at, area, told, thing, staffId }: ActivityRow): Line {
  return { ...EMPTY, at: at.toISOString(), area, staffId, ...namesOf(thing), ...columnsOf(told) };
}

function columnsOf(told: Told): Partial<Line> {
  switch (told.source) {
    case "ledger": {
      const { figure, from, to, outcome, cause, reason, sku } = told;
      return {
        ...{ what: figure, from, to, outcome, reason, details: inLine({ sku }) },
        ...{ cause: cause?.event ?? null, causeOf: cause?.of ?? null },
      };
    }
    case "timeline": {
      const { kind, outcome, settledAt } = told;
      const { reason = null, ...details } = told.details;
      return {
        ...{ what: kind, outcome, reason, details: inLine(details) },
        settledAt: settledAt?.toISOString() ?? null,
      };
    }
    case "hint":
      return {
        what: "heard",
        cause: told.event,
        settledAt: told.followedAt?.toISOString() ?? null,
        ...(told.failure && {
          outcome: told.failure.retryAt ? "retrying" : "failed",
          reason: told.failure.code,
        }),
      };
    case "activity": {
      const { reason = null, ...details } = told.details as { reason?: string };
      return { what: told.kind, reason, details: inLine(details) };
    }
    case "mapping":
      return { what: told.decision, details: inLine({ by: told.by, goods: told.goods }) };
    case "push":
      return { what: "push", outcome: told.state };
  }
}

function namesOf(thing: Thing | null): Partial<Line> {
  switch (thing?.of) {
    case "variant":
      return { about: `${thing.productTitle} · ${thing.variantTitle}`, id: thing.variantId };
    case "product":
      return { about: thing.title };
    case "sku":
      return { about: thing.sku };
    case "return":
      return { about: thing.name, id: thing.returnId };
    case "purchase":
      return { about: `${thing.supplier} · ${thing.supplierRef}`, id: thing.ref };
    case "unknown":
      return { about: thing.name };
    case undefined:
      return {};
  }
}

/** Everything else that is known, in one cell. */
function inLine(details: object): string {
  return Object.entries(details)
    .filter(([, value]) => value !== "" && value !== 0 && value !== null)
    .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join("; ");
}
