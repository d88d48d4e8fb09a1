import { describe, expect, it } from "vitest";
import { fetchLines, finishedOperation, runBulk } from "./shop-bulk-bench.ts";
import { eachReturnsShop } from "./shop-returns-harness.ts";

const SCOPES = "read_products,read_inventory,read_locations,read_orders,read_returns";
const SIXTY_DAYS_LATER = "2027-01-19T10:00:00.000Z";
const MOMENT_AFTER = "2027-01-19T10:00:00.001Z";

const document = (order: { id: string; fulfillments: { id: string }[]; lines: { id: string }[] }) => {
  const parts = [order.id, order.fulfillments[0]!.id, order.lines[0]!.id];
  return `{ order(id: "${order.id}") { id } fulfillment(id: "${order.fulfillments[0]!.id}") { id }
    nodes(ids: ${JSON.stringify(parts)}) { id } orders(first: 5) { nodes { id } }
    named: orders(first: 5, query: "id:${order.id.replace(/.*\//, "")}") { nodes { id } } ordersCount { count } }`;
};

describe("orders older than 60 days", () => {
  const shop = eachReturnsShop({ scopes: SCOPES });

  it("are not there for an app that has read_orders alone, whatever changed since", async () => {
    const order = await shop.sold("MUG");
    shop.running.clock.now = new Date(MOMENT_AFTER);
    const { fulfillments } = order;
    await shop.control(
      "POST",
      `orders/${encodeURIComponent(order.id)}/fulfillments/${encodeURIComponent(fulfillments[0]!.id)}/cancel`,
    );
    const recent = await shop.sell(["CUP"]);

    expect(await shop.data(document(order))).toEqual({
      order: null,
      fulfillment: null,
      nodes: [null, null, null],
      orders: { nodes: [{ id: recent.id }] },
      named: { nodes: [] },
      ordersCount: { count: 1 },
    });
    const bulk = await runBulk(shop.running, "{ orders { edges { node { id } } } }");
    const { url } = await finishedOperation(shop.running, bulk);
    expect(await fetchLines(url!)).toEqual([{ id: recent.id }]);
  });

  it("take their returns with them, also when they were only placed so long ago", async () => {
    const order = await shop.sold("MUG");
    const path = `orders/${encodeURIComponent(order.id)}`;
    const body = { lines: [{ sku: "MUG", quantity: 1 }], status: "open" };
    const { id } = await shop.control<{ id: string }>("POST", `${path}/returns`, body);
    const shown = () => shop.data(`{ return(id: "${id}") { id } }`);
    expect(await shown()).toEqual({ return: { id } });
    await shop.control("POST", `${path}/age`, { days: 61 });
    expect(await shown()).toEqual({ return: null });
  });

  it("are there to the end of the sixtieth day", async () => {
    const order = await shop.sold("MUG");
    shop.running.clock.now = new Date(SIXTY_DAYS_LATER);

    expect(await shop.data(document(order))).toMatchObject({ order: { id: order.id } });
  });
});

describe("orders older than 60 days, with read_all_orders", () => {
  const shop = eachReturnsShop({ scopes: `${SCOPES},read_all_orders` });

  it("are there like all others", async () => {
    const order = await shop.sold("MUG");
    shop.running.clock.now = new Date(MOMENT_AFTER);

    expect(await shop.data(document(order))).toMatchObject({
      order: { id: order.id },
      fulfillment: { id: order.fulfillments[0]!.id },
      nodes: [{ id: order.id }, { id: order.fulfillments[0]!.id }, { id: order.lines[0]!.id }],
      orders: { nodes: [{ id: order.id }] },
      ordersCount: { count: 1 },
    });
  });
});
