-- AlterTable
ALTER TABLE "Connection" ADD COLUMN     "guideDismissedAt" TIMESTAMPTZ(3),
ADD COLUMN     "keyProvenAt" TIMESTAMPTZ(3),
ADD COLUMN     "keyRefusedAt" TIMESTAMPTZ(3),
ADD COLUMN     "reportSeenAt" TIMESTAMPTZ(3),
ALTER COLUMN "locationId" DROP NOT NULL,
ALTER COLUMN "locationName" DROP NOT NULL;


-- Whoever left before this version comes back to a guide that begins at its beginning, and looks before going live.
UPDATE "Connection" SET "locationId" = NULL, "locationName" = NULL, "importedAt" = NULL, "changesReadAt" = NULL
WHERE "disconnectedAt" IS NOT NULL;
UPDATE "StockSettings" s SET "phase" = 'shadow' FROM "Connection" c
WHERE c."shop" = s."shop" AND c."disconnectedAt" IS NOT NULL;
