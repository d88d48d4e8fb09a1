-- AlterTable
ALTER TABLE "Connection" ADD COLUMN "accountDigest" TEXT;

-- CreateIndex
CREATE INDEX "Connection_accountDigest_idx" ON "Connection"("accountDigest");
