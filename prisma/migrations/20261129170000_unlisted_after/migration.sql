-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "unlistedAfter" TEXT;
