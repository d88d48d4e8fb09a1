import { describe, expect, it } from "vitest";
import type { Seeded } from "./shop-harness.ts";
import { eachReturnsShop } from "./shop-returns-harness.ts";

const LINES =
  "reverseFulfillmentOrderLineItems { totalQuantity dispositions { type quantity location { name } } }";

describe("disposing of what came back", () => {
  const shop = eachReturnsShop();

  interface Wish {
    line: string;
    type?: string;
    quantity?: number;
    location?: string | null;
  }
  const dispose = (...wishes: Wish[]) => {
    const inputs = wishes.map(
      ({ line, type = "NOT_RESTOCKED", quantity = 1, location }) =>
        `{ reverseFulfillmentOrderLineItemId: "${line}", quantity: ${quantity}, dispositionType: ${type}, locationId: ${location ? `"${location}"` : null} }`,
    );
    return shop.mutate(`reverseFulfillmentOrderDispose(dispositionInputs: [${inputs.join()}])`, LINES);
  };
  const location = async (name: string) => {
    const { locations } = await shop.control<Seeded>("GET", "state");
    return locations.find((one) => one.name === name)!.id;
  };

  it("restocked pieces are on the shelf and for sale again, once, and the history says by whom", async () => {
    const { back, work } = await shop.open();
    expect(await shop.stock("MUG")).toEqual([8, 8]);

    const answer = await dispose({
      line: work.lines[0]!.id,
      type: "RESTOCKED",
      location: await location("Main"),
    });

    expect(answer).toEqual({
      userErrors: [],
      reverseFulfillmentOrderLineItems: [
        {
          totalQuantity: 2,
          dispositions: [{ type: "RESTOCKED", quantity: 1, location: { name: "Main" } }],
        },
      ],
    });
    expect(await shop.stock("MUG")).toEqual([9, 9]);
    const history = await shop.control<object[]>("GET", "history");
    expect(history.at(-1)).toMatchObject({
      ...{ by: "app", sku: "MUG", location: "Main", name: "on_hand", from: 8, to: 9 },
      ...{ reason: "return_restocked", referenceDocumentUri: back.id },
    });
  });

  it("other pieces move nothing, and nothing is processed or closed by it", async () => {
    const { back, work } = await shop.open();

    await dispose({ line: work.lines[0]!.id, quantity: 2 });

    expect(await shop.stock("MUG")).toEqual([8, 8]);
    expect(await shop.look(back)).toMatchObject({
      ...{ status: "OPEN", lines: [{ quantity: 2, processed: 0 }] },
      reverseFulfillmentOrders: [{ status: "OPEN" }],
    });
  });

  it("more pieces than came back are accepted: whoever disposes must count", async () => {
    const { work } = await shop.open();
    const wish = {
      line: work.lines[0]!.id,
      type: "RESTOCKED",
      quantity: 2,
      location: await location("Main"),
    };

    await dispose(wish);
    expect(await dispose(wish)).toMatchObject({ userErrors: [] });

    expect(await shop.stock("MUG")).toEqual([12, 12]);
  });

  it("goods come back to where they never were", async () => {
    const { work } = await shop.open();
    await dispose({ line: work.lines[0]!.id, type: "RESTOCKED", location: await location("Annex") });
    expect(await shop.stock("MUG", "Annex")).toEqual([1, 1]);
  });

  it("nothing, unknown lines and lines of two orders are refused", async () => {
    const [one, other] = [await shop.open("MUG"), await shop.open("CUP")];
    const lines = [one, other].map(({ work }) => ({ line: work.lines[0]!.id }));
    const mixed = {
      reverseFulfillmentOrderLineItems: null,
      userErrors: [
        {
          ...{ code: "INVALID", field: ["dispositionInputs"] },
          message: "Cannot dispose items from more than one reverse fulfillment order.",
        },
      ],
    };

    expect(await dispose()).toMatchObject({
      userErrors: [{ code: "BLANK", field: ["dispositionInputs"], message: "The array cannot be empty." }],
    });
    expect(await dispose(...lines)).toEqual(mixed);
    expect(await dispose({ line: "gid://shopify/ReverseFulfillmentOrderLineItem/7" })).toEqual(mixed);
    expect(await shop.look(one.back)).toEqual(one.back);
    await expect(dispose({ line: one.back.id })).rejects.toThrow("RESOURCE_NOT_FOUND");
  });

  it("custom items and deleted products cannot be restocked, and unknown places take nothing", async () => {
    const order = await shop.sold({ custom: { title: "Gift wrap" } }, "CUP");
    const { products } = await shop.control<Seeded>("GET", "state");
    await shop.control("DELETE", `products/${encodeURIComponent(products[1]!.id)}`);
    const back = await shop.ask(order, {
      ...{ lines: order.lines.map(({ id }) => ({ lineId: id })), status: "open" },
    });
    const custom = {
      ...{ code: "INVALID", field: ["dispositionInputs", "0", "dispositionType"] },
      message: "RESTOCKED is an invalid disposition type for a custom line item.",
    };
    const nowhere = { code: "NOT_FOUND", message: "Location not found." };

    for (const { id } of back.reverseFulfillmentOrders[0]!.lines)
      expect(
        await dispose({ line: id, type: "RESTOCKED", location: "gid://shopify/Location/7" }),
      ).toMatchObject({
        userErrors: [custom, { ...nowhere, field: ["dispositionInputs", "0", "locationId"] }],
      });
    expect(
      await dispose({
        line: back.reverseFulfillmentOrders[0]!.lines[0]!.id,
        location: await location("Closed"),
      }),
    ).toMatchObject({ userErrors: [nowhere] });
  });

  it("restocking needs a place, and open work", async () => {
    const { back, work } = await shop.open();
    const line = work.lines[0]!.id;
    expect(await dispose({ line, type: "RESTOCKED" })).toMatchObject({
      userErrors: [{ code: "BLANK", field: ["dispositionInputs", "0", "locationId"] }],
    });
    await shop.step(back, "close");
    expect(await dispose({ line })).toMatchObject({ userErrors: [{ code: "INVALID_STATE" }] });
  });

  it("processing confirms quantities, may dispose as well, and leaves the return open", async () => {
    const { order, back, work } = await shop.open();
    const process = (quantity: number, more = "") =>
      shop.mutate(
        `returnProcess(input: { returnId: "${back.id}", returnLineItems: [{ id: "${back.lines[0]!.id}", quantity: ${quantity} ${more} }] })`,
        `return { status returnLineItems(first: 5) { nodes { processedQuantity unprocessedQuantity processableQuantity } }
           reverseFulfillmentOrders(first: 5) { nodes { lineItems(first: 5) { nodes { dispositions { quantity } } } } } }`,
      );
    const lineIs = (processedQuantity: number, unprocessedQuantity: number, dispositions: object[]) => ({
      return: {
        status: "OPEN",
        returnLineItems: {
          nodes: [{ processedQuantity, unprocessedQuantity, processableQuantity: unprocessedQuantity }],
        },
        reverseFulfillmentOrders: { nodes: [{ lineItems: { nodes: [{ dispositions }] } }] },
      },
    });

    expect(await process(1)).toMatchObject(lineIs(1, 1, []));
    expect(await process(2)).toMatchObject({
      userErrors: [{ code: "INVALID", field: ["input", "returnLineItems", "0", "quantity"] }],
    });
    const disposition = `, dispositions: [{ reverseFulfillmentOrderLineItemId: "${work.lines[0]!.id}", quantity: 1, dispositionType: MISSING }]`;
    expect(await process(1, disposition)).toMatchObject(lineIs(2, 0, [{ quantity: 1 }]));
    expect(
      await shop.data(
        `{ order(id: "${order.id}") { lineItems(first: 1) { nodes { quantity currentQuantity } } } }`,
      ),
    ).toEqual({ order: { lineItems: { nodes: [{ quantity: 2, currentQuantity: 0 }] } } });
    await expect(shop.step(back, "cancel")).rejects.toThrow("409 Some of #1001-R1 was processed");
    const refund = await shop.running.graphql(
      `mutation { returnProcess(input: { returnId: "${back.id}", note: "x" }) { userErrors { code } } }`,
    );
    expect(refund.errors?.[0]?.extensions.code).toBe("SANDBOX_NOT_SIMULATED");
  });
});
