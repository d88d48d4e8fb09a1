-- AlterTable
ALTER TABLE "InboundReceipt" ADD COLUMN     "earlier" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "newSince" TIMESTAMPTZ(3);
