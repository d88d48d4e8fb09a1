import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eachReturnsShop, ReturnsShop } from "./shop-returns-harness.ts";

describe("returns by hand", () => {
  const shop = eachReturnsShop();

  it("take their steps, and the shopper hears of them when asked for", async () => {
    const order = await shop.sold("MUG", "CUP");
    const back = await shop.ask(order, {
      lines: [{ sku: "MUG" }, { lineId: order.lines[1]!.id, quantity: 1 }],
    });
    expect(back).toMatchObject({
      ...{ name: "#1001-R1", status: "REQUESTED", reverseFulfillmentOrders: [] },
      lines: [
        { sku: "MUG", quantity: 2, reason: "unknown" },
        { sku: "CUP", quantity: 1 },
      ],
    });
    await shop.step(back, "approve", { notify: true });
    await shop.step(back, "deliveries", { label: "https://labels.example/1.pdf" });
    await shop.step(back, "dispose", {
      lines: [{ sku: "MUG", quantity: 1 }],
      type: "RESTOCKED",
      location: "Main",
    });
    await shop.step(back, "dispose", { type: "NOT_RESTOCKED" });
    expect(await shop.step(back, "close")).toMatchObject({
      status: "CLOSED",
      reverseFulfillmentOrders: [
        {
          status: "CLOSED",
          lines: [
            {
              dispositions: [
                { type: "RESTOCKED", location: "Main" },
                { type: "NOT_RESTOCKED", quantity: 1 },
              ],
            },
            { dispositions: [{ type: "NOT_RESTOCKED", quantity: 1, location: null }] },
          ],
          deliveries: [{ label: { publicFileUrl: "https://labels.example/1.pdf" } }],
        },
      ],
    });
    expect(await shop.step(back, "reopen")).toMatchObject({ reverseFulfillmentOrders: [{ status: "OPEN" }] });
    expect(await shop.control("GET", "mails")).toMatchObject([
      { kind: "return-approved", to: "robin.shopper@example.com" },
      { kind: "return-label", labelUrl: "https://labels.example/1.pdf" },
    ]);
    expect((await shop.control<object[]>("GET", "history")).at(-1)).toMatchObject({ by: "merchant", to: 9 });
    expect(await shop.control("GET", "returns?status=OPEN")).toMatchObject([{ name: "#1001-R1" }]);
    expect(await shop.control("GET", "returns?status=CLOSED")).toEqual([]);
    expect(await shop.control("GET", `orders/${encodeURIComponent(order.id)}`)).toMatchObject({
      ...{ returnStatus: "IN_PROGRESS", returns: [{ id: back.id, status: "OPEN" }] },
      lines: [{ withShopper: 0 }, { withShopper: 1 }],
    });
  });

  it("lines come and go, and the work follows", async () => {
    const { order, back } = await shop.open();
    await shop.step(back, "deliveries");
    expect(
      await shop.step(back, "lines", { change: [{ id: back.lines[0]!.id, quantity: 1 }] }),
    ).toMatchObject({ lines: [{ quantity: 1 }], reverseFulfillmentOrders: [{ lines: [{ quantity: 1 }] }] });
    const other = await shop.sold("CUP");
    await expect(shop.step(back, "lines", { add: [{ lineId: other.lines[0]!.id }] })).rejects.toThrow(
      "404 Nothing",
    );
    expect(await shop.step(back, "lines", { add: [{ sku: "MUG" }] })).toMatchObject({
      lines: [{ quantity: 1 }, { quantity: 1 }],
      reverseFulfillmentOrders: [{ lines: [{ quantity: 1 }, { quantity: 1 }] }],
    });
    expect(await shop.step(back, "lines", { remove: [{ id: back.lines[0]!.id }] })).toMatchObject({
      reverseFulfillmentOrders: [{ lines: [{ quantity: 1 }], deliveries: [{ lines: [] }] }],
    });
    expect(order.name).toBe("#1001");
  });

  it.each([
    [
      "more than was sent",
      { lines: [{ sku: "MUG", quantity: 3 }] },
      '409 Of "MUG" in #1001 2 can be returned, not 3.',
    ],
    ["what was not sent", { lines: [{ sku: "CUP" }] }, '404 Nothing named "CUP" of #1001 was sent.'],
    ["nothing", {}, "400 names nothing to return"],
    [
      "no reason there is",
      { lines: [{ sku: "MUG", reason: "boredom" }] },
      "400 lines.0.reason: must be one of unknown",
    ],
    ["two names", { lines: [{ sku: "MUG", lineId: 1 }] }, "exactly one of sku, variantId, lineId"],
  ])("a return of %s is refused", async (_what, body, message) => {
    const order = await shop.sold("MUG");
    await expect(shop.ask(order, body)).rejects.toThrow(message);
    expect(await shop.control("GET", "returns")).toEqual([]);
  });

  it("steps that cannot be are refused in words", async () => {
    const { order, back } = await shop.open();
    for (const [step, body, message] of [
      ["approve", {}, "409 #1001-R1 is open: it cannot be approved."],
      ["reopen", {}, "409 #1001-R1 is open: it cannot be reopened."],
      ["dispose", { type: "RESTOCKED" }, "400 Say at which location"],
      ["dispose", { type: "MISSING", lines: [{ sku: "CUP" }] }, '404 #1001-R1 has no line "CUP".'],
      ["dispose", { type: "MISSING", lines: [{ sku: "MUG", quantity: 3 }] }, "2 are left to dispose, not 3."],
      ["deliveries", { label: "http://labels.example/1.pdf" }, "400 label: must be an address with https"],
    ] as const)
      await expect(shop.step(back, step, body), step).rejects.toThrow(message);
    await expect(
      shop.control("POST", `orders/${encodeURIComponent(order.id)}/cancel`, { restock: false }),
    ).rejects.toThrow("409 #1001 has returns");
    await expect(
      shop.control("POST", `orders/${encodeURIComponent(order.id)}/take-back`, { lines: [{ sku: "MUG" }] }),
    ).rejects.toThrow('Of "MUG" in #1001 0 are with the shopper');
  });

  it(
    "10,000 orders with an open return each are there without a word, and can be walked",
    { tags: ["proof"] },
    async () => {
      const { generated } = await shop.control<{ generated: object }>("POST", "seed", {
        generate: { returns: 10_000 },
      });
      expect(generated).toEqual({ products: 0, variants: 0, returns: 10_000 });
      expect(await shop.stock("MUG")).toEqual([10, 10]);
      expect(await shop.running.control("GET", "webhooks")).toEqual([]);

      const { ordersCount, orders } = await shop.data<{
        ordersCount: object;
        orders: { nodes: object[]; pageInfo: object };
      }>(`{ ordersCount(query: "return_status:in_progress") { count }
      orders(first: 50, query: "return_status:in_progress", reverse: true) { pageInfo { hasNextPage }
        nodes { name returns(first: 2, query: "status:OPEN") { nodes { name totalQuantity } } } } }`);
      expect(ordersCount).toEqual({ count: 10_000 });
      expect(orders.pageInfo).toEqual({ hasNextPage: true });
      expect(orders.nodes[0]).toMatchObject({ name: "#11000", returns: { nodes: [{ name: "#11000-R1" }] } });
    },
  );
});

