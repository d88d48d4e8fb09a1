import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readLinesFile } from "../../app/domain/inbounds/read-lines-file.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { arriving } from "../catalog/csv-bench.ts";
import { goodsWorld } from "../support/purchases.ts";
import type { World } from "../support/world.ts";

const atEnd: (() => Promise<void>)[] = [];
let world: World;
let ctx: ShopContext;

beforeAll(async () => {
  const skus = Array.from({ length: 2001 }, (_, index) => `SKU-${index}`);
  const stock = { MUG: 5, CUP: 0, " ODD": 1, "=SUM": 1, ...Object.fromEntries(skus.map((sku) => [sku, 0])) };
  world = await goodsWorld(stock, (end) => atEnd.push(end));
  ({ ctx } = world);
  return async () => {
    for (const end of atEnd.toReversed()) await end();
  };
});

const read = (file: string | Uint8Array) => readLinesFile(ctx, { content: arriving(file) });

/** Each row in short: number, SKU, pieces, verdict. */
async function verdicts(file: string): Promise<string[]> {
  const result = await read(file);
  if (result.outcome !== "read") throw new Error(`The file was refused: ${result.outcome}.`);
  return result.lines.map(({ row, sku, quantity, verdict }) => `${row}: ${sku} ${quantity} ${verdict}`);
}

describe("a file of goods", () => {
  test.each([
    ["commas", "sku,quantity\nMUG,12\nCUP,3\n"],
    ["semicolons and other line breaks", "SKU;Quantity\r\nMUG;12\r\nCUP;3"],
    ["tabs, and the columns the other way round", "Qty\tSKU\n12\tMUG\n3\tCUP\n"],
    ["columns of no concern", "Name,Warehouse SKU,Pieces,Price\nMug,MUG,12,1\nCup,CUP,3,2\n"],
    ["zeroes before the figures, and spaces around", "sku,quantity\nMUG , 012\nCUP,3 \n"],
  ])("is read with %s", async (_, file) => {
    expect(await verdicts(file)).toEqual(["2: MUG 12 good", "3: CUP 3 good"]);
  });

  test("has a verdict for each row, with the row's number in the spreadsheet", async () => {
    const rows = ["MUG,12", "NOBODY,1", "CUP,many", "CUP,0", ",7", "", "mug,1", "MUG,1", "CUP,1.5", "A,1,x"];
    expect(await verdicts(["sku,quantity", ...rows].join("\n"))).toEqual([
      "2: MUG 12 twice",
      "3: NOBODY 1 unknown-sku",
      "4: CUP many bad-quantity",
      "5: CUP 0 bad-quantity",
      "6:  7 no-sku",
      "8: mug 1 unknown-sku",
      "9: MUG 1 twice",
      "10: CUP 1.5 bad-quantity",
      "11: A 1 cells",
    ]);
  });

  test("an SKU that begins or ends in a space is taken to the letter where the warehouse has it so", async () => {
    expect(await verdicts("sku,quantity\n ODD,1\n MUG,1\n")).toEqual(["2:  ODD 1 good", "3: MUG 1 good"]);
  });

  test("SKUs that the warehouse has got since the last import are good, with space around them too", async () => {
    const products = ["NEW", "PLAIN", " EDGE"].map((sku) => ({ sku, description: `New ${sku}`, stock: 0 }));
    await world.atWarehouse("products", products);
    const result = await read("sku,quantity\nNEW,1\n PLAIN,2\n EDGE,3\n NOBODY,4\n");
    expect(result).toMatchObject({
      lines: [
        { sku: "NEW", description: "New NEW", verdict: "good" },
        { sku: "PLAIN", description: "New PLAIN", verdict: "good" },
        { sku: " EDGE", description: "New  EDGE", verdict: "good" },
        { sku: "NOBODY", description: "", verdict: "unknown-sku" },
      ],
    });
  });

  test("SKUs that cannot be checked are not called unknown, and the row is judged otherwise", async () => {
    const away = { method: "GET", path: "/products", action: { kind: "status", status: 401 } };
    await world.atWarehouse("faults", away);
    onTestFinished(() => world.clearFaults());
    const rows = ["MUG,1", " LATER ,2", "OTHER,many", "PAIR,1", "PAIR,2", ",3"];
    expect(await verdicts(["sku,quantity", ...rows].join("\n"))).toEqual([
      "2: MUG 1 good",
      "3: LATER 2 not-checked",
      "4: OTHER many bad-quantity",
      "5: PAIR 1 twice",
      "6: PAIR 2 twice",
      "7:  3 no-sku",
    ]);
  });

  test("what our own files guard from spreadsheets is taken for what it is", async () => {
    expect(await verdicts("sku,quantity\n'=SUM,1\n")).toEqual(["2: =SUM 1 good"]);
  });

  test("a thousand rows are judged, and more than fit into one inbound are refused", async () => {
    const rows = (count: number) => Array.from({ length: count }, (_, index) => `SKU-${index},${index + 1}`);
    const good = await verdicts(["sku,quantity", ...rows(1000)].join("\n"));
    expect(good).toHaveLength(1000);
    expect(good.every((row) => row.endsWith("good"))).toBe(true);
    expect(await read(["sku,quantity", ...rows(2001)].join("\n"))).toEqual({ outcome: "too-many-rows" });
  });

  test.each<[string, string | Uint8Array, object]>([
    ["without SKUs", "name,quantity\nMug,1\n", { outcome: "column-missing", column: "sku" }],
    ["without quantities", "sku,name\nMUG,Mug\n", { outcome: "column-missing", column: "quantity" }],
    ["with a column twice", "sku,quantity,qty\nMUG,1,2\n", { outcome: "column-twice", column: "quantity" }],
    ["without rows", "sku,quantity\n\n", { outcome: "empty" }],
    ["of nothing", "", { outcome: "empty" }],
    ["with a quote that is never closed", 'sku,quantity\n"MUG,1\n', { outcome: "quotes", row: 2 }],
    ["in letters of another kind", Buffer.from([0x73, 0x6b, 0xff, 0xfa]), { outcome: "not-unicode" }],
  ])("%s is refused", async (_, file, refusal) => {
    expect(await read(file)).toEqual(refusal);
  });
});
