-- AlterTable
ALTER TABLE "Hint" ADD COLUMN     "traceparent" TEXT;