it("returns survive a restart, and orders of earlier versions can be returned", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shop-returns-"));
  const stateFile = join(folder, "shop.json");
  const shop = new ReturnsShop();
  await shop.start({ stateFile });
  const { order, back } = await shop.open();
  await shop.step(back, "deliveries", { tracking: { number: "1" } });
  const left = await shop.look(back);
  await shop.running.close();

  await shop.start({ stateFile });
  expect(await shop.look(back)).toEqual(left);
  expect(await shop.data(`{ node(id: "${left.lines[0]!.id}") { __typename } }`)).toEqual({
    node: { __typename: "ReturnLineItem" },
  });
  expect(await shop.control("GET", "mails")).toHaveLength(1);
  await shop.running.close();

  const saved = JSON.parse(readFileSync(stateFile, "utf8")) as { shops: Record<string, never>[] };
  for (const one of saved.shops as unknown as Record<string, unknown>[]) {
    delete one.returns;
    delete one.mails;
    for (const old of one.orders as Record<string, unknown>[]) {
      for (const name of ["email", "phone", "customer", "shippingAddress", "billingAddress", "returnIds"])
        delete old[name];
      Object.assign(old, { returns: old.takenBack, takenBack: undefined });
      for (const { lines } of old.fulfillments as { lines: { id?: number }[] }[])
        for (const line of lines) delete line.id;
    }
  }
  writeFileSync(stateFile, JSON.stringify(saved));
  await shop.start({ stateFile });
  expect(await shop.ask(order, { lines: [{ sku: "MUG" }] })).toMatchObject({ name: "#1001-R1" });
  await shop.running.close();
  rmSync(folder, { recursive: true });
});
