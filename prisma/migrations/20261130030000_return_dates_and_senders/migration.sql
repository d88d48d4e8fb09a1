-- When the warehouse was last asked to expect a return, and whether its order shows another sender since.
ALTER TABLE "Return"
  ADD COLUMN "renewedTo" TEXT,
  ADD COLUMN "dueOn" TEXT,
  ADD COLUMN "senderDigest" TEXT,
  ADD COLUMN "senderIsTyped" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "senderDiffers" BOOLEAN NOT NULL DEFAULT false;
