-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "inboundsListedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "OtherInbound" (
    "shop" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "supplierRef" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "expectedOn" TEXT NOT NULL,
    "lines" JSONB NOT NULL,
    "receipts" JSONB NOT NULL,
    "announced" INTEGER NOT NULL,
    "good" INTEGER NOT NULL,
    "defective" INTEGER NOT NULL,
    "search" TEXT NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,
    "goneAt" TIMESTAMPTZ(3),

    CONSTRAINT "OtherInbound_pkey" PRIMARY KEY ("shop","ref")
);

-- CreateIndex
CREATE INDEX "OtherInbound_shop_expectedOn_ref_idx" ON "OtherInbound"("shop", "expectedOn", "ref");

-- CreateIndex
CREATE INDEX "OtherInbound_shop_search_idx" ON "OtherInbound" USING GIN ("shop" text_ops, "search" gin_trgm_ops);

