-- CreateEnum
CREATE TYPE "TimelineAbout" AS ENUM ('return', 'purchase');

-- CreateEnum
CREATE TYPE "ActivityArea" AS ENUM ('products', 'problems', 'settings');

-- DropIndex
DROP INDEX "LedgerEntry_shop_variantId_id_idx";

-- DropIndex
DROP INDEX "LedgerEntry_shop_intendedAt_idx";

-- DropIndex
DROP INDEX "TimelineEntry_shop_subject_id_idx";

-- AlterTable
ALTER TABLE "TimelineEntry" ADD COLUMN     "about" "TimelineAbout",
ADD COLUMN     "sku" TEXT;
UPDATE "TimelineEntry" SET
  "about" = CASE WHEN "subject" LIKE 'gid://shopify/Return/%' THEN 'return' ELSE 'purchase' END::"TimelineAbout",
  "sku" = "details"->>'sku';
ALTER TABLE "TimelineEntry" ALTER COLUMN "about" SET NOT NULL;

-- CreateTable
CREATE TABLE "Activity" (
    "id" BIGSERIAL NOT NULL,
    "shop" TEXT NOT NULL,
    "area" "ActivityArea" NOT NULL,
    "kind" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "subject" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Activity_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Activity_shop_area_at_id_idx" ON "Activity"("shop", "area", "at", "id");

-- CreateIndex
CREATE INDEX "Activity_shop_subject_at_id_idx" ON "Activity"("shop", "subject", "at", "id");

-- CreateIndex
CREATE INDEX "Activity_at_idx" ON "Activity"("at");

-- CreateIndex
CREATE INDEX "Hint_shop_source_receivedAt_id_idx" ON "Hint"("shop", "source", "receivedAt", "id");

-- CreateIndex
CREATE INDEX "Hint_shop_identifier_receivedAt_id_idx" ON "Hint"("shop", "identifier", "receivedAt", "id");

-- CreateIndex
CREATE INDEX "LedgerEntry_shop_variantId_intendedAt_id_idx" ON "LedgerEntry"("shop", "variantId", "intendedAt", "id");

-- CreateIndex
CREATE INDEX "LedgerEntry_shop_intendedAt_id_idx" ON "LedgerEntry"("shop", "intendedAt", "id");

-- CreateIndex
CREATE INDEX "TimelineEntry_shop_subject_at_id_idx" ON "TimelineEntry"("shop", "subject", "at", "id");

-- CreateIndex
CREATE INDEX "TimelineEntry_shop_about_at_id_idx" ON "TimelineEntry"("shop", "about", "at", "id");

-- CreateIndex
CREATE INDEX "TimelineEntry_shop_sku_at_id_idx" ON "TimelineEntry"("shop", "sku", "at", "id");

-- What is still so, and began before there was a place to say it.
INSERT INTO "Activity" ("shop", "area", "kind", "subject", "details", "at")
SELECT "shop", 'problems'::"ActivityArea", 'problem-opened', nullif("subject", ''),
  "details" || jsonb_build_object('problem', "kind"), "openedAt"
FROM "Problem"
UNION ALL
SELECT "shop", 'settings'::"ActivityArea", 'connected', NULL, jsonb_build_object('location', "locationName"), "connectedAt"
FROM "Connection" WHERE "disconnectedAt" IS NULL AND "locationName" IS NOT NULL;
