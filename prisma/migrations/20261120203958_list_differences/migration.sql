-- DropIndex
DROP INDEX "StockLook_shop_verdict_idx";

-- CreateIndex
CREATE INDEX "StockLook_shop_verdict_variantId_idx" ON "StockLook"("shop", "verdict", "variantId");

