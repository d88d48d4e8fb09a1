import type { Request } from "express";
import { ApiError } from "./api-error.ts";
import type { Behaviours } from "./behaviours.ts";

/** The interface gives `take` these bounds and shows no default; the least is the one that hides no missing paging. */
const TAKE = { least: 10, most: 100, default: 10 };
/** Minutes. */
const CHANGE_INTERVAL = { least: 5, most: 2800 };

export function readPage(req: Request): { skip: number; take: number } {
  return {
    skip: readWholeNumber(req, { name: "skip", least: 0, most: Number.MAX_SAFE_INTEGER }) ?? 0,
    take: readWholeNumber(req, { name: "take", ...TAKE }) ?? TAKE.default,
  };
}

export function pageOf<T>(records: T[], { skip, take }: { skip: number; take: number }): T[] {
  return records.slice(skip, skip + take);
}

/** Minutes, or undefined when records of any age are wanted. */
export function readChangeInterval(req: Request): number | undefined {
  return readWholeNumber(req, { name: "change-interval", ...CHANGE_INTERVAL });
}

/**
 * The interface does not show the syntax of `filter`. Supported is one comparison, `field=value`, with the value taken
 * as it stands: `sku` for products; `ref`, `type` and `status` for inbounds. Returns the test a record must pass.
 */
export function readFilter<F extends string>(
  req: Request,
  fields: readonly F[],
): (record: Record<F, string>) => boolean {
  const filter = readOne(req, "filter");
  if (filter === undefined) return () => true;
  const [name, ...rest] = filter.split("=");
  const field = fields.find((known) => known === name);
  if (!field || rest.length === 0)
    throw invalid("filter", `must be field=value, where field is one of ${fields.join(", ")}`);
  const value = rest.join("=");
  return (record) => record[field] === value;
}

/** Which related records an answer carries. */
export interface Include {
  lines: boolean;
  receipts: boolean;
}

/**
 * `include=lines`, `include=lines,receipts` or the parameter twice. The interface does not show what its absence
 * means: by default both are present then, as in its example of a created inbound.
 */
export function readInclude(
  req: Request,
  { showLines, showReceipts }: Pick<Behaviours, "showLines" | "showReceipts">,
): Include {
  const given = req.query.include as string | string[] | undefined;
  const names = given === undefined ? undefined : [given].flat().flatMap((value) => value.split(","));
  if (!(names ?? []).every((name) => name === "lines" || name === "receipts"))
    throw invalid("include", "must be lines, receipts or both with a comma between");
  const shown = (name: string, when: Behaviours["showLines"]) =>
    when !== "never" && (names?.includes(name) ?? when === "unasked");
  return { lines: shown("lines", showLines), receipts: shown("receipts", showReceipts) };
}

/** True or false as a word; false when left out. */
export function readFlag(req: Request, name: string): boolean {
  const value = readOne(req, name);
  if (value !== undefined && value !== "true" && value !== "false")
    throw invalid(name, "must be true or false");
  return value === "true";
}

function readWholeNumber(
  req: Request,
  { name, least, most }: { name: string; least: number; most: number },
): number | undefined {
  const value = readOne(req, name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw invalid(name, `must be a whole number from ${least} to ${most}`);
  return number;
}

/** `take` of the control API: any number of records, all when left out. */
export function readMost(req: Request): number | undefined {
  return readWholeNumber(req, { name: "take", least: 1, most: Number.MAX_SAFE_INTEGER });
}

export function readOne(req: Request, name: string): string | undefined {
  const value = req.query[name] as string | string[] | undefined;
  if (Array.isArray(value)) throw invalid(name, "must not be given twice");
  return value;
}

function invalid(name: string, message: string): ApiError {
  return new ApiError("invalid-query", { message: `${name} ${message}.`, field: name });
}
