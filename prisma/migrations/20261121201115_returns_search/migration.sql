-- CreateIndex
CREATE INDEX "Return_shop_name_orderName_idx" ON "Return" USING GIN ("shop" text_ops, "name" gin_trgm_ops, "orderName" gin_trgm_ops);

