-- AlterTable
ALTER TABLE "Subscription" ADD COLUMN     "mayEnd" BOOLEAN NOT NULL DEFAULT false;
