import type { Connection } from "@prisma/client";
import type { Db, Tx } from "../../db.server.ts";
import { queueing } from "../../jobs/catalog.ts";
import { decideProof, decideRefusal } from "./decide-signature.ts";

export type KeptConnection = Pick<Connection, "shop" | "webhookKey" | "keyProvenAt" | "keyRefusedAt">;

interface Heard {
  /** As it was when the event's signature was checked. */
  connection: KeptConnection;
  now: Date;
}

/**
 * Notes that an event came to the shop's own address with a signature that fits no key, and tells the merchant when it
 * looks as if the key were wrong. Anybody who knows the address can send one, so that most are not even noted: it is
 * written at most once a minute, however many processes take events.
 */
export async function noteRefusal(db: Db, { connection, now }: Heard): Promise<void> {
  const { shop } = connection;
  const { notes, tells, before } = decideRefusal(connection, now);
  if (!notes) return;
  await whileKeyStands(
    db,
    { connection, note: "refusal" },
    (tx) => tx.$executeRaw`
    WITH noted AS (
      UPDATE "Connection" SET "keyRefusedAt" = ${now}
      WHERE "shop" = ${shop} AND "disconnectedAt" IS NULL AND ("keyRefusedAt" IS NULL OR "keyRefusedAt" <= ${before})
      RETURNING "shop"
    ), opened AS (
      INSERT INTO "Problem" ("shop", "kind", "subject", "details", "openedAt")
      SELECT "shop", 'webhook-key-refused', '', '{}', ${now} FROM noted WHERE ${tells}
      ON CONFLICT DO NOTHING RETURNING "shop"
    )
    ${queueing({ name: "tell-flow-of-problem", shop, kind: "webhook-key-refused" })} FROM opened`,
  );
}

/** Notes that an event has proven the present key to be right, when that was not known, and that the problem is over. */
export async function noteProof(db: Db, { connection, now }: Heard): Promise<void> {
  const { shop } = connection;
  if (!decideProof(connection)) return;
  await whileKeyStands(
    db,
    { connection, note: "proof" },
    (tx) => tx.$executeRaw`
    WITH proven AS (UPDATE "Connection" SET "keyProvenAt" = ${now} WHERE "shop" = ${shop} RETURNING "shop")
    DELETE FROM "Problem" p USING proven WHERE p."shop" = proven."shop" AND p."kind" = 'webhook-key-refused'`,
  );
}

/** Notes under way in this process. Events of a new key come many at once, and one note says it for all of them. */
const underWay = new Map<string, Promise<void>>();

/**
 * Writes unless the merchant has entered another key meanwhile, of which the event says nothing. Events that would write the
 * same at the same moment share one connection to the database.
 */
async function whileKeyStands(
  db: Db,
  { connection, note }: { connection: KeptConnection; note: "proof" | "refusal" },
  write: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  const key = `${note} ${connection.shop} ${connection.webhookKey}`;
  const begun = underWay.get(key) ?? holdKey(db, connection, write).finally(() => underWay.delete(key));
  underWay.set(key, begun);
  await begun;
}

/** Sealed, a key cannot be compared in the statement, so the row is held. */
async function holdKey(
  db: Db,
  { shop, webhookKey }: KeptConnection,
  write: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM "Connection" WHERE "shop" = ${shop} FOR UPDATE`;
    const select = { shop: true, webhookKey: true };
    const now = await tx.connection.findUnique({ where: { shop }, select });
    if (now?.webhookKey === webhookKey) await write(tx);
  });
}
