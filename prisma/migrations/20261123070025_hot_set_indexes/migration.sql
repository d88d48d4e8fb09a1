-- CreateIndex
CREATE INDEX "StockLook_shop_hotUntil_idx" ON "StockLook"("shop", "hotUntil");

-- CreateIndex
CREATE INDEX "StockLook_shop_committed_idx" ON "StockLook"("shop", "committed");

