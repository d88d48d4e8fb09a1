-- AlterTable
ALTER TABLE "Return" ADD COLUMN     "labelAnew" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "labelSince" TIMESTAMPTZ(3),
ADD COLUMN     "labelWords" TEXT;

