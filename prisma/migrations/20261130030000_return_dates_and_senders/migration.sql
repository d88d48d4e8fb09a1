-- When the warehouse was last asked to expect a return, and whether its order shows another sender since.
ALTER TABLE "Return"
  ADD COLUMN "renewedTo" TEXT,
  ADD COLUMN "dueOn" TEXT,
  ADD COLUMN "senderDigest" TEXT,
  ADD COLUMN "senderIsTyped" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "senderDiffers" BOOLEAN NOT NULL DEFAULT false;

-- A sender that the merchant has typed is not replaced by the order's.
UPDATE "Return" r SET "senderIsTyped" = true
WHERE "inboundStatus" = 'new' AND ("senderSentAt" IS NOT NULL OR EXISTS (
  SELECT FROM "TimelineEntry" e
  WHERE e."shop" = r."shop" AND e."subject" = r."returnId"
    AND (e."kind" = 'inbound-change' OR (e."kind" = 'asked' AND e."details"->>'what' = 'sender'))));
