-- Variants no longer wait because another variant uses their SKU: the next import matches them.
UPDATE "Variant" SET "reason" = 'several_products' WHERE "reason" = 'taken';

-- AlterEnum
BEGIN;
CREATE TYPE "MatchReason_new" AS ENUM ('folded_sku', 'barcode', 'recreated', 'several_variants', 'several_products', 'nothing_to_match_by', 'by_merchant');
ALTER TABLE "Variant" ALTER COLUMN "reason" TYPE "MatchReason_new" USING ("reason"::text::"MatchReason_new");
ALTER TYPE "MatchReason" RENAME TO "MatchReason_old";
ALTER TYPE "MatchReason_new" RENAME TO "MatchReason";
DROP TYPE "MatchReason_old";
COMMIT;

-- Rows of uploads are no longer refused because another variant uses their SKU. A file that waits to be applied is to be
-- uploaded again. Of one that was applied, the refused rows are deleted. They changed nothing.
DELETE FROM "MappingUpload" WHERE "stage" = 'tried' AND "verdicts" -> 'conflict' IS NOT NULL;
DELETE FROM "MappingUploadRow" WHERE "verdict" = 'conflict';
UPDATE "MappingUpload" SET "verdicts" = "verdicts" - 'conflict' WHERE "verdicts" -> 'conflict' IS NOT NULL;

-- DropTable
DROP TABLE "SharedSku";

-- DropEnum
DROP TYPE "SharingPolicy";
