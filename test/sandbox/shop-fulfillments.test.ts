import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startTestShop, type Seeded } from "./shop-harness.ts";
import { eachReturnsShop, type OrderView } from "./shop-returns-harness.ts";

describe("fulfillments", () => {
  const shop = eachReturnsShop();
  const path = ({ id }: { id: string }) => `orders/${encodeURIComponent(id)}`;
  const fulfill = (order: OrderView, body: object = {}) =>
    shop.control<OrderView>("POST", `${path(order)}/fulfill`, body);
  const cancelFulfillment = (order: OrderView, index = 0) => {
    const fulfillment = order.fulfillments[index]?.id ?? "7";
    return shop.control<OrderView>(
      "POST",
      `${path(order)}/fulfillments/${encodeURIComponent(fulfillment)}/cancel`,
    );
  };
  const stockMugsAtAnnex = (on_hand = 4) =>
    shop.control("POST", "inventory", { sku: "MUG", location: "Annex", quantities: { on_hand } });

  /** On hand, committed and available. */
  async function quantities(sku: string, location = "Main"): Promise<number[]> {
    const { products } = await shop.control<Seeded>("GET", "state");
    const variant = products.flatMap(({ variants }) => variants).find((one) => one.sku === sku);
    const { on_hand, committed, available } = variant!.levels[location]!;
    return [on_hand!, committed!, available!];
  }

  it("keeps each fulfillment with its location and its lines", async () => {
    const order = await shop.sell([{ sku: "MUG", quantity: 3 }, "CUP"]);
    await fulfill(order, { lines: [{ sku: "MUG", quantity: 2 }] });
    shop.running.clock.now = new Date("2026-11-21T10:00:00.000Z");

    const after = await fulfill(order);

    const [mugs, cups] = order.lines;
    expect(after).toMatchObject({
      fulfillmentStatus: "fulfilled",
      fulfillments: [
        {
          status: "SUCCESS",
          location: "Main",
          createdAt: "2026-11-20T10:00:00.000Z",
          lines: [{ id: mugs!.id, quantity: 2 }],
        },
        {
          status: "SUCCESS",
          location: "Main",
          createdAt: "2026-11-21T10:00:00.000Z",
          lines: [
            { id: mugs!.id, quantity: 1 },
            { id: cups!.id, quantity: 2 },
          ],
        },
      ],
    });
  });

  it("puts the units of a cancelled fulfillment on hand and commits them again", async () => {
    const order = await shop.sell([{ sku: "MUG", quantity: 3 }]);
    await fulfill(order, { lines: [{ sku: "MUG", quantity: 2 }] });
    const sent = await fulfill(order);
    expect(await quantities("MUG")).toEqual([7, 0, 7]);
    shop.running.clock.now = new Date("2026-11-21T10:00:00.000Z");

    expect(await cancelFulfillment(sent)).toMatchObject({
      fulfillmentStatus: "partial",
      updatedAt: "2026-11-21T10:00:00.000Z",
      fulfillments: [
        {
          status: "CANCELLED",
          createdAt: "2026-11-20T10:00:00.000Z",
          updatedAt: "2026-11-21T10:00:00.000Z",
        },
        { status: "SUCCESS", updatedAt: "2026-11-20T10:00:00.000Z" },
      ],
    });
    expect(await quantities("MUG")).toEqual([9, 2, 7]);

    expect(await cancelFulfillment(sent, 1)).toMatchObject({ fulfillmentStatus: null });
    expect(await quantities("MUG")).toEqual([10, 3, 7]);

    const again = await fulfill(order);
    expect(again.fulfillments).toHaveLength(3);
    expect(await quantities("MUG")).toEqual([7, 0, 7]);
  });

  it("moves the units to another location before they leave from there", async () => {
    await stockMugsAtAnnex();
    const order = await shop.sell([{ sku: "MUG", quantity: 3 }]);

    const sent = await fulfill(order, { lines: [{ sku: "MUG", quantity: 2 }], location: "Annex" });

    expect(sent).toMatchObject({ location: "Main", fulfillments: [{ location: "Annex" }] });
    expect(await quantities("MUG")).toEqual([10, 1, 9]);
    expect(await quantities("MUG", "Annex")).toEqual([2, 0, 2]);
  });

  it("commits what was cancelled at the location it left from, and lets it leave from there again", async () => {
    await stockMugsAtAnnex();
    const order = await shop.sell([{ sku: "MUG", quantity: 3 }]);
    const sent = await fulfill(order, { lines: [{ sku: "MUG", quantity: 2 }], location: "Annex" });

    await cancelFulfillment(sent);
    expect(await quantities("MUG")).toEqual([10, 1, 9]);
    expect(await quantities("MUG", "Annex")).toEqual([4, 2, 2]);

    expect(await fulfill(order)).toMatchObject({
      fulfillments: [
        { location: "Annex", status: "CANCELLED" },
        { location: "Main", lines: [{ quantity: 1 }] },
        { location: "Annex", lines: [{ quantity: 2 }] },
      ],
    });
    expect(await quantities("MUG")).toEqual([9, 0, 9]);
    expect(await quantities("MUG", "Annex")).toEqual([2, 0, 2]);
  });

  it("brings the units of several locations together where one is named", async () => {
    await stockMugsAtAnnex();
    const order = await shop.sell([{ sku: "MUG", quantity: 3 }]);
    await cancelFulfillment(
      await fulfill(order, { lines: [{ sku: "MUG", quantity: 2 }], location: "Annex" }),
    );

    await fulfill(order, { location: "Main" });

    expect(await quantities("MUG")).toEqual([7, 0, 7]);
    expect(await quantities("MUG", "Annex")).toEqual([4, 0, 4]);
  });

  it("releases what a cancelled order has committed at each location", async () => {
    await stockMugsAtAnnex();
    const order = await shop.sell([{ sku: "MUG", quantity: 3 }]);
    await cancelFulfillment(
      await fulfill(order, { lines: [{ sku: "MUG", quantity: 2 }], location: "Annex" }),
    );

    await shop.control("POST", `${path(order)}/cancel`, { restock: false });

    expect(await quantities("MUG")).toEqual([10, 0, 10]);
    expect(await quantities("MUG", "Annex")).toEqual([4, 0, 4]);
  });

  it("says in the history what each movement was", async () => {
    await stockMugsAtAnnex();
    const order = await shop.sell(["MUG"]);
    await cancelFulfillment(await fulfill(order, { location: "Annex" }));

    const history = await shop.control<object[]>("GET", "history");

    expect(history.slice(1)).toMatchObject([
      { reason: "order_placed", location: "Main", name: "committed", from: 0, to: 2 },
      { reason: "order_moved", location: "Main", name: "committed", from: 2, to: 0 },
      { reason: "order_moved", location: "Annex", name: "committed", from: 0, to: 2 },
      { reason: "order_fulfilled", location: "Annex", name: "committed", from: 2, to: 0 },
      { reason: "order_fulfilled", location: "Annex", name: "on_hand", from: 4, to: 2 },
      { reason: "order_fulfillment_cancelled", location: "Annex", name: "on_hand", from: 2, to: 4 },
      { reason: "order_fulfillment_cancelled", location: "Annex", name: "committed", from: 0, to: 2 },
    ]);
  });

  it.each([
    ["a closed location", "Closed", '400 "Closed" is closed'],
    ["a location that does not stock the item", "Annex", '400 "Mug" is not stocked at "Annex".'],
    ["a location nobody has", "Anex", '400 There is no location "Anex"'],
  ])("refuses to fulfill from %s, and moves nothing", async (_what, location, message) => {
    const order = await shop.sell(["MUG"]);

    await expect(fulfill(order, { location })).rejects.toThrow(message);

    expect(await quantities("MUG")).toEqual([10, 2, 8]);
  });

  it("refuses to cancel a fulfillment that is unknown, cancelled, or of a cancelled order", async () => {
    const unsent = await shop.sell(["MUG"]);
    await expect(cancelFulfillment(unsent)).rejects.toThrow('404 #1001 has no fulfillment "7".');

    const sent = await shop.sold("MUG");
    await cancelFulfillment(sent);
    await expect(cancelFulfillment(sent)).rejects.toThrow("is cancelled.");

    const gone = await shop.sold("MUG");
    await shop.control("POST", `${path(gone)}/cancel`, { restock: true });
    await expect(cancelFulfillment(gone)).rejects.toThrow("409 #1003 is cancelled.");
  });

  it("refuses to cancel a fulfillment of which something came back or is in a return", async () => {
    const returning = await shop.sold("MUG");
    await shop.ask(returning, { lines: [{ sku: "MUG", quantity: 1 }] });
    await expect(cancelFulfillment(returning)).rejects.toThrow("409 Some of");

    const refunded = await shop.sold("CUP");
    await shop.control("POST", `${path(refunded)}/take-back`, { lines: [{ sku: "CUP", quantity: 1 }] });
    await expect(cancelFulfillment(refunded)).rejects.toThrow("409 Some of");
  });

  it("lets nothing of a cancelled fulfillment be returned", async () => {
    const sent = await shop.sold("MUG");
    await cancelFulfillment(sent);

    await expect(shop.ask(sent, { lines: [{ sku: "MUG" }] })).rejects.toThrow("0 can be returned");
  });
});

