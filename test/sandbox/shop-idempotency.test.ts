import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestShop, type Seeded, type TestShop } from "./shop-harness.ts";

const SET = `mutation Set($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { id } userErrors { code field message } } }`;

const ACTIVATE = `mutation Activate($item: ID!, $location: ID!, $key: String!) {
  inventoryActivate(inventoryItemId: $item, locationId: $location) @idempotent(key: $key) {
    inventoryLevel { id isActive quantities(names: ["on_hand"]) { quantity } } userErrors { field message } } }`;

describe("idempotency keys", () => {
  let shop: TestShop;
  let item: string;
  let location: string;
  let second: string;

  beforeEach(async () => {
    shop = await startTestShop();
    const seeded = await shop.control<Seeded>("POST", "shops/demo/seed", {
      locations: ["Main", "Second"],
      products: [{ title: "Mug", variants: [{ sku: "MUG-1", onHand: { Main: 3 } }] }],
    });
    item = seeded.products[0]!.variants[0]!.inventoryItemId;
    [location, second] = seeded.locations.map(({ id }) => id) as [string, string];
  });
  afterEach(() => shop.close());

  const input = (quantity: number, changeFromQuantity: number | null) => ({
    name: "on_hand",
    reason: "correction",
    quantities: [{ inventoryItemId: item, locationId: location, quantity, changeFromQuantity }],
  });
  const set = (key: string, ...numbers: [number, number | null]) =>
    shop.graphql(SET, { input: input(...numbers), key });
  const onHand = async () => {
    const { products } = await shop.control<Seeded>("GET", "shops/demo/state");
    return products[0]!.variants[0]!.levels.Main!.on_hand;
  };

  it("inventory mutations do not run without one", async () => {
    const { errors, data } = await shop.graphql(
      SET.replace("@idempotent(key: $key)", "").replace(", $key: String!", ""),
      {
        input: input(5, 3),
      },
    );

    expect(errors).toMatchObject([
      {
        message: "The @idempotent directive is required for this mutation but was not provided.",
        path: ["inventorySetQuantities"],
        extensions: { code: "BAD_REQUEST" },
      },
    ]);
    expect(data).toEqual({ inventorySetQuantities: null });
    expect(await onHand()).toBe(3);
  });

  it("a mutation for which nothing about keys is documented refuses one", async () => {
    const { errors } = await shop.graphql(
      `mutation { inventoryItemUpdate(id: "${item}", input: { tracked: true }) @idempotent(key: "k") { userErrors { message } } }`,
    );

    expect(errors).toMatchObject([{ extensions: { code: "SANDBOX_NOT_SIMULATED" } }]);
  });

  it("the same key with the same variables is answered with the first result and changes nothing", async () => {
    const first = await set("k", 5, 3);
    await shop.control("POST", "shops/demo/inventory", {
      sku: "MUG-1",
      location: "Main",
      quantities: { on_hand: 9 },
    });

    const again = await set("k", 5, 3);

    expect(again.data).toEqual(first.data);
    expect(await onHand()).toBe(9);
  });

  it("the same key with other variables is a mismatch", async () => {
    await set("k", 5, 3);

    const { data } = await set("k", 6, 5);

    expect(data).toEqual({
      inventorySetQuantities: {
        inventoryAdjustmentGroup: null,
        userErrors: [
          {
            code: "IDEMPOTENCY_KEY_PARAMETER_MISMATCH",
            field: null,
            message: "The same idempotency key cannot be used with different operation parameters.",
          },
        ],
      },
    });
    expect(await onHand()).toBe(5);
  });

  it("an attempt that was rejected has used its key up", async () => {
    const rejected = await set("k", 5, 7);
    await shop.control("POST", "shops/demo/inventory", {
      sku: "MUG-1",
      location: "Main",
      quantities: { on_hand: 7 },
    });

    const again = await set("k", 5, 7);

    expect(rejected).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [{ code: "CHANGE_FROM_QUANTITY_STALE" }] } },
    });
    expect(again).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [{ code: "IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED" }] } },
    });
    expect(await onHand()).toBe(7);
  });

  it("a request is in progress until it is answered", async () => {
    await shop.control("POST", "faults", {
      path: "graphql",
      when: "answer",
      times: 1,
      action: { kind: "hold" },
    });
    const first = set("k", 5, 3);
    await expect.poll(onHand).toBe(5);

    const meanwhile = await set("k", 5, 3);
    await shop.control("POST", "release");
    const [held, later] = [await first, await set("k", 5, 3)];

    expect(meanwhile).toMatchObject({
      data: { inventorySetQuantities: { userErrors: [{ code: "IDEMPOTENCY_CONCURRENT_REQUEST" }] } },
    });
    expect(held).toMatchObject({ data: { inventorySetQuantities: { userErrors: [] } } });
    expect(later.data).toEqual(held.data);
  });

  it("an answer that is lost on the way is not lost: asking again brings the result", async () => {
    await shop.graphql("{ shop { id } }");
    await shop.control("POST", "faults", {
      path: "graphql",
      when: "answer",
      times: 1,
      action: { kind: "reset" },
    });
    await expect(set("k", 5, 3)).rejects.toThrow();

    const again = await set("k", 5, 3);

    expect(await onHand()).toBe(5);
    expect(again).toMatchObject({
      data: {
        inventorySetQuantities: {
          inventoryAdjustmentGroup: { id: expect.any(String) as string },
          userErrors: [],
        },
      },
    });
  });

  it("a request that was throttled or malformed leaves its key unused", async () => {
    await shop.control("POST", "shops/demo/throttle", { available: 1 });
    await set("k", 5, 3);
    await shop.control("POST", "shops/demo/throttle", { available: 2000 });

    const { data } = await set("k", 5, 3);

    expect(data).toMatchObject({ inventorySetQuantities: { userErrors: [] } });
    expect(await onHand()).toBe(5);
  });

  it("a key is forgotten after a day", async () => {
    await set("k", 5, 3);
    shop.clock.now = new Date(shop.clock.now.getTime() + 24 * 60 * 60 * 1000);
    await shop.control("POST", "shops/demo/inventory", {
      sku: "MUG-1",
      location: "Main",
      quantities: { on_hand: 3 },
    });
    const fresh = (await (await shop.token()).json()) as { access_token: string };

    await shop.send("/admin/api/2026-10/graphql.json", {
      method: "POST",
      headers: { "content-type": "application/json", "x-shopify-access-token": fresh.access_token },
      body: JSON.stringify({ query: SET, variables: { input: input(5, 3), key: "k" } }),
    });

    expect(await onHand()).toBe(5);
  });

  it("a replayed activation shows the level as it is by then", async () => {
    const activate = () => shop.graphql(ACTIVATE, { item, location: second, key: "k" });
    await activate();
    await shop.control("POST", "shops/demo/inventory", {
      sku: "MUG-1",
      location: "Second",
      quantities: { on_hand: 4 },
    });

    expect((await activate()).data).toMatchObject({
      inventoryActivate: {
        inventoryLevel: { isActive: true, quantities: [{ quantity: 4 }] },
        userErrors: [],
      },
    });
  });

  it("refusals of a mutation whose user errors have no code come as words", async () => {
    await shop.graphql(ACTIVATE, { item, location: second, key: "k" });

    const { data } = await shop.graphql(ACTIVATE, { item, location, key: "k" });

    expect(data).toMatchObject({
      inventoryActivate: {
        inventoryLevel: null,
        userErrors: [
          { message: "The same idempotency key cannot be used with different operation parameters." },
        ],
      },
    });
  });
});
