-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "oldWebhookKey" TEXT,
ADD COLUMN     "oldWebhookKeyUntil" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "WarehouseProduct" ALTER COLUMN "stock" DROP NOT NULL;

-- CreateTable
CREATE TABLE "rate_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("key")
);

