import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

interface OrderView {
  id: string;
  name: string;
  cancelledAt: string | null;
  fulfillmentStatus: string | null;
  lines: {
    id: string;
    variantId: string;
    sku: string;
    quantity: number;
    fulfilled: number;
    returned: number;
  }[];
  fulfillments: { id: string; lines: object[] }[];
  takenBack: { restock: boolean; lines: object[] }[];
}

describe("orders", () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await startTestShop();
    await shop.control("POST", "shops/demo/seed", {
      locations: ["Main", "Annex", { name: "Closed", isActive: false }],
      products: [
        { title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 10, Annex: 4, Closed: 1 } }] },
        { title: "Cup", variants: [{ sku: "CUP", onHand: { Main: 2 } }] },
        { title: "Gift card", variants: [{ sku: "GIFT", tracked: false, onHand: { Main: 0 } }] },
        { title: "Set", variants: [{ sku: "SET", requiresComponents: true, onHand: { Main: 0 } }] },
      ],
    });
  });
  afterEach(() => shop.close());

  const orders = (path = "", body?: object) =>
    shop.control<OrderView>(body ? "POST" : "GET", `shops/demo/orders${path}`, body);
  const step = (order: OrderView, what: string, body: object = {}) =>
    orders(`/${encodeURIComponent(order.id)}/${what}`, body);
  const sell = (lines: Record<string, number>, location = "Main") =>
    orders("", { lines: Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity })), location });

  /** On hand, committed and available. */
  async function stock(sku: string, location = "Main"): Promise<number[]> {
    const { products } = await shop.control<Seeded>("GET", "shops/demo/state");
    const variant = products.flatMap(({ variants }) => variants).find((one) => one.sku === sku);
    const { on_hand, committed, available } = variant!.levels[location]!;
    return [on_hand!, committed!, available!];
  }

  it("an order commits goods, and they leave the shelf when they are sent", async () => {
    const order = await sell({ MUG: 3 });
    expect(order).toMatchObject({
      name: "#1001",
      location: "Main",
      fulfillmentStatus: null,
      lines: [{ sku: "MUG", quantity: 3, fulfilled: 0 }],
    });
    expect(await stock("MUG")).toEqual([10, 3, 7]);

    expect(await step(order, "fulfill")).toMatchObject({
      fulfillmentStatus: "fulfilled",
      fulfillments: [{ lines: [{ id: order.lines[0]!.id, quantity: 3 }] }],
    });

    expect(await stock("MUG")).toEqual([7, 0, 7]);
    expect(await stock("MUG", "Annex")).toEqual([4, 0, 4]);
  });

  it("a part is sent first, the rest follows", async () => {
    const order = await sell({ MUG: 3, CUP: 1 });

    expect(await step(order, "fulfill", { lines: [{ sku: "MUG", quantity: 2 }] })).toMatchObject({
      fulfillmentStatus: "partial",
    });
    expect(await stock("MUG")).toEqual([8, 1, 7]);
    expect(await stock("CUP")).toEqual([2, 1, 1]);

    expect(await step(order, "fulfill")).toMatchObject({ fulfillmentStatus: "fulfilled" });
    expect(await stock("MUG")).toEqual([7, 0, 7]);
    expect(await stock("CUP")).toEqual([1, 0, 1]);
  });

  it("more is sold than there is, and the numbers say so", async () => {
    const order = await sell({ CUP: 5 });
    expect(await stock("CUP")).toEqual([2, 5, -3]);

    await step(order, "fulfill");

    expect(await stock("CUP")).toEqual([-3, 0, -3]);
  });

  it("goods that nobody counts move nothing", async () => {
    const order = await sell({ GIFT: 2 });
    await step(order, "fulfill");

    expect(await stock("GIFT")).toEqual([0, 0, 0]);
    expect(await shop.control("GET", "shops/demo/history")).toEqual([]);
  });

  it("what a cancelled order had not sent is for sale again", async () => {
    const order = await sell({ MUG: 3 });

    expect(await step(order, "cancel", { restock: false })).toMatchObject({
      cancelledAt: "2026-11-20T10:00:00.000Z",
    });

    expect(await stock("MUG")).toEqual([10, 0, 10]);
    await expect(step(order, "cancel", { restock: false })).rejects.toThrow("409 #1001 is cancelled.");
    await expect(step(order, "fulfill")).rejects.toThrow("409 #1001 is cancelled.");
  });

  it.each([
    [true, [10, 0, 10]],
    [false, [8, 0, 8]],
  ])("what it had sent comes back only when it is restocked: %s", async (restock, expected) => {
    const order = await sell({ MUG: 3 });
    await step(order, "fulfill", { lines: [{ sku: "MUG", quantity: 2 }] });

    await step(order, "cancel", { restock });

    expect(await stock("MUG")).toEqual(expected);
  });

  it("what is taken back is remembered, and lies on the shelf again when it is restocked", async () => {
    const order = await sell({ MUG: 3 });
    await step(order, "fulfill");

    await step(order, "take-back", { lines: [{ id: order.lines[0]!.id, quantity: 1 }] });
    expect(await stock("MUG")).toEqual([8, 0, 8]);
    const after = await step(order, "take-back", {
      lines: [{ variantId: order.lines[0]!.variantId }],
      restock: false,
    });

    expect(await stock("MUG")).toEqual([8, 0, 8]);
    expect(after).toMatchObject({
      lines: [{ fulfilled: 3, returned: 3 }],
      takenBack: [
        { restock: true, lines: [{ quantity: 1 }] },
        { restock: false, lines: [{ quantity: 2 }] },
      ],
    });
    await expect(step(order, "take-back", { lines: [{ sku: "MUG" }] })).rejects.toThrow(
      'Of "MUG" in #1001 0 are with the shopper',
    );
  });

  it("the stock's history says who moved it and with which order", async () => {
    const order = await sell({ MUG: 3 });
    await step(order, "fulfill");
    await shop.control("POST", "shops/demo/inventory", {
      sku: "MUG",
      location: "Main",
      quantities: { on_hand: 20 },
      by: "other-app",
      app: "Stock Wizard",
    });

    const history = await shop.control<object[]>("GET", "shops/demo/history");

    const ofOrder = { by: "shop", sku: "MUG", location: "Main", referenceDocumentUri: order.id };
    expect(history).toMatchObject([
      { ...ofOrder, reason: "order_placed", name: "committed", from: 0, to: 3 },
      { ...ofOrder, reason: "order_fulfilled", name: "committed", from: 3, to: 0 },
      { ...ofOrder, reason: "order_fulfilled", name: "on_hand", from: 10, to: 7 },
      { by: "other-app", app: "Stock Wizard", name: "on_hand", from: 7, to: 20 },
    ]);
  });

  it("orders are listed, newest first, and those that wait for something by themselves", async () => {
    const [first, second] = [await sell({ MUG: 1 }), await sell({ CUP: 1 })];
    await step(second, "fulfill");

    expect(await orders()).toMatchObject([{ name: "#1002" }, { name: "#1001" }]);
    expect(await orders("?take=1")).toMatchObject([{ name: "#1002" }]);
    expect(await orders("?open=true")).toMatchObject([{ id: first.id }]);
    expect(await orders(`/${first.id.replace(/.*\//, "")}`)).toMatchObject({ id: first.id });
  });

  it("an order outlives the product that was sold", async () => {
    const order = await sell({ CUP: 1 });
    const { products } = await shop.control<Seeded>("GET", "shops/demo/state");
    const cup = products.find(({ title }) => title === "Cup")!;
    await shop.control("DELETE", `shops/demo/products/${encodeURIComponent(cup.id)}`);

    expect(await step(order, "fulfill")).toMatchObject({ fulfillmentStatus: "fulfilled" });
  });

  it.each([
    ["a SKU nobody has", { lines: [{ sku: "NONE" }], location: "Main" }, "404 There is no such item: NONE."],
    ["a location nobody has", { lines: [{ sku: "MUG" }], location: "Man" }, '400 There is no location "Man"'],
    ["a closed location", { lines: [{ sku: "MUG" }], location: "Closed" }, '400 "Closed" is closed'],
    [
      "goods that lie elsewhere",
      { lines: [{ sku: "CUP" }], location: "Annex" },
      '"Cup" is not stocked at "Annex"',
    ],
    ["a bundle", { lines: [{ sku: "SET" }], location: "Main" }, '"Set" is a bundle'],
    ["no quantity", { lines: [{ sku: "MUG", quantity: 0 }], location: "Main" }, "400 lines.0.quantity"],
    ["no lines", { lines: [], location: "Main" }, "400 lines"],
    [
      "two names",
      { lines: [{ sku: "MUG", variantId: 1 }], location: "Main" },
      "exactly one of sku and variantId",
    ],
    ["another field", { lines: [{ sku: "MUG" }], location: "Main", note: "x" }, 'Unrecognized key: "note"'],
  ])("an order of %s is refused and moves nothing", async (_what, body, message) => {
    await expect(orders("", body)).rejects.toThrow(message);

    expect(await stock("MUG")).toEqual([10, 0, 10]);
    expect(await orders()).toEqual([]);
  });

  it.each([
    ["fulfill", { lines: [{ sku: "MUG", quantity: 4 }] }, 'Of "MUG" in #1001 3 are left to send, not 4.'],
    ["fulfill", { lines: [{ sku: "CUP" }] }, '404 #1001 has no line "CUP".'],
    ["fulfill", { lines: [{ sku: "MUG" }, { sku: "MUG" }] }, '"MUG" is named twice.'],
    ["take-back", { lines: [{ sku: "MUG" }] }, 'Of "MUG" in #1001 0 are with the shopper'],
    ["cancel", {}, "400 restock"],
  ])("to %s %j is refused and moves nothing", async (what, body, message) => {
    const order = await sell({ MUG: 3 });

    await expect(step(order, what, body)).rejects.toThrow(message);

    expect(await stock("MUG")).toEqual([10, 3, 7]);
    await expect(step({ ...order, id: "7" }, what, body)).rejects.toThrow();
  });
});

it("orders survive a restart, and a file from before there were any still opens", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shop-orders-"));
  const stateFile = join(folder, "shop.json");
  const first = await startTestShop({ stateFile });
  await first.control("POST", "shops/demo/seed", {
    locations: ["Main"],
    products: [{ title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 3 } }] }],
  });
  await first.control("POST", "shops/demo/orders", { lines: [{ sku: "MUG" }], location: "Main" });
  const placed = await first.control("GET", "shops/demo/orders");
  await first.close();

  const second = await startTestShop({ stateFile });
  expect(await second.control("GET", "shops/demo/orders")).toEqual(placed);
  await second.close();

  const saved = JSON.parse(readFileSync(stateFile, "utf8")) as { shops: { orders?: unknown }[] };
  for (const one of saved.shops) delete one.orders;
  writeFileSync(stateFile, JSON.stringify(saved));
  const third = await startTestShop({ stateFile });
  expect(await third.control("GET", "shops/demo/orders")).toEqual([]);
  await third.close();
  rmSync(folder, { recursive: true });
});
