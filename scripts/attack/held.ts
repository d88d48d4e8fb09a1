import { DOORS } from "../../app/http/doors.ts";
import { readMetrics } from "./measure.ts";
import type { AttackWorld } from "./world.ts";

/** What requests have made the app read and keep. */
export interface Held {
  /** Bytes of bodies that were read, at doors that only a store's staff pass. */
  staffBytes: number;
  /** And at all doors, the neighbor's events among them. */
  bytes: number;
  /** Rows of all tables that are not the neighbor's. */
  rows: number;
}

const ofStaff = new Set(DOORS.flatMap(({ name, work }) => (work ? [name] : [])));

export async function readHeld(world: AttackWorld): Promise<Held> {
  const text = await readMetrics(world);
  const read = [...text.matchAll(/^dockline_body_bytes_total\{kind="([^"]+)"\} (\S+)$/gm)];
  const sum = (counts: (kind: string) => boolean) =>
    read.reduce((all, [, kind = "", bytes]) => all + (counts(kind) ? Number(bytes) : 0), 0);
  return {
    staffBytes: sum((kind) => ofStaff.has(kind)),
    bytes: sum(() => true),
    rows: await countRows(world),
  };
}

/** What came in addition. */
export function moreHeld(before: Held, after: Held): Held {
  return {
    staffBytes: after.staffBytes - before.staffBytes,
    bytes: after.bytes - before.bytes,
    rows: after.rows - before.rows,
  };
}

async function countRows({ pool, neighbor }: AttackWorld): Promise<number> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS "name" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'shop' ORDER BY 1`,
  );
  const each = tables.map(({ name }) => `SELECT count(*) AS "n" FROM ${name} WHERE "shop" <> $1`);
  const { rows } = await pool.query<{ all: number }>(
    `SELECT sum("n")::int AS "all" FROM (${each.join(" UNION ALL ")}) t`,
    [neighbor.shop],
  );
  return rows[0]!.all;
}
