import { randomUUID } from "node:crypto";
import type { CatalogueImport } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";

/**
 * The reading of both catalogues that is under way, or a new one, of which nothing is read yet. `asked`: the merchant
 * waits for it.
 */
export async function beginImport(
  tx: Tx,
  { shop, now, asked }: { shop: string; now: Date; asked: boolean },
): Promise<CatalogueImport> {
  await tx.$executeRaw`
    INSERT INTO "CatalogueImport" AS i ("shop", "id", "stage", "startedAt", "asked")
    VALUES (${shop}, ${randomUUID()}::uuid, 'exporting', ${now}, ${asked})
    ON CONFLICT ("shop") DO UPDATE SET
      "id" = excluded."id", "stage" = 'exporting', "startedAt" = excluded."startedAt", "bulkOperationId" = NULL,
      "position" = 0, "variants" = 0, "products" = 0, "unnamed" = 0, "exports" = 0, "expected" = NULL,
      "finishedAt" = NULL, "asked" = excluded."asked"
    WHERE i."stage" = 'done'`;
  if (asked) await tx.catalogueImport.updateMany({ where: { shop }, data: { asked } });
  return tx.catalogueImport.findUniqueOrThrow({ where: { shop } });
}
