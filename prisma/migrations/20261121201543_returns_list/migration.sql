-- A list in order needs one word for what needs a person, not a number of needs.
ALTER TABLE "Return" ADD COLUMN     "needsPerson" BOOLEAN NOT NULL DEFAULT false;

UPDATE "Return" SET "needsPerson" = true WHERE "needsCount" > 0;

-- DropIndex
DROP INDEX "Return_shop_needsCount_createdAt_returnId_idx";

-- AlterTable
ALTER TABLE "Return" DROP COLUMN "needsCount";

-- CreateIndex
CREATE INDEX "Return_shop_needsPerson_createdAt_returnId_idx" ON "Return"("shop", "needsPerson", "createdAt", "returnId");

-- CreateIndex
CREATE INDEX "Return_shop_name_orderName_idx" ON "Return" USING GIN ("shop" text_ops, "name" gin_trgm_ops, "orderName" gin_trgm_ops);
