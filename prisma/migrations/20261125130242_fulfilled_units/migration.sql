-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "fulfillmentsReadAt" TIMESTAMPTZ(3),
ADD COLUMN     "fulfillmentsSince" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "OrderFulfillment" (
    "shop" TEXT NOT NULL,
    "fulfillmentId" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "units" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "OrderFulfillment_pkey" PRIMARY KEY ("shop","fulfillmentId","variantId")
);

-- CreateTable
CREATE TABLE "FulfilledUnits" (
    "shop" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "units" INTEGER NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FulfilledUnits_pkey" PRIMARY KEY ("shop","variantId")
);

-- CreateIndex
CREATE INDEX "OrderFulfillment_createdAt_idx" ON "OrderFulfillment"("createdAt");

