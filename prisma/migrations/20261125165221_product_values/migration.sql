-- CreateEnum
CREATE TYPE "ProductUpdateState" AS ENUM ('waiting', 'updated', 'unmapped', 'gone', 'rejected');

-- AlterTable
ALTER TABLE "WarehouseProduct" ADD COLUMN     "detailed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "height" INTEGER,
ADD COLUMN     "imageUrl" TEXT,
ADD COLUMN     "length" INTEGER,
ADD COLUMN     "url" TEXT,
ADD COLUMN     "weight" INTEGER,
ADD COLUMN     "width" INTEGER;

-- CreateTable
CREATE TABLE "ProductUpdate" (
    "shop" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "state" "ProductUpdateState" NOT NULL DEFAULT 'waiting',
    "seen" JSONB NOT NULL,
    "left" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "sentence" JSONB,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "askedAt" TIMESTAMPTZ(3) NOT NULL,
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "ProductUpdate_pkey" PRIMARY KEY ("shop","sku")
);

-- CreateIndex
CREATE INDEX "ProductUpdate_shop_state_askedAt_idx" ON "ProductUpdate"("shop", "state", "askedAt");

