-- AlterTable
ALTER TABLE "CatalogueImport" DROP COLUMN "listedAt",
DROP COLUMN "resultUrl";

