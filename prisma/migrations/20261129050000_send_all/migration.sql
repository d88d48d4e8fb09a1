-- AlterTable
ALTER TABLE "Return" ADD COLUMN     "sendAll" BOOLEAN NOT NULL DEFAULT false;
