-- AlterTable
ALTER TABLE "StockLook" ADD COLUMN     "jumpedAt" TIMESTAMPTZ(3),
ADD COLUMN     "usualSince" TIMESTAMPTZ(3),
ADD COLUMN     "usualStock" INTEGER;

-- What the merchant has confirmed stays confirmed.
UPDATE "StockLook" SET "usualStock" = greatest(0, coalesce("warehouseStock", 0)) WHERE "zeroAllowed";

-- AlterTable
ALTER TABLE "StockLook" DROP COLUMN "zeroAllowed";

-- CreateIndex
CREATE INDEX "StockLook_shop_jumpedAt_idx" ON "StockLook"("shop", "jumpedAt");
