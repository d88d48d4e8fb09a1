-- AlterTable
ALTER TABLE "CatalogueImport" DROP COLUMN "listedAt",
DROP COLUMN "resultUrl";

-- An import under way begins its result anew, because blocks of the old form are not read any more.
DELETE FROM "ImportBlock";
UPDATE "CatalogueImport" SET "position" = 0, "variants" = 0 WHERE "stage" = 'storing';

-- AlterTable
ALTER TABLE "ImportBlock" DROP COLUMN "lines",
ADD COLUMN     "rows" JSONB NOT NULL;

-- Blocks live for seconds. Compressing them would take longer than writing them.
ALTER TABLE "ImportBlock" ALTER COLUMN "rows" SET STORAGE EXTERNAL;

-- One entry for all variants of a title makes these a fraction of their size.
-- DropIndex
DROP INDEX "Variant_shop_productTitle_variantTitle_variantId_idx";

-- DropIndex
DROP INDEX "Variant_shop_state_productTitle_variantTitle_variantId_idx";

-- CreateIndex
CREATE INDEX "Variant_shop_productTitle_idx" ON "Variant"("shop", "productTitle");

-- CreateIndex
CREATE INDEX "Variant_shop_state_productTitle_idx" ON "Variant"("shop", "state", "productTitle");
