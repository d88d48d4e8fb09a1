-- CreateEnum
CREATE TYPE "StockPhase" AS ENUM ('shadow', 'selection', 'live');

-- CreateEnum
CREATE TYPE "StockMode" AS ENUM ('on_hand', 'available');

-- CreateEnum
CREATE TYPE "StockVerdict" AS ENUM ('equal', 'write', 'activate', 'stopped', 'sale', 'untracked', 'not_stocked', 'absurd', 'rejected', 'gone');

-- AlterEnum
ALTER TYPE "LedgerOutcome" ADD VALUE 'other';

-- AlterEnum
ALTER TYPE "HintSource" ADD VALUE 'shop_stock' BEFORE 'app';

-- CreateTable
CREATE TABLE "StockSweep" (
    "shop" TEXT NOT NULL,
    "bulkOperationId" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "StockSweep_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "StockComparison" (
    "shop" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "compared" INTEGER NOT NULL,
    "differing" INTEGER NOT NULL,
    "missedMore" INTEGER NOT NULL,
    "missedLess" INTEGER NOT NULL,

    CONSTRAINT "StockComparison_pkey" PRIMARY KEY ("shop","at")
);

-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "changesReadAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Hint_receivedAt_idx" ON "Hint"("receivedAt");

-- CreateIndex
CREATE INDEX "LedgerEntry_intendedAt_idx" ON "LedgerEntry"("intendedAt");

-- AlterTable
ALTER TABLE "LedgerEntry" RENAME COLUMN "shopOnHand" TO "shopFigure";
ALTER TABLE "LedgerEntry" ADD COLUMN     "buffer" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cause" TEXT,
ADD COLUMN     "causeOf" TEXT,
ADD COLUMN     "causedAt" TIMESTAMPTZ(3),
ADD COLUMN     "figure" "StockMode" NOT NULL DEFAULT 'on_hand',
ADD COLUMN     "held" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "writeKey" DROP NOT NULL;

-- CreateTable
CREATE TABLE "StockSettings" (
    "shop" TEXT NOT NULL,
    "phase" "StockPhase" NOT NULL DEFAULT 'shadow',
    "pausedAt" TIMESTAMPTZ(3),
    "mode" "StockMode" NOT NULL DEFAULT 'on_hand',
    "buffer" INTEGER NOT NULL DEFAULT 0,
    "settleMinutes" INTEGER NOT NULL DEFAULT 15,
    "activate" BOOLEAN NOT NULL DEFAULT false,
    "stopBeyond" INTEGER NOT NULL DEFAULT 10,
    "saleFrom" TIMESTAMPTZ(3),
    "saleUntil" TIMESTAMPTZ(3),
    "saleBuffer" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "StockSettings_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "StockBuffer" (
    "shop" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "pieces" INTEGER NOT NULL,

    CONSTRAINT "StockBuffer_pkey" PRIMARY KEY ("shop","sku")
);

-- CreateTable
CREATE TABLE "StockLook" (
    "shop" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "live" BOOLEAN NOT NULL DEFAULT false,
    "hotUntil" TIMESTAMPTZ(3),
    "lookedAt" TIMESTAMPTZ(3),
    "warehouseReadAt" TIMESTAMPTZ(3),
    "warehouseStock" INTEGER,
    "kept" INTEGER NOT NULL DEFAULT 0,
    "onHand" INTEGER,
    "available" INTEGER,
    "committed" INTEGER,
    "target" INTEGER,
    "verdict" "StockVerdict",
    "held" INTEGER NOT NULL DEFAULT 0,
    "heldSince" TIMESTAMPTZ(3),
    "hintId" BIGINT,
    "zeroAllowed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "StockLook_pkey" PRIMARY KEY ("shop","variantId")
);

-- CreateIndex
CREATE INDEX "StockLook_shop_verdict_variantId_idx" ON "StockLook"("shop", "verdict", "variantId");


-- Shops that are mirrored today go on being mirrored, and new ones begin in shadow.
INSERT INTO "StockSettings" ("shop", "phase") SELECT "shop", 'live' FROM "Connection";
-- What led to earlier entries is kept with them.
UPDATE "LedgerEntry" e SET "cause" = h."event", "causeOf" = h."identifier", "causedAt" = h."receivedAt"
FROM "Hint" h WHERE h."id" = e."hintId";
