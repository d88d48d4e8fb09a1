-- AlterTable
ALTER TABLE "StockSettings" ADD COLUMN     "packingMinutes" DOUBLE PRECISION NOT NULL DEFAULT 0;

