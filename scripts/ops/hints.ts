import { show, type Command } from "./command.ts";

/** As many as somebody reads. */
const MOST = 100;

export const showHints: Command = async ({ pool, flags }) => {
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT "id", "shop", "source", "event", "identifier", "receivedAt" AS "received", "tries", "failure" FROM "Hint"
     WHERE ($1::text IS NULL OR "shop" = $1)
       AND (CASE WHEN $3 THEN "quarantinedAt" IS NOT NULL ELSE "followedAt" IS NULL END) ORDER BY "id" LIMIT $2`,
    [flags.shop ?? null, MOST, flags.quarantined],
  );
  show(rows, flags);
  return undefined;
};
