-- CreateEnum
CREATE TYPE "ReturnStage" AS ENUM ('requested', 'earlier', 'approved', 'announced', 'labelled', 'receiving', 'received', 'settled', 'closed', 'cancelled', 'declined');

-- CreateEnum
CREATE TYPE "LabelState" AS ENUM ('none', 'waiting', 'ready', 'failed', 'theirs');

-- CreateEnum
CREATE TYPE "DefectiveAs" AS ENUM ('not_restocked', 'processing_required', 'left');

-- CreateEnum
CREATE TYPE "WriteOutcome" AS ENUM ('intended', 'done', 'refused', 'lost');

-- AlterEnum
ALTER TYPE "HintSource" ADD VALUE 'shop_return' BEFORE 'app';

-- CreateTable
CREATE TABLE "Return" (
    "shop" TEXT NOT NULL,
    "returnId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "orderName" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "stage" "ReturnStage" NOT NULL,
    "pieces" INTEGER NOT NULL,
    "reverseOrderIds" TEXT[],
    "lines" JSONB NOT NULL,
    "needs" JSONB NOT NULL,
    "needsCount" INTEGER NOT NULL DEFAULT 0,
    "inboundRef" TEXT NOT NULL,
    "inboundStatus" TEXT,
    "announcingAt" TIMESTAMPTZ(3),
    "label" "LabelState" NOT NULL DEFAULT 'none',
    "labelReason" TEXT,
    "sender" JSONB,
    "announceAnyway" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Return_pkey" PRIMARY KEY ("shop","returnId")
);

-- CreateTable
CREATE TABLE "ReturnSettings" (
    "shop" TEXT NOT NULL,
    "announce" BOOLEAN NOT NULL DEFAULT true,
    "approve" BOOLEAN NOT NULL DEFAULT false,
    "expectedDays" INTEGER NOT NULL DEFAULT 14,
    "label" BOOLEAN NOT NULL DEFAULT true,
    "notify" BOOLEAN NOT NULL DEFAULT true,
    "restock" BOOLEAN NOT NULL DEFAULT true,
    "defectiveAs" "DefectiveAs" NOT NULL DEFAULT 'not_restocked',
    "close" BOOLEAN NOT NULL DEFAULT false,
    "process" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ReturnSettings_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "TimelineEntry" (
    "id" BIGSERIAL NOT NULL,
    "shop" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "outcome" "WriteOutcome",
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "TimelineEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Return_shop_createdAt_returnId_idx" ON "Return"("shop", "createdAt", "returnId");

-- CreateIndex
CREATE INDEX "Return_shop_stage_createdAt_returnId_idx" ON "Return"("shop", "stage", "createdAt", "returnId");

-- CreateIndex
CREATE INDEX "Return_shop_needsCount_createdAt_returnId_idx" ON "Return"("shop", "needsCount", "createdAt", "returnId");

-- CreateIndex
CREATE UNIQUE INDEX "Return_shop_inboundRef_key" ON "Return"("shop", "inboundRef");

-- CreateIndex
CREATE INDEX "TimelineEntry_shop_subject_id_idx" ON "TimelineEntry"("shop", "subject", "id");

-- CreateIndex
CREATE INDEX "TimelineEntry_shop_outcome_idx" ON "TimelineEntry"("shop", "outcome");

-- CreateIndex
CREATE INDEX "TimelineEntry_at_idx" ON "TimelineEntry"("at");

