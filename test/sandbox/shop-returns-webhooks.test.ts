import { describe, expect, it } from "vitest";
import { eachReturnsShop } from "./shop-returns-harness.ts";

const TOPICS = [
  ...["request", "approve", "update", "process", "decline", "cancel", "close", "reopen"].map(
    (topic) => `returns/${topic}`,
  ),
  ...["reverse_deliveries/attach_deliverable", "reverse_fulfillment_orders/dispose", "orders/updated"],
  "inventory_levels/update",
];

describe("webhooks of returns", () => {
  const shop = eachReturnsShop({
    scopes: "read_products,read_inventory,write_returns,read_orders",
    toml: `\n  [[webhooks.subscriptions]]\n  topics = ${JSON.stringify(TOPICS)}\n  uri = "/hooks"\n`,
  });

  /** What was sent since the last time it was asked for, topic by topic. */
  let seen = 0;
  async function heard() {
    const all = await shop.running.control<{ topic: string; body: string }[]>("GET", "webhooks");
    const fresh = all.slice(seen).map(({ topic, body }) => [topic, JSON.parse(body) as unknown]);
    seen = all.length;
    return fresh;
  }
  const begin = async () => {
    seen = 0;
    await shop.control("POST", "install");
    const order = await shop.sold("MUG");
    await heard();
    return order;
  };
  const number = (id: string) => Number(id.replace(/.*\//, ""));
  const named = (id: string) => ({ id: number(id), admin_graphql_api_id: id });

  it("a request and its approval carry lines without a SKU", async () => {
    const order = await begin();
    const back = await shop.ask(order, { lines: [{ sku: "MUG", reason: "too-small", note: "tiny" }] });
    const payload = {
      ...named(back.id),
      ...{ name: "#1001-R1", order: named(order.id), total_return_line_items: 1 },
      return_line_items: [
        {
          ...named(back.lines[0]!.id),
          ...{ quantity: 2, return_reason: "size_too_small", return_reason_note: "", customer_note: "tiny" },
          fulfillment_line_item: {
            ...named(back.lines[0]!.fulfillmentLineId!),
            line_item: named(order.lines[0]!.id),
          },
        },
      ],
      ...{ return_shipping_fees: [], exchange_line_items: [], total_exchange_line_items: 0 },
    };
    expect(await heard()).toEqual([["returns/request", { ...payload, status: "requested" }]]);

    await shop.step(back, "approve");
    expect(await heard()).toEqual([["returns/approve", { ...payload, status: "open" }]]);
  });

  it("one that is open from the beginning is told as approved", async () => {
    const order = await begin();
    await shop.ask(order, { lines: [{ sku: "MUG" }], status: "open" });
    expect(await heard()).toMatchObject([["returns/approve", { status: "open" }]]);
  });

  it("a change says only what changed, and the last piece closes", async () => {
    const order = await begin();
    const back = await shop.ask(order, { lines: [{ sku: "MUG", quantity: 1 }], status: "open" });
    await heard();
    const line = back.lines[0]!.id;
    const nothing = { updates: [], removals: [] };
    const update = (return_line_items: object) => [
      "returns/update",
      {
        ...{ admin_graphql_api_id: back.id, restocking_fees: nothing, return_shipping_fees: nothing },
        return_line_items,
      },
    ];

    await shop.step(back, "lines", { change: [{ id: line, quantity: 2 }] });
    expect(await heard()).toEqual([
      update({ additions: [{ admin_graphql_api_id: line, delta: 1 }], removals: [] }),
    ]);
    await shop.step(back, "lines", { remove: [{ sku: "MUG" }] });
    expect(await heard()).toEqual([
      update({ removals: [{ admin_graphql_api_id: line, delta: 2 }] }),
      ["returns/close", { ...named(back.id), order_id: number(order.id), status: "closed" }],
    ]);
  });

  it("closing, opening again and cancelling name the order flatly, declining does not", async () => {
    const order = await begin();
    const back = await shop.ask(order, { lines: [{ sku: "MUG", quantity: 1 }], status: "open" });
    for (const step of ["close", "reopen", "cancel"]) await shop.step(back, step);
    const flat = { ...named(back.id), order_id: number(order.id) };
    expect((await heard()).slice(1)).toEqual([
      ["returns/close", { ...flat, status: "closed" }],
      ["returns/reopen", { ...flat, status: "open" }],
      ["returns/cancel", { ...flat, status: "canceled" }],
    ]);

    const other = await shop.ask(order, { lines: [{ sku: "MUG", quantity: 1 }] });
    await shop.step(other, "decline", { reason: "FINAL_SALE", note: "sale" });
    expect((await heard()).slice(1)).toEqual([
      [
        "returns/decline",
        {
          ...{ ...named(other.id), order: named(order.id), status: "declined" },
          decline: { reason: "final_sale", note: "sale" },
        },
      ],
    ]);
  });

  it("a label tells of its return, a disposition only of the work, and of the stock it moved", async () => {
    const order = await begin();
    const back = await shop.ask(order, { lines: [{ sku: "MUG" }], status: "open" });
    await heard();
    await shop.step(back, "deliveries", {
      label: "https://labels.example/1.pdf",
      tracking: { number: "A1" },
    });
    const [work] = (await shop.look(back)).reverseFulfillmentOrders;
    expect(await heard()).toEqual([
      [
        "reverse_deliveries/attach_deliverable",
        {
          ...{ ...named(work!.deliveries[0]!.id), return: named(back.id) },
          shipping_deliverable: {
            tracking: { tracking_number: "A1", tracking_url: null, carrier_name: null },
            label: {
              public_file_url: "https://labels.example/1.pdf",
              created_at: "2026-11-20T10:00:00.000Z",
            },
          },
        },
      ],
    ]);

    await shop.step(back, "dispose", {
      ...{ lines: [{ sku: "MUG", quantity: 1 }], type: "RESTOCKED", location: "Main" },
      ...{ by: "other-app", app: "Returns Wizard" },
    });
    expect(await heard()).toMatchObject([
      [
        "reverse_fulfillment_orders/dispose",
        {
          ...named(work!.id),
          dispositions: [
            {
              reverse_fulfillment_order_line_item: named(work!.lines[0]!.id),
              ...{ reverse_delivery_line_item: null, type: "restocked", quantity: 1 },
              location: { id: expect.any(Number) as number },
            },
          ],
          total_dispositions: 1,
        },
      ],
      ["inventory_levels/update", { available: 9 }],
    ]);
  });

  it("processing is told, and changes the order", async () => {
    const order = await begin();
    const back = await shop.ask(order, { lines: [{ sku: "MUG" }], status: "open" });
    await heard();
    await shop.step(back, "process");
    expect(await heard()).toMatchObject([
      ["returns/process", named(back.id)],
      ["orders/updated", { line_items: [{ quantity: 2, current_quantity: 0 }] }],
    ]);
  });
});
