import type { UploadStage } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { OfUpload } from "./judge-upload.ts";

interface Standing {
  stage: UploadStage;
  /** As the merchant calls it. */
  fileName: string;
}

/**
 * An upload that was read to its end, locked until the transaction is over: of two who want to apply or undo it at once,
 * the second sees what the first has done. @returns `null` when there is none.
 */
export async function standingUpload(tx: Tx, { shop, uploadId }: OfUpload): Promise<Standing | null> {
  const [upload] = await tx.$queryRaw<Standing[]>`
    SELECT "stage"::text AS "stage", "fileName" FROM "MappingUpload"
    WHERE "shop" = ${shop} AND "id" = ${uploadId}::uuid AND "verdicts" <> '{}' FOR UPDATE`;
  return upload ?? null;
}
