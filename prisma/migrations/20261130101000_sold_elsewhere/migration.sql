-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "keyDigest" TEXT,
ADD COLUMN     "oldKeyDigest" TEXT;

-- AlterTable
ALTER TABLE "StockSettings" ADD COLUMN     "soldElsewhere" BOOLEAN;

-- CreateIndex
CREATE INDEX "Connection_keyDigest_idx" ON "Connection"("keyDigest");

-- CreateIndex
CREATE INDEX "Connection_oldKeyDigest_idx" ON "Connection"("oldKeyDigest");
