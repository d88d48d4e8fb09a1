import type pg from "pg";
import type { Db } from "../../db.server.ts";
import type { Logger } from "../../operations/log.server.ts";
import { SEALED_COLUMNS, type SealedTable } from "../../sealed-columns.server.ts";
import { SecretError, type Sealer } from "../../secrets.server.ts";
import { closeConnection } from "./close-connection.ts";

/** Rows read at a time. Each of their secrets takes some 0.1 ms to open and seal. */
const BATCH = 200;

export interface Rotation {
  /** Secrets looked at. */
  found: number;
  /** Sealed anew with the first key. */
  resealed: number;
  /** Changed by somebody else in that moment, and sealed by them. Looked at by the next run. */
  changedMeanwhile: number;
  /** Not to be opened with any of the keys; the log says which. */
  unreadable: number;
}

/** Both tables are gone through in the order of a column that names one row. */
const ROW_ID: Record<SealedTable, string> = { Connection: "shop", Session: "id" };

interface SealedRow {
  row: string;
  shop: string;
  secrets: Record<string, string | null>;
}

interface SealedValue {
  table: SealedTable;
  row: string;
  shop: string;
  column: string;
  sealed: string;
}

interface World {
  db: Db;
  pool: pg.Pool;
  secrets: Sealer;
  log: Logger;
  clock(): Date;
}

/**
 * Seals with the first key whatever another one has sealed, so that the others can be taken away. Each secret is
 * replaced only if it is what was read: what a merchant or Shopify changes meanwhile stays. Cut off, it is run again and
 * passes over what is done. It goes through all shops, past Prisma, which would show the secrets opened.
 *
 * With `forget`, for when a key is lost: what no key opens is given up, so that merchants get in again. A session is
 * deleted, and made anew when its merchant opens the app; a connection is ended as if its merchant had left.
 */
export async function rotateSecrets(
  world: World,
  { batch = BATCH, forget = false }: { batch?: number; forget?: boolean } = {},
): Promise<Rotation> {
  const counts: Rotation = { found: 0, resealed: 0, changedMeanwhile: 0, unreadable: 0 };
  for (const table of Object.keys(SEALED_COLUMNS) as SealedTable[]) {
    let after = "";
    for (;;) {
      const rows = await readRows(world.pool, table, { after, batch });
      for (const { secrets, ...row } of rows)
        for (const [column, sealed] of Object.entries(secrets)) {
          if (!sealed) continue;
          counts.found++;
          const outcome = await rotateOne(world, { ...row, table, column, sealed }, forget);
          if (outcome) counts[outcome]++;
        }
      if (rows.length < batch) break;
      after = rows.at(-1)?.row ?? "";
    }
  }
  return counts;
}

/** @returns how it is counted; undefined when there was nothing to do. */
async function rotateOne(
  world: World,
  value: SealedValue,
  forget: boolean,
): Promise<Exclude<keyof Rotation, "found"> | undefined> {
  const { secrets, pool, log } = world;
  const { table, column, sealed, row, shop } = value;
  const place = { shop, field: `${table}.${column}` };
  try {
    // Opened even when the first key has sealed it: it may be another key of that name.
    const text = await secrets.open(sealed, place);
    if (secrets.isCurrent(sealed)) return undefined;
    const { rowCount } = await pool.query(
      `UPDATE "${table}" SET "${column}" = $1 WHERE "shop" = $2 AND "${ROW_ID[table]}" = $3 AND "${column}" = $4`,
      [await secrets.seal(text, place), shop, row, sealed],
    );
    return rowCount === 0 ? "changedMeanwhile" : "resealed";
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    // One that is lost is no reason to leave the others behind.
    log.error({ err: error }, "a stored secret does not open");
    if (forget) await giveUp(world, value);
    return "unreadable";
  }
}

/** Gives up what a secret was for, unless somebody has written another one since it was read. */
async function giveUp(
  { db, clock }: World,
  { table, column, sealed, row, shop }: SealedValue,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const still = await tx.$queryRawUnsafe<unknown[]>(
      `SELECT 1 FROM "${table}" WHERE "${ROW_ID[table]}" = $1 AND "${column}" = $2 FOR UPDATE`,
      ...[row, sealed],
    );
    if (still.length === 0) return;
    if (table === "Session") await tx.session.deleteMany({ where: { shop, id: row } });
    else if (column === "oldWebhookKey")
      await tx.connection.updateMany({
        where: { shop },
        data: { oldWebhookKey: null, oldWebhookKeyUntil: null },
      });
    else await closeConnection(tx, { shop, at: clock() });
  });
}

async function readRows(
  pool: pg.Pool,
  table: SealedTable,
  { after, batch }: { after: string; batch: number },
): Promise<SealedRow[]> {
  const columns = SEALED_COLUMNS[table].map((column) => `'${column}', "${column}"`).join(", ");
  const { rows } = await pool.query<SealedRow>(
    `SELECT "${ROW_ID[table]}" AS "row", "shop", json_build_object(${columns}) AS "secrets"
     FROM "${table}" WHERE "${ROW_ID[table]}" > $1 ORDER BY "${ROW_ID[table]}" LIMIT $2`,
    [after, batch],
  );
  return rows;
}
