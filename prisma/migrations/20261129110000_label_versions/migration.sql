-- AlterEnum
ALTER TYPE "LabelState" ADD VALUE 'old' AFTER 'ready';

-- AlterTable
ALTER TABLE "Return" ADD COLUMN     "heldLabel" INTEGER,
ADD COLUMN     "labelGoodFrom" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "labelVersion" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "senderSentAt" TIMESTAMPTZ(3);

-- All labels so far are of version 0. Where the return was announced again after its label was last written, that label
-- is of the inbound before, and the next reading replaces it.
UPDATE "Return" r SET "heldLabel" = 0, "labelVersion" = 1, "labelGoodFrom" = 1
WHERE r."label" = 'ready' AND r."status" = 'OPEN' AND (
  SELECT max(t."id") FROM "TimelineEntry" t WHERE t."shop" = r."shop" AND t."subject" = r."returnId"
    AND t."kind" = 'announce' AND t."outcome" = 'done'
) > (
  SELECT max(t."id") FROM "TimelineEntry" t WHERE t."shop" = r."shop" AND t."subject" = r."returnId"
    AND t."kind" IN ('label-attach', 'label-replace') AND t."outcome" = 'done'
);
UPDATE "Return" SET "heldLabel" = 0 WHERE "label" = 'ready' AND "heldLabel" IS NULL;
-- The merchant wants another.
UPDATE "Return" SET "labelVersion" = 1 WHERE "labelAnew";
