-- CreateTable
CREATE TABLE "SavedView" (
    "shop" TEXT NOT NULL,
    "list" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tab" TEXT,
    "search" TEXT NOT NULL,
    "savedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SavedView_pkey" PRIMARY KEY ("shop","list","name")
);

