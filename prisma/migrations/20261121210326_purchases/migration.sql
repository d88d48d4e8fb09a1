-- CreateEnum
CREATE TYPE "PurchaseStage" AS ENUM ('announcing', 'expected', 'receiving', 'received', 'cancelled', 'deleted', 'gone');

-- CreateEnum
CREATE TYPE "PurchasePhase" AS ENUM ('awaited', 'receiving', 'over');

-- CreateTable
CREATE TABLE "PurchaseInbound" (
    "shop" TEXT NOT NULL,
    "ref" TEXT NOT NULL,
    "stage" "PurchaseStage" NOT NULL DEFAULT 'announcing',
    "phase" "PurchasePhase" NOT NULL DEFAULT 'awaited',
    "status" TEXT,
    "content" JSONB NOT NULL,
    "wanted" JSONB,
    "deleting" BOOLEAN NOT NULL DEFAULT false,
    "receipts" JSONB NOT NULL,
    "needs" JSONB NOT NULL,
    "needsCount" INTEGER NOT NULL DEFAULT 0,
    "supplier" TEXT NOT NULL,
    "supplierRef" TEXT NOT NULL,
    "expectedOn" TEXT NOT NULL,
    "search" TEXT NOT NULL,
    "announced" INTEGER NOT NULL,
    "good" INTEGER NOT NULL DEFAULT 0,
    "defective" INTEGER NOT NULL DEFAULT 0,
    "announcingAt" TIMESTAMPTZ(3),
    "due" BOOLEAN NOT NULL DEFAULT true,
    "edition" INTEGER NOT NULL DEFAULT 1,
    "heardId" BIGINT NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "PurchaseInbound_pkey" PRIMARY KEY ("shop","ref")
);

-- CreateIndex
CREATE INDEX "PurchaseInbound_shop_createdAt_ref_idx" ON "PurchaseInbound"("shop", "createdAt", "ref");

-- CreateIndex
CREATE INDEX "PurchaseInbound_shop_phase_createdAt_ref_idx" ON "PurchaseInbound"("shop", "phase", "createdAt", "ref");

-- CreateIndex
CREATE INDEX "PurchaseInbound_shop_phase_expectedOn_ref_idx" ON "PurchaseInbound"("shop", "phase", "expectedOn", "ref");

-- CreateIndex
CREATE INDEX "PurchaseInbound_shop_due_idx" ON "PurchaseInbound"("shop", "due");

-- CreateIndex
CREATE INDEX "PurchaseInbound_shop_search_idx" ON "PurchaseInbound" USING GIN ("shop" text_ops, "search" gin_trgm_ops);

