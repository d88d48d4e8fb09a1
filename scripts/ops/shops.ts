import { getWaiting } from "../../app/domain/events/get-waiting.ts";
import { readGivenUp } from "../../app/domain/work/read-given-up.ts";
import { shopOf, show, type Command } from "./command.ts";

export const listShops: Command = async ({ pool, flags }) => {
  const { rows } = await pool.query<Record<string, unknown>>(
    `SELECT c."shop", CASE WHEN c."disconnectedAt" IS NOT NULL THEN 'disconnected' WHEN c."locationId" IS NULL THEN 'being set up'
         ELSE 'connected' END AS "state", c."connectedAt" AS "since", c."importedAt" AS "catalogue read",
       (SELECT count(*)::int FROM "Problem" p WHERE p."shop" = c."shop") AS "problems"
     FROM "Connection" c ORDER BY c."shop"`,
  );
  show(rows, flags);
  return undefined;
};

export const showShop: Command = async (call) => {
  const [shop] = call.args;
  if (!shop) return "Say which shop: its *.myshopify.com name.";
  const { pool, flags } = call;
  const ask = async (sql: string) => (await pool.query<Record<string, unknown>>(sql, [shop])).rows;
  // Columns chosen one by one: beside them are keys.
  const [connection] = await ask(
    `SELECT "locationName", "connectedAt", "disconnectedAt", "importedAt", "changesReadAt", "keyProvenAt", "keyRefusedAt"
     FROM "Connection" WHERE "shop" = $1`,
  );
  if (!connection) return `There is no shop ${shop} that was ever connected.`;
  const ctx = shopOf(call, shop);
  const [waiting, problems, givenUp, differing] = await Promise.all([
    getWaiting(ctx),
    ask(`SELECT "kind", "openedAt" FROM "Problem" WHERE "shop" = $1 ORDER BY "openedAt"`),
    readGivenUp(ctx),
    ask(`SELECT count(*)::int FROM "StockLook" WHERE "shop" = $1 AND "verdict" = 'write'`),
  ]);
  const facts = {
    ...connection,
    hintsWaiting: waiting.count,
    hintsWaitingSince: waiting.since,
    variantsDiffering: differing[0]?.count,
  };
  if (flags.json) {
    console.log(JSON.stringify({ shop, ...facts, problems, givenUp }, null, 2));
    return undefined;
  }
  show(
    Object.entries(facts).map(([fact, value]) => ({ fact, value })),
    flags,
  );
  console.log("\nProblems");
  show(problems, flags);
  console.log("\nJobs that have given up");
  show(
    givenUp.map(({ id, name, about, triedAt }) => ({ id, name, about, triedAt })),
    flags,
  );
  return undefined;
};
