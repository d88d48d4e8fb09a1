-- AlterTable
ALTER TABLE "StockLook" ADD COLUMN     "counted" JSONB;

-- CreateIndex
CREATE INDEX "OrderFulfillment_shop_variantId_idx" ON "OrderFulfillment"("shop", "variantId");

-- What was looked at before is counted by the SKUs that it is mapped to.
UPDATE "StockLook" l SET "counted" = (
  SELECT jsonb_object_agg(c."sku", jsonb_build_array(
    coalesce(l."fulfilled", 0) * c."quantity", (extract(epoch FROM l."lookedAt") * 1000)::bigint))
  FROM "MappingComponent" c WHERE c."shop" = l."shop" AND c."variantId" = l."variantId"
) WHERE l."lookedAt" IS NOT NULL;
