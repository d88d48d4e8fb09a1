import type { Connection } from "@prisma/client";
import type pg from "pg";
import type { Sealer } from "../../secrets.server.ts";
import type { ShopContext } from "../shop-context.ts";

/** What is recommended to keep unsold of each SKU where other stores sell from the same stock. */
export const RECOMMENDED_SAFETY_STOCK = 2;

type Keys = Pick<Connection, "webhookKey" | "oldWebhookKey" | "oldWebhookKeyUntil">;

/**
 * Digests of the webhook keys that are accepted at `now`: the present one, and the one before it until its day is over, because
 * stores of one account enter a new key one after the other.
 */
export function digestsOfKeys(
  { webhookKey, oldWebhookKey, oldWebhookKeyUntil }: Keys,
  { secrets, now }: { secrets: Sealer; now: Date },
): Pick<Connection, "keyDigest" | "oldKeyDigest"> {
  const isOldAccepted = oldWebhookKey !== null && oldWebhookKeyUntil !== null && oldWebhookKeyUntil > now;
  return {
    keyDigest: secrets.digest(webhookKey),
    oldKeyDigest: isOldAccepted ? secrets.digest(oldWebhookKey) : null,
  };
}

/**
 * Keeps digests of the access token and of the webhook keys, the best identity of a warehouse account that the interface gives:
 * stores of one account use one token, or have tokens of their own and the account's key. They say nothing about token and keys,
 * and are neither logged nor shown. After a change of the app's secret keys they are others, and the next run stores those.
 */
export async function keepAccountDigests({ db, secrets, shop, clock }: ShopContext): Promise<void> {
  await db.$transaction(async (tx) => {
    // The merchant may change a key at the same moment.
    await tx.$queryRaw`SELECT FROM "Connection" WHERE "shop" = ${shop} FOR UPDATE`;
    const connection = await tx.connection.findFirst({ where: { shop, disconnectedAt: null } });
    if (!connection) return;
    const digests = {
      accountDigest: secrets.digest(connection.accessToken),
      ...digestsOfKeys(connection, { secrets, now: clock() }),
    };
    const names = Object.keys(digests) as (keyof typeof digests)[];
    if (names.some((name) => digests[name] !== connection[name]))
      await tx.connection.update({ where: { shop }, data: digests });
  });
}

/**
 * How it is known that others sell from the store's warehouse stock too: another store is connected to the same account
 * (`recognized`), or the merchant says so (`said`).
 */
export type Sharing = "recognized" | "said";

/** Null where nobody else is known to sell from it. Of other stores is only read that they are there. */
export async function readSharing({
  pool,
  shop,
}: Pick<ShopContext, "shop"> & { pool: Queryable }): Promise<Sharing | null> {
  const { rows } = await pool.query<{ sharing: Sharing | null }>({
    name: "sharing-of-account",
    // Each digest is searched for separately, so that its index is used however many stores there are.
    text: `WITH own AS MATERIALIZED (
       SELECT "accountDigest", ARRAY["keyDigest", "oldKeyDigest"] AS "keys"
       FROM "Connection" WHERE "shop" = $1 AND "disconnectedAt" IS NULL
     ), others AS (
       SELECT o."shop", o."disconnectedAt" FROM own JOIN "Connection" o ON o."accountDigest" = own."accountDigest"
       UNION ALL SELECT o."shop", o."disconnectedAt" FROM own JOIN "Connection" o ON o."keyDigest" = ANY (own."keys")
       UNION ALL SELECT o."shop", o."disconnectedAt" FROM own JOIN "Connection" o ON o."oldKeyDigest" = ANY (own."keys")
     )
     SELECT CASE
       WHEN EXISTS (SELECT FROM others WHERE "shop" <> $1 AND "disconnectedAt" IS NULL) THEN 'recognized'
       WHEN EXISTS (SELECT FROM "StockSettings" WHERE "shop" = $1 AND "soldElsewhere") THEN 'said' END AS "sharing"`,
    values: [shop],
  });
  return rows[0]?.sharing ?? null;
}

/** Whether the store's warehouse stock is sold by others too. */
export async function isAccountShared(store: Parameters<typeof readSharing>[0]): Promise<boolean> {
  return (await readSharing(store)) !== null;
}

type Queryable = Pick<pg.ClientBase, "query">;
