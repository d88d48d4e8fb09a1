import { show, type Command } from "./command.ts";

/** As many as somebody reads. */
const MOST = 100;

export const showHints: Command = async ({ pool, flags }) => {
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT "shop", "source", "event", "identifier", "receivedAt" AS "received" FROM "Hint"
     WHERE ($1::text IS NULL OR "shop" = $1) AND "followedAt" IS NULL ORDER BY "id" LIMIT $2`,
    [flags.shop ?? null, MOST],
  );
  show(rows, flags);
  return undefined;
};
