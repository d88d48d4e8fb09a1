-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "unlistedAfter" TEXT,
ADD COLUMN     "unlistedAgain" BOOLEAN NOT NULL DEFAULT false;
