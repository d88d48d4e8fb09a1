import type pg from "pg";
import type { ShopContext } from "../../app/domain/shop-context.ts";

export interface Flags {
  shop: string | undefined;
  all: boolean;
  quarantined: boolean;
  json: boolean;
  dryRun: boolean;
}

export interface Call {
  pool: pg.Pool;
  flags: Flags;
  /** What stands after the command's own words. */
  args: string[];
}

/** @returns what is wrong, if anything is. */
export type Command = (call: Call) => Promise<string | undefined>;

/** As much of a shop's world as its database: what these commands use asks neither of the two worlds. */
export function shopOf({ pool }: Pick<Call, "pool">, shop: string): ShopContext {
  return { shop, pool, clock: () => new Date(), staffId: null } as ShopContext;
}

/** Shows rows in columns, or as JSON. */
export function show(rows: Record<string, unknown>[], { json }: Pick<Flags, "json">): void {
  if (json) return void console.log(JSON.stringify(rows, null, 2));
  if (rows.length === 0) return void console.log("None.");
  const names = Object.keys(rows[0] ?? {});
  const table = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_name, column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
  for (const line of table)
    console.log(
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "–";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
}
