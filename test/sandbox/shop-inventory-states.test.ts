import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../sandbox/demo/observe.ts";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";
import { startReceiver, subscriptionTo } from "./webhook-receiver.ts";

describe("quantities besides those of orders", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let shop: TestShop;

  beforeEach(async () => {
    receiver = await startReceiver();
    shop = await startTestShop({
      appUrl: receiver.url,
      scopes: "read_products,read_inventory",
      toml: subscriptionTo("inventory_levels/update"),
    });
    await shop.control("POST", "shops/demo/seed", {
      locations: ["Main", "Annex"],
      products: [
        { title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 10 } }] },
        { title: "Gift card", variants: [{ sku: "GIFT", tracked: false, onHand: { Main: 0 } }] },
      ],
    });
    await shop.token();
  });
  afterEach(async () => {
    await shop.close();
    await receiver.close();
  });

  const inventory = (what: string, body: object) =>
    shop.control<Seeded["products"][number]>("POST", `shops/demo/inventory/${what}`, {
      sku: "MUG",
      location: "Main",
      ...body,
    });
  const quantities = async () => {
    const { products } = await shop.control<Seeded>("GET", "shops/demo/state");
    return products[0]!.variants[0]!.levels.Main!;
  };
  /** What was announced as available, from the fewest on: webhooks sent close together arrive in any order. */
  const announced = async (count: number) => {
    const received = await until(
      () => receiver.received,
      ({ length }) => length >= count,
    );
    return received
      .map(({ body }) => (JSON.parse(body) as { available: number }).available)
      .toSorted((a, b) => a - b);
  };

  it.each([
    ["draft_order", "reservation_created", "reservation_deleted"],
    ["transfer", "movement_created", "movement_canceled"],
  ])("commits units to a %s and releases them", async (holder, created, released) => {
    const { variants } = await inventory("reserve", { quantity: 4, for: holder });
    expect(variants[0]!.levels.Main).toMatchObject({
      on_hand: 10,
      committed: 4,
      available: 6,
      reserved: 0,
    });

    await inventory("release", { quantity: 1, for: holder });

    expect(await quantities()).toMatchObject({ on_hand: 10, committed: 3, available: 7 });
    expect(await announced(2)).toEqual([6, 7]);
    expect(await shop.control("GET", "shops/demo/history")).toMatchObject([
      { by: "merchant", reason: created, name: "committed", from: 0, to: 4 },
      { by: "merchant", reason: released, name: "committed", from: 4, to: 3 },
    ]);
  });

  it("releases no more than was reserved for the same kind", async () => {
    await inventory("reserve", { quantity: 4, for: "draft_order" });
    await inventory("reserve", { quantity: 2, for: "transfer" });

    await expect(inventory("release", { quantity: 3, for: "transfer" })).rejects.toThrow(
      "409 2 are reserved for a transfer, not 3.",
    );

    expect(await quantities()).toMatchObject({ committed: 6, available: 4 });
  });

  it.each(["damaged", "quality_control", "reserved", "safety_stock"])(
    "moves units from available to %s and back, and leaves on hand alone",
    async (state) => {
      await inventory("move", { quantity: 3, from: "available", to: state });
      expect(await quantities()).toMatchObject({ on_hand: 10, available: 7, [state]: 3 });

      await inventory("move", { quantity: 1, from: state, to: "available" });

      expect(await quantities()).toMatchObject({ on_hand: 10, available: 8, [state]: 2 });
      expect(await announced(2)).toEqual([7, 8]);
    },
  );

  it.each([
    ["move", { quantity: 11, from: "available", to: "damaged" }, "409 10 are available, not 11."],
    ["move", { quantity: 1, from: "damaged", to: "available" }, "409 0 are damaged, not 1."],
    ["move", { quantity: 1, from: "damaged", to: "damaged" }, "400 to: must differ from the other"],
    ["move", { quantity: 1, from: "committed", to: "damaged" }, "400 from"],
    ["move", { quantity: 0, from: "available", to: "damaged" }, "400 quantity"],
    ["reserve", { quantity: 1, for: "order" }, "400 for"],
    ["reserve", { quantity: 1, for: "transfer", location: "Annex" }, 'not stocked at "Annex"'],
    ["reserve", { quantity: 1, for: "transfer", sku: "GIFT" }, "409 The item is not tracked"],
    ["reserve", { quantity: 1, for: "transfer", variantId: 1 }, "exactly one of sku, variantId"],
  ])("refuses to %s %j, and moves nothing", async (what, body, message) => {
    await expect(inventory(what, body)).rejects.toThrow(message);

    expect(await shop.control("GET", "shops/demo/history")).toEqual([]);
  });
});
