-- AlterTable
ALTER TABLE "Task" ADD COLUMN     "staffId" TEXT;

-- AlterTable
ALTER TABLE "TimelineEntry" ADD COLUMN     "staffId" TEXT;

-- AlterTable
ALTER TABLE "Activity" ADD COLUMN     "staffId" TEXT;

