-- AlterTable
ALTER TABLE "Return" ADD COLUMN     "missingAsked" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "undisposed" JSONB;

