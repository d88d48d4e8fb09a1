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
