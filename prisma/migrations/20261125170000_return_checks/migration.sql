-- AlterTable
ALTER TABLE "Return" ADD COLUMN     "checkAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "expectedOn" TEXT,
ADD COLUMN     "isElsewhere" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "letGo" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "stageSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "waitUntil" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "ReturnSettings" ADD COLUMN     "overdueDays" INTEGER NOT NULL DEFAULT 14;

-- CreateIndex
CREATE INDEX "Return_shop_checkAt_idx" ON "Return"("shop", "checkAt");

-- How long the returns there are have had their stage was not kept.
UPDATE "Return" SET "stageSince" = "readAt";

-- Those that are over, and of which the warehouse expects nothing, are not checked.
UPDATE "Return" SET "checkAt" = NULL
WHERE "status" IN ('CLOSED', 'CANCELED', 'DECLINED') AND ("inboundStatus" IS NULL OR "inboundStatus" IN ('fully_received', 'cancelled'));
