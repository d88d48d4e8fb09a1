import { expect, test } from "vitest";
import { shownVariants } from "../../app/domain/catalog/shown-variants.ts";
import { createWorld, SHOP } from "../support/world.ts";

interface Step {
  "Relation Name"?: string;
  "Actual Loops": number;
  Plans?: Step[];
}

const stepsOf = (plan: Step): Step[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

test("right after the first import, a search asks for each way of finding a variant once", async () => {
  const { db } = (await createWorld({})).services;
  const at = new Date();
  await db.$executeRaw`
    INSERT INTO "ShopProduct" ("shop", "productId", "title", "status")
    SELECT ${SHOP}, 'product ' || n, 'Tile ' || n, 'ACTIVE' FROM generate_series(1, 300) AS n`;
  await db.$executeRaw`
    INSERT INTO "Variant" ("shop", "variantId", "inventoryItemId", "productId", "productTitle", "variantTitle", "sku",
      "skuFolded", "tracked", "bundle", "onHandReadAt", "readAt")
    SELECT ${SHOP}, 'v' || n, 'item ' || n, 'product ' || n, 'Tile ' || n, '', 'T-' || n, 't-' || n, true, false, ${at}, ${at}
    FROM generate_series(1, 300) AS n`;
  const [plan] = await db.$queryRaw<{ "QUERY PLAN": [{ Plan: Step }] }[]>`
    EXPLAIN (ANALYZE, FORMAT JSON)
    SELECT v."variantId" FROM "Variant" v WHERE ${shownVariants(SHOP, { search: "tile 5" })}`;
  const reads = stepsOf(plan!["QUERY PLAN"][0].Plan).filter(
    (step) => step["Relation Name"] === "ShopProduct",
  );
  expect(reads.map((step) => step["Actual Loops"])).toEqual([1]);
});
