-- CreateExtension
CREATE EXTENSION IF NOT EXISTS "btree_gin";

-- CreateExtension
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- CreateEnum
CREATE TYPE "MatchReason" AS ENUM ('folded_sku', 'barcode', 'recreated', 'several_variants', 'several_products', 'taken', 'nothing_to_match_by', 'by_merchant');

-- CreateEnum
CREATE TYPE "MappingDecision" AS ENUM ('mapped', 'unmapped', 'ignored');

-- CreateEnum
CREATE TYPE "MappingSource" AS ENUM ('sku', 'merchant', 'csv');

-- CreateEnum
CREATE TYPE "SharingPolicy" AS ENUM ('same', 'primary');

-- CreateEnum
CREATE TYPE "ImportStage" AS ENUM ('exporting', 'listing', 'storing', 'done');

-- CreateEnum
CREATE TYPE "PushState" AS ENUM ('waiting', 'created', 'present', 'rejected');

-- CreateEnum
CREATE TYPE "UploadStage" AS ENUM ('tried', 'applied', 'undone');

-- AlterEnum
BEGIN;
CREATE TYPE "VariantState_new" AS ENUM ('mapped', 'suggested', 'ambiguous', 'unmapped', 'not_at_warehouse', 'ignored', 'tombstoned', 'bundle');
ALTER TABLE "Variant" ALTER COLUMN "state" DROP DEFAULT;
ALTER TABLE "Variant" ALTER COLUMN "state" TYPE "VariantState_new" USING (
  CASE "state"::text WHEN 'no_sku' THEN 'unmapped' WHEN 'duplicate_sku' THEN 'ambiguous' ELSE "state"::text END::"VariantState_new");
ALTER TYPE "VariantState" RENAME TO "VariantState_old";
ALTER TYPE "VariantState_new" RENAME TO "VariantState";
DROP TYPE "VariantState_old";
ALTER TABLE "Variant" ALTER COLUMN "state" SET DEFAULT 'unmapped';
COMMIT;

-- DropIndex
DROP INDEX "Variant_shop_sku_idx";

-- DropIndex
DROP INDEX "Mapping_shop_sku_idx";

-- AlterTable
ALTER TABLE "Variant" ADD COLUMN     "goneAt" TIMESTAMPTZ(3),
ADD COLUMN     "height" INTEGER,
ADD COLUMN     "length" INTEGER,
ADD COLUMN     "width" INTEGER,
ADD COLUMN     "reason" "MatchReason",
ADD COLUMN     "skuFolded" TEXT,
ADD COLUMN     "suggestedFrom" TEXT,
ADD COLUMN     "suggestedSku" TEXT,
ADD COLUMN     "weight" INTEGER,
ALTER COLUMN "state" SET DEFAULT 'unmapped';

UPDATE "Variant" SET "skuFolded" = lower(btrim("sku"));

-- AlterTable
ALTER TABLE "WarehouseProduct" ADD COLUMN     "search" TEXT,
ADD COLUMN     "skuFolded" TEXT;
UPDATE "WarehouseProduct" SET "skuFolded" = lower(btrim("sku")),
  "search" = lower(concat_ws(' ', "sku", "description", "barcode"));
ALTER TABLE "WarehouseProduct" ALTER COLUMN "search" SET NOT NULL,
ALTER COLUMN "skuFolded" SET NOT NULL;

-- AlterTable
ALTER TABLE "Mapping" ADD COLUMN     "decision" "MappingDecision" NOT NULL DEFAULT 'mapped',
ADD COLUMN     "formerVariantIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "shopSku" TEXT,
ADD COLUMN     "source" "MappingSource" NOT NULL DEFAULT 'sku';
ALTER TABLE "Mapping" ALTER COLUMN "decision" DROP DEFAULT, ALTER COLUMN "source" DROP DEFAULT;
UPDATE "Mapping" m SET "shopSku" = coalesce(
  (SELECT v."sku" FROM "Variant" v WHERE v."shop" = m."shop" AND v."variantId" = m."variantId"), m."sku");

-- CreateTable
CREATE TABLE "ShopProduct" (
    "shop" TEXT NOT NULL,
    "productId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "url" TEXT,
    "imageUrl" TEXT,

    CONSTRAINT "ShopProduct_pkey" PRIMARY KEY ("shop","productId")
);
INSERT INTO "ShopProduct" ("shop", "productId", "title", "status")
  SELECT DISTINCT ON ("shop", "productId") "shop", "productId", "productTitle", 'ACTIVE' FROM "Variant";

-- CreateTable
CREATE TABLE "MappingComponent" (
    "shop" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "MappingComponent_pkey" PRIMARY KEY ("shop","variantId","sku")
);
INSERT INTO "MappingComponent" ("shop", "variantId", "sku", "quantity")
  SELECT "shop", "variantId", "sku", 1 FROM "Mapping";
