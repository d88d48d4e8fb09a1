import type { Tx } from "../../../db.server.ts";

/** A return of a shop. */
interface Of {
  shop: string;
  returnId: string;
}

/** Which labels of a return are wanted, and which are good. */
export interface LabelVersions {
  /** The one that is wanted (`Return.labelVersion`); each label is of one. */
  version: number;
  /** The first that was made for the present inbound and sender. */
  goodFrom: number;
}

/**
 * From now on no label that was made until now is good: its inbound or sender is another.
 * @returns the version that is wanted now, and the first that was good before
 */
export async function outdateLabels(tx: Tx, { shop, returnId }: Of): Promise<LabelVersions> {
  const rows = await tx.$queryRaw<LabelVersions[]>`
    UPDATE "Return" r SET "labelVersion" = r."labelVersion" + 1, "labelGoodFrom" = r."labelVersion" + 1
    FROM (
      SELECT "labelGoodFrom" FROM "Return" WHERE "shop" = ${shop} AND "returnId" = ${returnId} FOR UPDATE
    ) b
    WHERE r."shop" = ${shop} AND r."returnId" = ${returnId}
    RETURNING r."labelVersion" AS "version", b."labelGoodFrom" AS "goodFrom"`;
  return rows[0] ?? { version: 0, goodFrom: 0 };
}

/** Takes `outdateLabels` back: there is no other inbound and no other sender. Not where another version is wanted since. */
export async function keepLabels(
  tx: Tx,
  { shop, returnId, outdated }: Of & { outdated: LabelVersions },
): Promise<void> {
  await tx.return.updateMany({
    where: { shop, returnId, labelVersion: outdated.version },
    data: { labelVersion: outdated.version - 1, labelGoodFrom: outdated.goodFrom },
  });
}

/** The customer has one of ours that was made for an inbound or a sender before the present one. */
export const isOutdated = (held: number | null, { goodFrom }: Pick<LabelVersions, "goodFrom">): boolean =>
  held !== null && held < goodFrom;
