import { beforeEach, describe, expect, test } from "vitest";
import { CHECKED_MAX } from "../../app/domain/catalog/check-skus.ts";
import { openJoinedCatalogue } from "./bench.ts";
import { verdicts } from "./csv-bench.ts";

const bench = await openJoinedCatalogue();
beforeEach(() => bench.products({ A: {} }));

const HEADER = "Variant ID,Decision,Warehouse SKU,Quantity";
const judged = (...rows: string[]) => verdicts(bench.ctx, [HEADER, ...rows].join("\n"));

describe("a row with an SKU that is not stored", () => {
  const rows = ["mug,mapped,NEW,1", "set,mapped,A,1", "set,mapped,NONE,2"];
  beforeEach(() => bench.variants({ mug: {}, set: {} }));

  test("is new where the warehouse has got it since the last import", async () => {
    await bench.warehouse.atFloor("products", [{ sku: "NEW", description: "New lamp", stock: 2 }]);
    expect(await judged(...rows)).toEqual(["new", "held-back", "unknown-sku"]);
    expect(await bench.ctx.db.warehouseProduct.findMany({ where: { sku: "NEW" } })).toMatchObject([
      { description: "New lamp", stock: 2 },
    ]);
  });

  test("is not called unknown when the warehouse cannot be asked", async () => {
    await bench.warehouse.fault({ path: "/products", action: { kind: "status", status: 503 } });
    expect(await judged(...rows)).toEqual(["sku-not-checked", "held-back", "sku-not-checked"]);
  });

  test("is asked about within the limit alone, and what is not mapped to is not asked about", async () => {
    await bench.warehouse.forgetRequests();
    const many = Array.from({ length: CHECKED_MAX + 1 }, (_, index) => `no-${index},mapped,NONE-${index},1`);
    await judged("mug,unmapped,GONE,1", ...many);
    const asked = (await bench.warehouse.requests()).map(({ path }) => path);
    expect(asked.filter((path) => path.includes("/products/NONE-"))).toHaveLength(CHECKED_MAX);
    expect(asked.filter((path) => path.includes("GONE"))).toEqual([]);
  });
});
