-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "VariantState" AS ENUM ('mapped', 'no_sku', 'duplicate_sku', 'not_at_warehouse', 'bundle');

-- CreateEnum
CREATE TYPE "HintSource" AS ENUM ('warehouse', 'shop', 'app');

-- CreateEnum
CREATE TYPE "LedgerOutcome" AS ENUM ('intended', 'written', 'stale', 'rejected', 'superseded');

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "shop" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "isOnline" BOOLEAN NOT NULL DEFAULT false,
    "scope" TEXT,
    "expires" TIMESTAMP(3),
    "accessToken" TEXT NOT NULL,
    "userId" BIGINT,
    "firstName" TEXT,
    "lastName" TEXT,
    "email" TEXT,
    "accountOwner" BOOLEAN NOT NULL DEFAULT false,
    "locale" TEXT,
    "collaborator" BOOLEAN DEFAULT false,
    "emailVerified" BOOLEAN DEFAULT false,
    "refreshToken" TEXT,
    "refreshTokenExpires" TIMESTAMP(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Connection" (
    "shop" TEXT NOT NULL,
    "hookId" UUID NOT NULL,
    "accessToken" TEXT NOT NULL,
    "webhookKey" TEXT NOT NULL,
    "locationId" TEXT NOT NULL,
    "locationName" TEXT NOT NULL,
    "connectedAt" TIMESTAMPTZ(3) NOT NULL,
    "disconnectedAt" TIMESTAMPTZ(3),
    "importedAt" TIMESTAMPTZ(3),
    "comparedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Connection_pkey" PRIMARY KEY ("shop")
);

-- CreateTable
CREATE TABLE "Subscription" (
    "shop" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "notificationUrl" TEXT NOT NULL,
    "tokenDigest" TEXT NOT NULL,
    "registeredAt" TIMESTAMPTZ(3) NOT NULL,
    "lastHeardAt" TIMESTAMPTZ(3),

    CONSTRAINT "Subscription_pkey" PRIMARY KEY ("shop","event")
);

-- CreateTable
CREATE TABLE "Variant" (
    "shop" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "inventoryItemId" TEXT NOT NULL,
    "productId" TEXT NOT NULL,
    "productTitle" TEXT NOT NULL,
    "variantTitle" TEXT NOT NULL,
    "sku" TEXT,
    "barcode" TEXT,
    "tracked" BOOLEAN NOT NULL,
    "bundle" BOOLEAN NOT NULL,
    "state" "VariantState" NOT NULL DEFAULT 'not_at_warehouse',
    "onHand" INTEGER,
    "onHandReadAt" TIMESTAMPTZ(3) NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Variant_pkey" PRIMARY KEY ("shop","variantId")
);

-- CreateTable
CREATE TABLE "WarehouseProduct" (
    "shop" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "barcode" TEXT,
    "stock" INTEGER NOT NULL,
    "readAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WarehouseProduct_pkey" PRIMARY KEY ("shop","sku")
);

-- CreateTable
CREATE TABLE "Mapping" (
    "shop" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "inventoryItemId" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "mappedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Mapping_pkey" PRIMARY KEY ("shop","variantId")
);

-- CreateTable
CREATE TABLE "Hint" (
    "id" BIGSERIAL NOT NULL,
    "shop" TEXT NOT NULL,
    "source" "HintSource" NOT NULL,
    "event" TEXT NOT NULL,
    "type" TEXT,
    "resource" TEXT,
    "identifier" TEXT,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "followedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Hint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "id" BIGSERIAL NOT NULL,
    "shop" TEXT NOT NULL,
    "variantId" TEXT NOT NULL,
    "inventoryItemId" TEXT NOT NULL,
    "sku" TEXT NOT NULL,
    "hintId" BIGINT,
    "warehouseStock" INTEGER,
    "warehouseReadAt" TIMESTAMPTZ(3) NOT NULL,
    "shopOnHand" INTEGER NOT NULL,
    "shopReadAt" TIMESTAMPTZ(3) NOT NULL,
    "target" INTEGER NOT NULL,
    "writeKey" UUID NOT NULL,
    "outcome" "LedgerOutcome" NOT NULL DEFAULT 'intended',
    "reason" TEXT,
    "intendedAt" TIMESTAMPTZ(3) NOT NULL,
    "settledAt" TIMESTAMPTZ(3),

    CONSTRAINT "LedgerEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Problem" (
    "shop" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "details" JSONB NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Problem_pkey" PRIMARY KEY ("shop","kind","subject")
);

-- CreateIndex
CREATE INDEX "Session_shop_idx" ON "Session"("shop");

-- CreateIndex
CREATE UNIQUE INDEX "Connection_hookId_key" ON "Connection"("hookId");

-- CreateIndex
CREATE INDEX "Variant_shop_productTitle_variantTitle_variantId_idx" ON "Variant"("shop", "productTitle", "variantTitle", "variantId");

-- CreateIndex
CREATE INDEX "Variant_shop_state_productTitle_variantTitle_variantId_idx" ON "Variant"("shop", "state", "productTitle", "variantTitle", "variantId");

-- CreateIndex
CREATE INDEX "Variant_shop_sku_idx" ON "Variant"("shop", "sku");

-- CreateIndex
CREATE INDEX "Variant_shop_productId_idx" ON "Variant"("shop", "productId");

-- CreateIndex
CREATE INDEX "Variant_shop_inventoryItemId_idx" ON "Variant"("shop", "inventoryItemId");

-- CreateIndex
CREATE INDEX "Mapping_shop_sku_idx" ON "Mapping"("shop", "sku");

-- CreateIndex
CREATE INDEX "Hint_shop_followedAt_id_idx" ON "Hint"("shop", "followedAt", "id");

-- CreateIndex
CREATE INDEX "LedgerEntry_shop_variantId_id_idx" ON "LedgerEntry"("shop", "variantId", "id");

-- CreateIndex
CREATE INDEX "LedgerEntry_shop_outcome_idx" ON "LedgerEntry"("shop", "outcome");

-- CreateIndex
CREATE INDEX "LedgerEntry_shop_writeKey_idx" ON "LedgerEntry"("shop", "writeKey");

-- CreateIndex
CREATE INDEX "LedgerEntry_shop_intendedAt_idx" ON "LedgerEntry"("shop", "intendedAt");


