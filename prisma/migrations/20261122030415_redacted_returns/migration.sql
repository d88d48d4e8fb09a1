-- AlterTable
ALTER TABLE "Return" ADD COLUMN     "redactedAt" TIMESTAMPTZ(3);

