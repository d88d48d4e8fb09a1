import type { Tx } from "../../db.server.ts";

/**
 * The statements that forget the reading of both catalogues, with what Shopify found so far; its blocks are named by its
 * id. None is sent before it is awaited.
 */
export function forgettingImport(tx: Tx, shop: string) {
  return [
    tx.$executeRaw`
      DELETE FROM "ImportBlock" b USING "CatalogueImport" i WHERE i."shop" = ${shop} AND b."importId" = i."id"`,
    tx.catalogueImport.deleteMany({ where: { shop } }),
  ];
}
