import type { Tx } from "../../db.server.ts";

/**
 * The statements that forget the reading of both catalogues, with what Shopify found so far; its blocks are named by its
 * id. First in a transaction: one that is taken over locks its own row before any other. None is sent before it is awaited.
 */
export function forgettingImport(tx: Tx, shop: string) {
  return [
    tx.$executeRaw`
      WITH standing AS MATERIALIZED (SELECT "id" FROM "CatalogueImport" WHERE "shop" = ${shop} FOR UPDATE)
      DELETE FROM "ImportBlock" b USING standing i WHERE b."importId" = i."id"`,
    tx.catalogueImport.deleteMany({ where: { shop } }),
  ];
}