ALTER TABLE "Mapping" DROP COLUMN "sku";
-- Variants that are gone were forgotten until now and only their mapping was left. Now they are remembered.
INSERT INTO "Variant" ("shop", "variantId", "inventoryItemId", "productId", "productTitle", "variantTitle", "sku",
  "skuFolded", "tracked", "bundle", "state", "onHandReadAt", "readAt", "goneAt")
  SELECT m."shop", m."variantId", m."inventoryItemId", '', coalesce(m."shopSku", ''), '', m."shopSku",
    lower(btrim(m."shopSku")), true, false, 'tombstoned', now(), now(), now()
  FROM "Mapping" m WHERE NOT EXISTS (
    SELECT FROM "Variant" v WHERE v."shop" = m."shop" AND v."variantId" = m."variantId");

-- CreateTable
CREATE TABLE "SharedSku" (
    "shop" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "policy" "SharingPolicy" NOT NULL,
    "primaryVariantId" TEXT,

    CONSTRAINT "SharedSku_pkey" PRIMARY KEY ("shop","sku")
);

-- CreateTable
CREATE TABLE "CatalogueImport" (
    "shop" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "stage" "ImportStage" NOT NULL,
    "bulkOperationId" TEXT,
    "resultUrl" TEXT,
    "position" BIGINT NOT NULL DEFAULT 0,
    "variants" INTEGER NOT NULL DEFAULT 0,
    "products" INTEGER NOT NULL DEFAULT 0,
    "expected" INTEGER,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),
    "listedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CatalogueImport_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "ImportBlock" (
    "importId" UUID NOT NULL,
    "position" BIGINT NOT NULL,
    "lines" TEXT NOT NULL,

    CONSTRAINT "ImportBlock_pkey" PRIMARY KEY ("importId","position")
);
-- Compressing what is read once costs more than it saves.
ALTER TABLE "ImportBlock" ALTER COLUMN "lines" SET STORAGE EXTERNAL;

-- CreateTable
CREATE TABLE "CatalogueSettings" (
    "shop" TEXT NOT NULL,
    "pushEdits" BOOLEAN NOT NULL DEFAULT false,
    "askBeyond" INTEGER NOT NULL DEFAULT 20,
    "widthField" TEXT,
    "heightField" TEXT,
    "lengthField" TEXT,

    CONSTRAINT "CatalogueSettings_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "PushedProduct" (
    "shop" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "state" "PushState" NOT NULL,
    "sent" JSONB,
    "reason" TEXT,
    "queuedAt" TIMESTAMPTZ(3) NOT NULL,
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "PushedProduct_pkey" PRIMARY KEY ("shop","sku")
);

-- CreateTable
CREATE TABLE "MappingUpload" (
    "shop" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "fileName" TEXT NOT NULL,
    "stage" "UploadStage" NOT NULL,
    "verdicts" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "appliedAt" TIMESTAMPTZ(3),
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "MappingUpload_pkey" PRIMARY KEY ("shop","id")
);

-- CreateTable
CREATE TABLE "MappingUploadRow" (
    "shop" TEXT NOT NULL,
    "uploadId" UUID NOT NULL,
    "line" INTEGER NOT NULL,
    "variantId" TEXT,
    "asked" JSONB NOT NULL,
    "verdict" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "MappingUploadRow_pkey" PRIMARY KEY ("shop","uploadId","line")
);

-- CreateIndex
CREATE INDEX "ShopProduct_shop_title_idx" ON "ShopProduct" USING GIN ("shop" text_ops, "title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "MappingComponent_shop_sku_idx" ON "MappingComponent"("shop", "sku");

-- CreateIndex
CREATE INDEX "PushedProduct_shop_state_idx" ON "PushedProduct"("shop", "state");

-- CreateIndex
CREATE INDEX "PushedProduct_shop_variantId_idx" ON "PushedProduct"("shop", "variantId");

-- CreateIndex
CREATE INDEX "MappingUpload_shop_createdAt_idx" ON "MappingUpload"("shop", "createdAt");

-- CreateIndex
CREATE INDEX "MappingUploadRow_shop_uploadId_verdict_line_idx" ON "MappingUploadRow"("shop", "uploadId", "verdict", "line");

-- CreateIndex
CREATE INDEX "Variant_shop_skuFolded_idx" ON "Variant"("shop", "skuFolded");

-- CreateIndex
CREATE INDEX "Variant_shop_barcode_idx" ON "Variant"("shop", "barcode");

-- CreateIndex
CREATE INDEX "Variant_skuFolded_search" ON "Variant" USING GIN ("shop" text_ops, "skuFolded" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "WarehouseProduct_shop_skuFolded_idx" ON "WarehouseProduct"("shop", "skuFolded");

-- CreateIndex
CREATE INDEX "WarehouseProduct_shop_barcode_idx" ON "WarehouseProduct"("shop", "barcode");

-- CreateIndex
CREATE INDEX "WarehouseProduct_shop_search_idx" ON "WarehouseProduct" USING GIN ("shop" text_ops, "search" gin_trgm_ops);

-- AddForeignKey
ALTER TABLE "MappingUploadRow" ADD CONSTRAINT "MappingUploadRow_shop_uploadId_fkey" FOREIGN KEY ("shop", "uploadId") REFERENCES "MappingUpload"("shop", "id") ON DELETE CASCADE ON UPDATE CASCADE;

