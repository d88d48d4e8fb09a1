import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startTestShop, type Seeded, type SeededVariant, type TestShop } from "./shop-harness.ts";

const SET = `mutation Set($input: InventorySetQuantitiesInput!, $key: String!) {
  inventorySetQuantities(input: $input) @idempotent(key: $key) {
    inventoryAdjustmentGroup { reason referenceDocumentUri changes { name delta quantityAfterChange item { id } location { name } } }
    userErrors { code field message } } }`;

interface SetAnswer {
  inventoryAdjustmentGroup: { changes: object[] } | null;
  userErrors: { code: string; field: string[] }[];
}

describe("inventorySetQuantities", () => {
  let shop: TestShop;
  let mug: SeededVariant;
  let cup: SeededVariant;
  let kit: SeededVariant;
  let main: string;
  let closed: string;
  let keys = 0;

  beforeEach(async () => {
    shop = await startTestShop();
    const seeded = await shop.control<Seeded>("POST", "shops/demo/seed", {
      locations: ["Main", "Second", { name: "Closed", isActive: false }],
      products: [
        {
          title: "Things",
          variants: [
            { title: "Mug", sku: "MUG", onHand: { Main: 10, Closed: 1 }, committed: { Main: 4 } },
            { title: "Cup", sku: "CUP", onHand: { Main: 7 } },
            { title: "Kit", sku: "KIT", requiresComponents: true, onHand: { Main: 0 } },
          ],
        },
      ],
    });
    [mug, cup, kit] = seeded.products[0]!.variants as [SeededVariant, SeededVariant, SeededVariant];
    [main, , closed] = seeded.locations.map(({ id }) => id) as [string, string, string];
  });
  afterEach(() => shop.close());

  const entry = (
    { inventoryItemId }: SeededVariant,
    quantity: number,
    {
      changeFromQuantity = null,
      locationId = main,
    }: { changeFromQuantity?: number | null; locationId?: string } = {},
  ) => ({ inventoryItemId, locationId, quantity, changeFromQuantity });

  async function set(quantities: object[], more: object = {}) {
    const input = { name: "on_hand", reason: "correction", quantities, ...more };
    const answer = await shop.graphql(SET, { input, key: `key-${++keys}` });
    return { ...answer, result: answer.data?.inventorySetQuantities as SetAnswer };
  }

  const levels = async (): Promise<Record<string, SeededVariant["levels"]>> => {
    const { products } = await shop.control<Seeded>("GET", "shops/demo/state");
    return Object.fromEntries(products[0]!.variants.map(({ sku, levels }) => [String(sku), levels]));
  };

  it("writing on hand moves available by the same amount and leaves committed alone", async () => {
    const { result } = await set([entry(mug, 15, { changeFromQuantity: 10 })], {
      referenceDocumentUri: "gid://testapp/StockEvent/1",
    });

    expect(result).toEqual({
      inventoryAdjustmentGroup: {
        reason: "correction",
        referenceDocumentUri: "gid://testapp/StockEvent/1",
        changes: ["available", "on_hand"].map((name) => ({
          name,
          delta: 5,
          quantityAfterChange: null,
          item: { id: mug.inventoryItemId },
          location: { name: "Main" },
        })),
      },
      userErrors: [],
    });
    expect((await levels()).MUG?.Main).toMatchObject({ on_hand: 15, committed: 4, available: 11 });
  });

  it("writing available moves on hand by the same amount", async () => {
    await set([entry(mug, 0, { changeFromQuantity: 6 })], { name: "available" });

    expect((await levels()).MUG?.Main).toMatchObject({ on_hand: 4, committed: 4, available: 0 });
  });

  it("more may be sold than there is, but no less than nothing lies there", async () => {
    const available = await set([entry(cup, -5)], { name: "available" });
    const onHand = await set([entry(cup, -1)]);

    expect(available.result.userErrors).toEqual([]);
    expect(onHand.result.userErrors).toEqual([
      {
        code: "INVALID_QUANTITY_NEGATIVE",
        field: ["input", "quantities", "0", "quantity"],
        message: "The quantity can't be negative.",
      },
    ]);
    expect((await levels()).CUP?.Main).toMatchObject({ on_hand: -5, available: -5 });
  });

  it("setting what is there already is a success without a group", async () => {
    const { result, errors } = await set([entry(mug, 10, { changeFromQuantity: 10 })]);

    expect(errors).toBeUndefined();
    expect(result).toEqual({ inventoryAdjustmentGroup: null, userErrors: [] });
  });

  it("only what changes is in the group", async () => {
    const { result } = await set([entry(mug, 10), entry(cup, 8)]);

    expect(result.inventoryAdjustmentGroup?.changes).toMatchObject([
      { name: "available", item: { id: cup.inventoryItemId } },
      { name: "on_hand", item: { id: cup.inventoryItemId } },
    ]);
  });

  it("the key changeFromQuantity must be there, be it null", async () => {
    const { changeFromQuantity: _left, ...without } = entry(mug, 5);

    const { errors, data } = await set([entry(cup, 8), without]);

    expect(errors).toMatchObject([
      {
        message: "InventoryQuantityInput must include the following argument: changeFromQuantity.",
        extensions: { code: "INVALID_FIELD_ARGUMENTS" },
      },
    ]);
    expect(data).toEqual({ inventorySetQuantities: null });
  });

  it("a number that moved meanwhile fails the whole call and names the entry", async () => {
    const { result } = await set([
      entry(cup, 8, { changeFromQuantity: 7 }),
      entry(mug, 5, { changeFromQuantity: 9 }),
    ]);

    expect(result).toEqual({
      inventoryAdjustmentGroup: null,
      userErrors: [
        {
          code: "CHANGE_FROM_QUANTITY_STALE",
          field: ["input", "quantities", "1", "changeFromQuantity"],
          message: "The changeFromQuantity argument no longer matches the persisted quantity.",
        },
      ],
    });
    expect((await levels()).CUP?.Main).toMatchObject({ on_hand: 7 });
  });

  it("things that do not exist, closed places and bundles fail the whole call", async () => {
    const gone = { ...mug, inventoryItemId: "gid://shopify/InventoryItem/1" };

    const { result } = await set([
      entry(cup, 8),
      entry(gone, 1),
      entry(mug, 1, { locationId: "gid://shopify/Location/1" }),
      entry(mug, 1, { locationId: closed }),
      entry(kit, 1),
    ]);

    expect(result.userErrors.map(({ code, field }) => [code, field.slice(2).join(".")])).toEqual([
      ["INVALID_INVENTORY_ITEM", "1.inventoryItemId"],
      ["INVALID_LOCATION", "2.locationId"],
      ["INVALID_LOCATION", "3.locationId"],
      ["NON_MUTABLE_INVENTORY_ITEM", "4.inventoryItemId"],
    ]);
    expect((await levels()).CUP?.Main).toMatchObject({ on_hand: 7 });
  });

  it("an item and location may stand in a call once", async () => {
    const { result } = await set([entry(mug, 1), entry(cup, 1), entry(mug, 2)]);

    expect(result.userErrors).toMatchObject([
      {
        code: "NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR",
        field: ["input", "quantities", "0", "locationId"],
      },
      {
        code: "NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR",
        field: ["input", "quantities", "2", "locationId"],
      },
    ]);
  });

  it.each([
    ["an unknown name", { name: "damaged" }, "INVALID_NAME", "name"],
    ["an unknown reason", { reason: "because" }, "INVALID_REASON", "reason"],
    ["a reason in capitals", { reason: "CORRECTION" }, "INVALID_REASON", "reason"],
  ])("%s is refused", async (_what, more, code, field) => {
    const { result } = await set([entry(mug, 1)], more);

    expect(result).toMatchObject({
      inventoryAdjustmentGroup: null,
      userErrors: [{ code, field: ["input", field] }],
    });
    expect(await shop.control("GET", "shops/demo/history")).toEqual([]);
  });

  it.each([
    ["without a scheme", "event 1"],
    ["that is a scheme only", "gid:"],
    ["whose GID has no id", "gid://testapp/Event"],
    ["whose GID has an empty id", "gid://testapp/Event/"],
    ["whose GID has no app", "gid:///Event/1"],
    ["whose GID has an app that is no host's name", "gid://test app/Event/1"],
    ["with a space", "gid://testapp/Event/IN 1"],
    ["with a letter no URI has", "gid://testapp/Event/Größe"],
  ])("a reference %s is refused", async (_what, referenceDocumentUri) => {
    const { result } = await set([entry(mug, 1)], { referenceDocumentUri });

    expect(result).toMatchObject({
      inventoryAdjustmentGroup: null,
      userErrors: [{ code: "INVALID_REFERENCE_DOCUMENT", field: ["input", "referenceDocumentUri"] }],
    });
  });

  it.each([
    ["correction", "gid://testapp/Event/1"],
    ["received", "gid://testapp/PurchaseOrder/PO-2024-001"],
    ["restock", "gid://shopify/Order/1234567890"],
    ["safety_stock", "https://testapp.example/documents/12345"],
    ["cycle_count_available", "testapp://count/1"],
    ["other", null],
  ])("%s and %s are taken, and stand in the history", async (reason, referenceDocumentUri) => {
    const { result } = await set([entry(mug, 1)], { reason, referenceDocumentUri });

    expect(result.userErrors).toEqual([]);
    expect(await shop.control("GET", "shops/demo/history?sku=MUG")).toMatchObject([
      { by: "app", sku: "MUG", location: "Main", from: 10, to: 1, reason, referenceDocumentUri },
    ]);
    expect(await shop.control("GET", "shops/demo/history?sku=CUP")).toEqual([]);
  });

  it.each([
    [1_000_000_001, "INVALID_QUANTITY_TOO_HIGH"],
    [-1_000_000_001, "INVALID_QUANTITY_TOO_LOW"],
  ])("%i is out of bounds", async (quantity, code) => {
    const { result } = await set([entry(mug, quantity)], { name: "available" });

    expect(result.userErrors).toMatchObject([{ code }]);
  });

  it("takes 250 entries and no more", async () => {
    const { errors } = await set(Array.from({ length: 251 }, () => entry(mug, 1)));

    expect(errors).toMatchObject([{ extensions: { code: "MAX_INPUT_SIZE_EXCEEDED" } }]);
  });

  it("an item that is not stocked at the location is passed over without a word", async () => {
    const seeded = await shop.control<{ locations: { id: string; name: string }[] }>(
      "GET",
      "shops/demo/state",
    );
    const second = seeded.locations.find(({ name }) => name === "Second")!.id;

    const { result } = await set([entry(cup, 8, { locationId: second })]);

    expect(result).toEqual({ inventoryAdjustmentGroup: null, userErrors: [] });
    expect((await levels()).CUP).not.toHaveProperty("Second");
  });

  it("a GID of another kind is a top-level error", async () => {
    const { errors } = await set([{ ...entry(mug, 1), inventoryItemId: mug.id }]);

    expect(errors).toMatchObject([{ extensions: { code: "RESOURCE_NOT_FOUND" } }]);
  });
});