it("opens a file whose fulfillments have one time and no location", async () => {
  const folder = mkdtempSync(join(tmpdir(), "shop-fulfillments-"));
  const stateFile = join(folder, "shop.json");
  const first = await startTestShop({ stateFile });
  await first.control("POST", "shops/demo/seed", {
    locations: ["Main"],
    products: [{ title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 3 } }] }],
  });
  const { id } = await first.control<{ id: string }>("POST", "shops/demo/orders", {
    lines: [{ sku: "MUG" }],
    location: "Main",
  });
  const sent = await first.control("POST", `shops/demo/orders/${encodeURIComponent(id)}/fulfill`, {});
  await first.close();

  interface Saved {
    shops: { orders: { fulfillments: Record<string, unknown>[] }[] }[];
  }
  const saved = JSON.parse(readFileSync(stateFile, "utf8")) as Saved;
  for (const order of saved.shops.flatMap(({ orders }) => orders))
    order.fulfillments = order.fulfillments.map((one) => ({
      id: one.id,
      at: one.createdAt,
      lines: one.lines,
    }));
  writeFileSync(stateFile, JSON.stringify(saved));

  const second = await startTestShop({ stateFile });
  expect(await second.control("GET", `shops/demo/orders/${encodeURIComponent(id)}`)).toEqual(sent);
  await second.close();
  rmSync(folder, { recursive: true });
});
