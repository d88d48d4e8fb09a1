import { describe, expect, it } from "vitest";
import { eachReturnsShop, RETURN } from "./shop-returns-harness.ts";

describe("returns in the Admin API", () => {
  const shop = eachReturnsShop();

  it("a request makes no work until it is approved", async () => {
    const order = await shop.sold("MUG", "CUP");
    const requested = await shop.ask(order, { lines: [{ sku: "MUG", reason: "too-small", note: "tiny" }] });
    shop.running.clock.now = new Date("2026-11-20T11:00:00.000Z");

    const before = await shop.data(`{ return(id: "${requested.id}") { ${RETURN} } }`);
    expect(before).toMatchObject({
      return: {
        ...{ name: "#1001-R1", status: "REQUESTED", totalQuantity: 2, requestApprovedAt: null },
        order: { returnStatus: "RETURN_REQUESTED" },
        returnLineItems: {
          nodes: [
            {
              ...{ __typename: "ReturnLineItem", quantity: 2, unprocessedQuantity: 2 },
              ...{ customerNote: "tiny", returnReasonNote: "" },
              returnReasonDefinition: { handle: "too-small" },
              fulfillmentLineItem: { lineItem: { sku: "MUG" } },
            },
          ],
        },
        reverseFulfillmentOrders: { nodes: [] },
      },
    });

    const { return: approved, userErrors } = await shop.mutate(
      `returnApproveRequest(input: { id: "${requested.id}" })`,
      `return { ${RETURN} }`,
    );
    expect(userErrors).toEqual([]);
    expect(approved).toMatchObject({
      ...{ status: "OPEN", requestApprovedAt: "2026-11-20T11:00:00.000Z" },
      // As recorded: the order does not count as updated.
      order: { returnStatus: "IN_PROGRESS", updatedAt: "2026-11-20T10:00:00.000Z" },
      reverseFulfillmentOrders: {
        nodes: [{ status: "OPEN", lineItems: { nodes: [{ totalQuantity: 2, dispositions: [] }] } }],
      },
    });
  });

  it("goods that were sent in two parcels come back as two pieces of work", async () => {
    const order = await shop.sell([{ sku: "MUG", quantity: 3 }]);
    await shop.send(order, [{ sku: "MUG", quantity: 1 }]);
    await shop.send(order);

    const { reverseFulfillmentOrders, lines } = await shop.ask(order, {
      ...{ lines: [{ sku: "MUG", quantity: 2 }], status: "open" },
    });

    expect(lines.map(({ quantity }) => quantity)).toEqual([1, 1]);
    expect(reverseFulfillmentOrders).toMatchObject([
      { lines: [{ quantity: 1 }] },
      { lines: [{ quantity: 1 }] },
    ]);
  });

  it("lines of unknown goods and exchanges are there, without a parcel", async () => {
    const order = await shop.sold("MUG");
    const { id } = await shop.ask(order, {
      ...{ lines: [{ sku: "MUG", quantity: 1 }], status: "open" },
      unverified: [{ quantity: 2, unitPrice: 5 }],
      exchange: [{ sku: "CUP" }],
    });

    expect(
      await shop.data(`{ return(id: "${id}") { totalQuantity
        exchangeLineItems(first: 5) { nodes { quantity variantSku lineItems { id } } }
        returnLineItems(first: 5) { nodes { __typename quantity
          ... on UnverifiedReturnLineItem { unitPrice { amount } } } }
        reverseFulfillmentOrders(first: 5) { nodes { lineItems(first: 5) { nodes { totalQuantity
          fulfillmentLineItem { quantity } } } } } } }`),
    ).toEqual({
      return: {
        totalQuantity: 3,
        exchangeLineItems: { nodes: [{ quantity: 1, variantSku: "CUP", lineItems: null }] },
        returnLineItems: {
          nodes: [
            { __typename: "ReturnLineItem", quantity: 1 },
            { __typename: "UnverifiedReturnLineItem", quantity: 2, unitPrice: { amount: "5.00" } },
          ],
        },
        reverseFulfillmentOrders: {
          nodes: [
            { lineItems: { nodes: [{ totalQuantity: 1, fulfillmentLineItem: { quantity: 2 } }] } },
            { lineItems: { nodes: [{ totalQuantity: 2, fulfillmentLineItem: null }] } },
          ],
        },
      },
    });
  });

  it("everything is found by its id alone", async () => {
    const { back, work } = await shop.open();
    await shop.step(back, "deliveries", { label: "https://labels.example/1.pdf" });
    await shop.step(back, "dispose", { type: "NOT_RESTOCKED" });
    const { nodes } = await shop.data<{ nodes: Record<string, unknown>[] }>(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id
        ... on ReverseDelivery { reverseFulfillmentOrder { id } reverseDeliveryLineItems(first: 1) { nodes {
          quantity reverseFulfillmentOrderLineItem { id } } } }
        ... on ReverseFulfillmentOrder { order { name } } } }`,
      {
        ids: [
          ...[back.id, back.lines[0]!.id, work.id, work.lines[0]!.id, back.lines[0]!.fulfillmentLineId],
          (await shop.look(back)).reverseFulfillmentOrders[0]!.deliveries[0]!.id,
          ...["gid://shopify/Return/7", "gid://shopify/ReverseDelivery/7", "gid://shopify/ReturnLineItem/7"],
        ],
      },
    );

    expect(nodes.map((node) => node?.__typename)).toEqual([
      ...["Return", "ReturnLineItem", "ReverseFulfillmentOrder", "ReverseFulfillmentOrderLineItem"],
      ...["FulfillmentLineItem", "ReverseDelivery", undefined, undefined, undefined],
    ]);
    expect(nodes[2]).toMatchObject({ order: { name: "#1001" } });
    expect(nodes[5]).toMatchObject({
      reverseFulfillmentOrder: { id: work.id },
      reverseDeliveryLineItems: {
        nodes: [{ quantity: 2, reverseFulfillmentOrderLineItem: { id: work.lines[0]!.id } }],
      },
    });
  });

  it("what is not simulated says so, and what is no field fails", async () => {
    const { back } = await shop.open();
    const refunds = await shop.running.graphql(
      `{ return(id: "${back.id}") { refunds(first: 1) { nodes { id } } } }`,
    );
    expect(refunds.errors?.[0]?.extensions.code).toBe("SANDBOX_NOT_SIMULATED");
    const invented = await shop.running.graphql(
      `{ reverseFulfillmentOrder(id: "${back.reverseFulfillmentOrders[0]!.id}") { lineItems(first: 1) { nodes { remainingQuantity } } } }`,
    );
    expect(invented.errors?.[0]?.extensions.code).toBe("undefinedField");
  });
});

describe("access to returns", () => {
  const shop = eachReturnsShop({ scopes: "read_products,read_orders" });

  it("needs the scope of returns, not of orders", async () => {
    const { back } = await shop.open();
    const { data, errors } = await shop.running.graphql(`{ return(id: "${back.id}") { id } }`);
    expect(data).toEqual({ return: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "ACCESS_DENIED" });
    const approve = await shop.running.graphql(
      `mutation { returnClose(id: "${back.id}") { return { id } } }`,
    );
    expect(approve.errors?.[0]?.extensions.requiredAccess).toContain("write_returns");
  });
});