describe("inventoryActivate", () => {
  const ACTIVATE = `mutation A($item: ID!, $location: ID!, $available: Int, $onHand: Int, $key: String!) {
    inventoryActivate(inventoryItemId: $item, locationId: $location, available: $available, onHand: $onHand) @idempotent(key: $key) {
      inventoryLevel { id isActive location { name } quantities(names: ["available", "on_hand"]) { name quantity } }
      userErrors { field message } } }`;
  let shop: TestShop;
  let item: string;
  let main: string;
  let second: string;
  let keys = 0;

  beforeEach(async () => {
    shop = await startTestShop();
    const seeded = await shop.control<Seeded>("POST", "shops/demo/seed", {
      locations: ["Main", "Second"],
      products: [{ title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 3 } }] }],
    });
    item = seeded.products[0]!.variants[0]!.inventoryItemId;
    [main, second] = seeded.locations.map(({ id }) => id) as [string, string];
  });
  afterEach(() => shop.close());

  const activate = async (more: object) => {
    const { data } = await shop.graphql(ACTIVATE, { item, location: second, key: `key-${++keys}`, ...more });
    return data?.inventoryActivate as object;
  };

  /** The level at the first location, as it is found with and without those that are switched off. */
  const level = async () => {
    const fields = `{ isActive quantities(names: ["available", "on_hand"]) { name quantity } }`;
    const { data } = await shop.graphql(
      `query Q($item: ID!, $location: ID!) { inventoryItem(id: $item) { hidden: inventoryLevel(locationId: $location) ${fields}
        shown: inventoryLevel(locationId: $location, includeInactive: true) ${fields} } }`,
      { item, location: main },
    );
    return data!.inventoryItem as { hidden: object | null; shown: object };
  };

  it("stocks an item at a location, and its level's id carries a query string", async () => {
    expect(await activate({ onHand: 5 })).toEqual({
      inventoryLevel: {
        id: expect.stringMatching(/^gid:\/\/shopify\/InventoryLevel\/\d+\?inventory_item_id=\d+$/) as string,
        isActive: true,
        location: { name: "Second" },
        quantities: [
          { name: "available", quantity: 5 },
          { name: "on_hand", quantity: 5 },
        ],
      },
      userErrors: [],
    });
  });

  it.each([
    ["both quantities", { available: 1, onHand: 1 }, ["available", "onHand"]],
    ["too much", { onHand: 1_000_000_001 }, ["onHand"]],
    ["a location that does not exist", { location: "gid://shopify/Location/1" }, ["locationId"]],
    ["an item that does not exist", { item: "gid://shopify/InventoryItem/1" }, ["inventoryItemId"]],
  ])("refuses %s", async (_what, more, fields) => {
    expect(await activate(more)).toMatchObject({
      inventoryLevel: null,
      userErrors: fields.map((field) => ({ field: [field] })),
    });
  });

  it("an item that is stocked there already keeps its quantity", async () => {
    expect(await activate({ location: main })).toMatchObject({ userErrors: [] });
    expect(await activate({ location: main, onHand: 9 })).toMatchObject({
      inventoryLevel: { quantities: [{ quantity: 3 }, { quantity: 3 }] },
      userErrors: [
        {
          message: "Not allowed to set an on_hand quantity when the item is already active at the location.",
        },
      ],
    });
  });

  it("an item whose stocking ended and began again has the quantities it had", async () => {
    const before = await level();
    await shop.control("POST", "shops/demo/inventory", { sku: "MUG", location: "Main", isActive: false });
    expect(await level()).toEqual({ hidden: null, shown: { ...before.shown, isActive: false } });

    expect(await activate({ location: main })).toMatchObject({
      inventoryLevel: { isActive: true, quantities: [{ quantity: 3 }, { quantity: 3 }] },
      userErrors: [],
    });
    expect(await level()).toEqual(before);
  });

  it("its complaints have no code to ask for, and without a key it does not run", async () => {
    const ask = (directive: string, fields: string) =>
      shop.graphql(
        `mutation { inventoryActivate(inventoryItemId: "${item}", locationId: "${second}") ${directive} { userErrors { ${fields} } } }`,
      );

    expect((await ask('@idempotent(key: "k")', "code")).errors).toMatchObject([
      { extensions: { code: "undefinedField", typeName: "UserError", fieldName: "code" } },
    ]);
    expect((await ask("", "message")).errors).toMatchObject([{ extensions: { code: "BAD_REQUEST" } }]);
    expect((await ask('@idempotent(key: "k")', "message")).errors).toBeUndefined();
  });
});
