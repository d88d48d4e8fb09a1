-- AlterTable
ALTER TABLE "CatalogueImport" ADD COLUMN     "exports" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "unnamed" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "PushedProduct" ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0;


-- AlterTable
ALTER TABLE "StockSweep" ADD COLUMN     "exports" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "Hint_quarantinedAt_idx" ON "Hint"("quarantinedAt");
