-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "dispatchSeenAt" TIMESTAMPTZ(3),
ADD COLUMN     "receiptsReadAt" TIMESTAMPTZ(3),
ADD COLUMN     "stockEpoch" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "StockSettings" ALTER COLUMN "settleMinutes" SET DEFAULT 2880;
-- Until now it was the time after which the app believed that nothing more would move. Now it is how long it waits for a parcel.
UPDATE "StockSettings" SET "settleMinutes" = 2880 WHERE "settleMinutes" < 2880;
-- What was held back per variant is counted per SKU from the next observation.
UPDATE "StockLook" SET "held" = 0 WHERE "held" > 0;

-- AlterTable
ALTER TABLE "StockLook" DROP COLUMN "heldSince",
ADD COLUMN     "fulfilled" INTEGER,
ADD COLUMN     "limitedBy" TEXT,
ADD COLUMN     "unconfirmed" JSONB;

-- AlterTable
ALTER TABLE "StockSweep" ADD COLUMN     "storeAskedAt" TIMESTAMPTZ(3);
-- One under way has asked in the other order, and begins again.
UPDATE "StockSweep" SET "bulkOperationId" = NULL, "listed" = false;

-- CreateTable
CREATE TABLE "SkuBalance" (
    "shop" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "stock" INTEGER NOT NULL,
    "stockReadAt" TIMESTAMPTZ(3) NOT NULL,
    "received" INTEGER NOT NULL,
    "lots" JSONB NOT NULL DEFAULT '{}',
    "oldestLotAt" TIMESTAMPTZ(3),
    "firstSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "sharedUntil" TIMESTAMPTZ(3),

    CONSTRAINT "SkuBalance_pkey" PRIMARY KEY ("shop","sku")
);

-- CreateTable
CREATE TABLE "InboundReceipt" (
    "shop" TEXT NOT NULL,
    "inboundRef" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "units" INTEGER NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InboundReceipt_pkey" PRIMARY KEY ("shop","inboundRef","sku")
);

-- CreateIndex
CREATE INDEX "SkuBalance_shop_oldestLotAt_idx" ON "SkuBalance"("shop", "oldestLotAt");

-- CreateIndex
CREATE INDEX "InboundReceipt_shop_sku_idx" ON "InboundReceipt"("shop", "sku");

