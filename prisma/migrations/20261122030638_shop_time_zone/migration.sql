-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "timeZone" TEXT NOT NULL DEFAULT 'UTC';

