-- DropIndex
DROP INDEX "Variant_shop_state_productTitle_idx";

-- CreateTable
CREATE TABLE "StockDay" (
    "shop" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "raised" BIGINT NOT NULL DEFAULT 0,
    "lowered" BIGINT NOT NULL DEFAULT 0,
    "writes" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "StockDay_pkey" PRIMARY KEY ("shop","day")
);

-- CreateIndex
CREATE INDEX "Variant_shop_state_productTitle_goneAt_idx" ON "Variant"("shop", "state", "productTitle", "goneAt");

-- The days there are in the ledger already.
INSERT INTO "StockDay" ("shop", "day", "raised", "lowered", "writes")
SELECT "shop", (coalesce("settledAt", "intendedAt") AT TIME ZONE 'UTC')::date,
  sum(greatest("target"::bigint - "shopFigure", 0)), sum(greatest("shopFigure"::bigint - "target", 0)), count(*)
FROM "LedgerEntry" WHERE "outcome" = 'written'
GROUP BY 1, 2;
