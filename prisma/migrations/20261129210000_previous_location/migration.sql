-- CreateEnum
CREATE TYPE "PreviousLocationPhase" AS ENUM ('offered', 'clearing', 'cleared', 'restoring', 'restored', 'closed');

-- CreateTable
CREATE TABLE "PreviousLocation" (
    "shop" TEXT NOT NULL,
    "locationId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "phase" "PreviousLocationPhase" NOT NULL DEFAULT 'offered',
    "leftAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PreviousLocation_pkey" PRIMARY KEY ("shop","locationId")
);

-- CreateTable
CREATE TABLE "PreviousQuantity" (
    "shop" TEXT NOT NULL,
    "locationId" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "inventoryItemId" TEXT NOT NULL,
    "available" INTEGER NOT NULL,
    "taken" INTEGER NOT NULL DEFAULT 0,
    "unsure" INTEGER NOT NULL DEFAULT 0,
    "isDone" BOOLEAN NOT NULL DEFAULT false,
    "isAlone" BOOLEAN NOT NULL DEFAULT false,
    "writeKey" UUID,
    "writeFrom" INTEGER,
    "writeTo" INTEGER,
    "writeAt" TIMESTAMPTZ(3),

    CONSTRAINT "PreviousQuantity_pkey" PRIMARY KEY ("shop","locationId","variantId")
);

-- AddForeignKey
ALTER TABLE "PreviousQuantity" ADD CONSTRAINT "PreviousQuantity_shop_locationId_fkey" FOREIGN KEY ("shop", "locationId") REFERENCES "PreviousLocation"("shop", "locationId") ON DELETE CASCADE ON UPDATE CASCADE;
