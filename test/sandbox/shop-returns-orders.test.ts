import { describe, expect, it } from "vitest";
import { fetchLines, finishedOperation, runBulk } from "./shop-bulk-bench.ts";
import type { Seeded } from "./shop-harness.ts";
import { eachReturnsShop } from "./shop-returns-harness.ts";

const SCOPES =
  "read_products,write_products,read_inventory,read_locations,write_returns,read_orders,read_customers";

describe("orders in the Admin API", () => {
  const shop = eachReturnsShop({ scopes: SCOPES });
  const named = async (query: string, more = "") => {
    const { orders } = await shop.data<{ orders: { nodes: { name: string }[] } }>(
      `query ($query: String) { orders(first: 10, query: $query ${more}) { nodes { name } } }`,
      { query },
    );
    return orders.nodes.map(({ name }) => name);
  };

  it("shows what was sold, sent and is for whom", async () => {
    const order = await shop.sold("MUG");

    expect(
      await shop.data(`{ order(id: "${order.id}") { name email phone cancelledAt returnStatus legacyResourceId
        customer { firstName displayName defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber }
          defaultAddress { city } }
        shippingAddress { name address1 zip city province countryCodeV2 country phone }
        billingAddress { name }
        lineItems(first: 5) { nodes { sku title variantTitle name quantity currentQuantity variant { sku } product { title } } }
        fulfillments { name status fulfillmentLineItems(first: 5) { nodes { quantity lineItem { sku } } } } } }`),
    ).toEqual({
      order: {
        ...{ name: "#1001", email: "robin.shopper@example.com", phone: "+31 20 555 0100" },
        ...{ cancelledAt: null, returnStatus: "NO_RETURN", legacyResourceId: order.id.replace(/.*\//, "") },
        customer: {
          ...{ firstName: "Robin", displayName: "Robin Shopper" },
          defaultEmailAddress: { emailAddress: "robin.shopper@example.com" },
          defaultPhoneNumber: { phoneNumber: "+31 20 555 0100" },
          defaultAddress: { city: "Amsterdam" },
        },
        shippingAddress: {
          ...{ name: "Robin Shopper", address1: "Nowhere Street 1", zip: "1000 AA", city: "Amsterdam" },
          ...{ province: null, countryCodeV2: "NL", country: "Netherlands", phone: "+31 20 555 0100" },
        },
        billingAddress: { name: "Robin Shopper" },
        lineItems: {
          nodes: [
            {
              ...{ sku: "MUG", title: "Mug", variantTitle: "Default Title", name: "Mug - Default Title" },
              ...{ quantity: 2, currentQuantity: 2, variant: { sku: "MUG" }, product: { title: "Mug" } },
            },
          ],
        },
        fulfillments: [
          {
            ...{ name: "#1001-F1", status: "SUCCESS" },
            fulfillmentLineItems: { nodes: [{ quantity: 2, lineItem: { sku: "MUG" } }] },
          },
        ],
      },
    });
  });

  it("may have nobody behind it, somebody without a name, and another address for the bill", async () => {
    const nobody = await shop.sell(["MUG"], { customer: null, shippingAddress: null, email: null });
    const somebody = await shop.sell(["MUG"], {
      customer: { email: "kim@example.com" },
      shippingAddress: { company: "Atelier", city: "Lyon", countryCode: "FR" },
      billingAddress: { city: "Paris" },
    });
    const people = `email customer { displayName defaultPhoneNumber { phoneNumber } }
      shippingAddress { name company city countryCodeV2 address1 } billingAddress { city }`;

    expect(
      await shop.data(
        `{ nobody: order(id: "${nobody.id}") { ${people} } somebody: order(id: "${somebody.id}") { ${people} } }`,
      ),
    ).toEqual({
      nobody: { email: null, customer: null, shippingAddress: null, billingAddress: null },
      somebody: {
        email: "kim@example.com",
        customer: { displayName: "kim@example.com", defaultPhoneNumber: null },
        shippingAddress: {
          name: null,
          company: "Atelier",
          city: "Lyon",
          countryCodeV2: "FR",
          address1: null,
        },
        billingAddress: { city: "Paris" },
      },
    });
  });

  it("custom items and deleted products have no variant, and keep what they were called", async () => {
    const order = await shop.sold("CUP", { custom: { title: "Gift wrap", price: 3 } });
    const { products } = await shop.control<Seeded>("GET", "state");
    const cup = products.find(({ title }) => title === "Cup")!;
    await shop.control("DELETE", `products/${encodeURIComponent(cup.id)}`);

    expect(
      await shop.data(
        `{ order(id: "${order.id}") { lineItems(first: 5) { nodes { name sku variantTitle variant { id } product { id } } } } }`,
      ),
    ).toMatchObject({
      order: {
        lineItems: {
          nodes: [
            { name: "Cup - Default Title", sku: "CUP", variant: null, product: null },
            { name: "Gift wrap", sku: null, variantTitle: null, variant: null, product: null },
          ],
        },
      },
    });
  });

  it("are found by the state of their returns, by name and by time", async () => {
    const orders = [
      await shop.sold("MUG"),
      await shop.sold("MUG"),
      await shop.sold("CUP"),
      await shop.sold("CUP"),
    ];
    await shop.ask(orders[0]!, { lines: [{ sku: "MUG" }] });
    const open = await shop.ask(orders[1]!, { lines: [{ sku: "MUG" }], status: "open" });
    const closed = await shop.ask(orders[2]!, { lines: [{ sku: "CUP" }], status: "open" });
    shop.running.clock.now = new Date("2026-11-20T12:00:00.000Z");
    await shop.step(closed, "close");
    await shop.sell(["MUG"]);

    expect(await named("return_status:return_requested")).toEqual(["#1001"]);
    expect(await named("return_status:IN_PROGRESS OR return_status:returned")).toEqual(["#1002", "#1003"]);
    expect(await named("name:#1004")).toEqual(["#1004"]);
    expect(await named("name:1004")).toEqual(["#1004"]);
    // As recorded, a return leaves the time of its order alone.
    expect(await named("updated_at:>'2026-11-20T11:00:00Z'")).toEqual(["#1005"]);
    expect(
      await named("created_at:<=2026-11-20T10:00:00Z", ", sortKey: UPDATED_AT, reverse: true"),
    ).toHaveLength(4);
    expect(await named(`id:${orders[3]!.id.replace(/.*\//, "")}`)).toEqual(["#1004"]);
    expect(await named("", ", reverse: true")).toEqual(["#1005", "#1004", "#1003", "#1002", "#1001"]);
    const { order } = await shop.data<{ order: unknown }>(
      `{ order(id: "${orders[1]!.id}") { returnStatus open: returns(first: 5, query: "status:OPEN") { nodes { id } }
         requested: returns(first: 5, query: "status:REQUESTED") { nodes { id } } } }`,
    );
    expect(order).toEqual({
      returnStatus: "IN_PROGRESS",
      open: { nodes: [{ id: open.id }] },
      requested: { nodes: [] },
    });
    await expect(named("tag:sale")).rejects.toThrow("SANDBOX_NOT_SIMULATED");
  });

  it("are read in bulk with their returns", async () => {
    const { order, back } = await shop.open();
    await shop.sold("CUP");

    const operation = await finishedOperation(
      shop.running,
      await runBulk(
        shop.running,
        `{ orders(query: "return_status:in_progress") { edges { node { id returns { edges { node { id status } } } } } } }`,
      ),
    );

    expect(await fetchLines(operation.url!)).toEqual([
      { id: order.id },
      { id: back.id, status: "OPEN", __parentId: order.id },
    ]);
  });
});

describe("customers without the scope", () => {
  const shop = eachReturnsShop();

  it("are null beside an error, and the rest of the order is there", async () => {
    const order = await shop.sell(["MUG"]);
    const { data, errors } = await shop.running.graphql(
      `{ order(id: "${order.id}") { name email customer { firstName } } }`,
    );
    expect(data).toEqual({ order: { name: "#1001", email: "robin.shopper@example.com", customer: null } });
    expect(errors?.[0]?.extensions).toMatchObject({
      ...{ code: "ACCESS_DENIED", requiredAccess: "`read_customers` access scope." },
    });
  });
});
