-- AlterTable
ALTER TABLE "Hint" ADD COLUMN     "failure" TEXT,
ADD COLUMN     "quarantinedAt" TIMESTAMPTZ(3),
ADD COLUMN     "retryAt" TIMESTAMPTZ(3),
ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0;

-- Few events are quarantined, and every event is inserted: an index of the few costs the others nothing.
CREATE INDEX "Hint_shop_quarantinedAt_idx" ON "Hint"("shop", "quarantinedAt") WHERE "quarantinedAt" IS NOT NULL;
