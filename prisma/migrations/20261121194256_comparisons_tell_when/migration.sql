-- AlterTable
ALTER TABLE "Connection" DROP COLUMN "comparedAt";

