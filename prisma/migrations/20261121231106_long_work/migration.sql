-- CreateEnum
CREATE TYPE "TaskState" AS ENUM ('waiting', 'running', 'done', 'cancelled', 'failed');

-- In the order of the schema, which is that of the index. None of them is used before this transaction has ended.
ALTER TYPE "PushState" ADD VALUE 'sending' BEFORE 'created';
ALTER TYPE "PushState" ADD VALUE 'stopping' BEFORE 'created';

-- AlterTable
ALTER TABLE "CatalogueImport" ADD COLUMN     "asked" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "StockSweep" ADD COLUMN     "asked" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "compared" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "id" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "listed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "variants" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "bulkOperationId" DROP NOT NULL;

-- AlterTable
ALTER TABLE "StockComparison" ADD COLUMN     "asked" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Task" (
    "shop" TEXT NOT NULL,
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "state" "TaskState" NOT NULL DEFAULT 'waiting',
    "count" INTEGER NOT NULL,
    "percent" INTEGER NOT NULL DEFAULT 0,
    "runs" INTEGER NOT NULL DEFAULT 0,
    "result" JSONB,
    "askedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "seen" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Task_pkey" PRIMARY KEY ("shop","id")
);

-- CreateIndex
CREATE INDEX "Task_shop_seen_askedAt_idx" ON "Task"("shop", "seen", "askedAt");

-- CreateIndex
CREATE INDEX "Task_endedAt_idx" ON "Task"("endedAt");
