import { openDatabase } from "../../app/db.server.ts";
import type { ReturnLine } from "../../app/domain/returns/return-lines.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { createLog } from "../../app/operations/log.server.ts";
import { storeProducts } from "./catalogue.ts";
import { takeInMadeUp } from "./take-in-made-up.ts";
import { secrets } from "./secrets.ts";

export interface FillPanel {
  url: string;
  home: string;
  shop: string;
  variants: number;
  returns: number;
}

/** Makes a shop that is there already a large and busy one: variants, looks at their stock, changes, returns. */
export async function fillPanel({ url, home, shop, variants, returns }: FillPanel): Promise<void> {
  const { db, pool, close } = openDatabase({ url, log: createLog("silent"), secrets });
  try {
    const ctx = { shop, db, pool, secrets, log: createLog("silent"), clock: () => new Date() } as ShopContext;
    await db.catalogueImport.deleteMany({ where: { shop } });
    await storeProducts(pool, { shop, variants });
    await takeInMadeUp(ctx, { home, variants });
    // One in ten differs, and one in three of those is held back.
    await pool.query(
      `INSERT INTO "StockLook" ("shop", "variantId", "lookedAt", "warehouseReadAt", "warehouseStock", "onHand",
         "available", "committed", "target", "verdict")
       SELECT "shop", "variantId", now(), now(), 7, 5, 5, 0, 7,
         (CASE WHEN n % 30 = 0 THEN 'stopped' WHEN n % 10 = 0 THEN 'write' ELSE 'equal' END)::"StockVerdict"
       FROM (SELECT *, row_number() OVER () AS n FROM "Variant" WHERE "shop" = $1 AND "state" = 'mapped') v
       ON CONFLICT DO NOTHING`,
      [shop],
    );
    await pool.query(
      `INSERT INTO "LedgerEntry" ("shop", "variantId", "inventoryItemId", "sku", "warehouseStock", "warehouseReadAt",
         "shopFigure", "shopReadAt", "target", "outcome", "intendedAt", "settledAt", "causedAt", "cause")
       SELECT $1, 'gid://shopify/ProductVariant/' || (46000000000000 + n), 'gid://shopify/InventoryItem/' || n,
         'THING-' || n / 8 || '-' || n % 8, n % 50, at, n % 40, at, n % 50, 'written', at, at + interval '1 second', at,
         'shipment-created'
       FROM (SELECT n, now() - n * interval '30 seconds' AS at FROM generate_series(1, $2::int) n) numbers`,
      [shop, variants],
    );
    const line: ReturnLine = {
      id: "gid://shopify/FulfillmentLineItem/1",
      title: "Thing",
      variantTitle: null,
      soldSku: "THING-1-1",
      variantId: "gid://shopify/ProductVariant/46000000000009",
      quantity: 2,
      goods: "mapped",
      components: [{ sku: "THING-1-1", quantity: 1 }],
      isSent: true,
      settledBefore: { RESTOCKED: 0, NOT_RESTOCKED: 0, PROCESSING_REQUIRED: 0, MISSING: 0 },
      good: 0,
      defective: 0,
      unclear: 0,
      disposed: { RESTOCKED: 0, NOT_RESTOCKED: 0, PROCESSING_REQUIRED: 0, MISSING: 0 },
    };
    await pool.query(
      `INSERT INTO "Return" ("shop", "returnId", "name", "orderId", "orderName", "status", "stage", "pieces",
         "reverseOrderIds", "lines", "needs", "needsPerson", "inboundRef", "label", "createdAt", "readAt", "checkAt")
       SELECT $1, 'gid://shopify/Return/' || 70000 + n, '#' || 1000 + n || '-R1', 'gid://shopify/Order/' || n,
         '#' || 1000 + n, 'OPEN',
         (ARRAY['approved', 'announced', 'labelled', 'receiving', 'settled'])[n % 5 + 1]::"ReturnStage", 2,
         ARRAY['gid://shopify/ReverseFulfillmentOrder/' || n], $3::jsonb, '[]', false, 'R-' || n, 'ready',
         now() - n * interval '10 minutes', now(), NULL
       FROM generate_series(1, $2::int) n`,
      [shop, returns, JSON.stringify([line])],
    );
    await pool.query("VACUUM ANALYZE");
  } finally {
    await close();
  }
}
