import { describe, expect, it } from "vitest";
import { eachReturnsShop, RETURN, type OrderView } from "./shop-returns-harness.ts";

const STATUS = "return { id status closedAt totalQuantity }";

describe("the life of a return", () => {
  const shop = eachReturnsShop();
  const parcelLine = (order: OrderView) => order.fulfillments[0]!.lines[0]!.fulfillmentLineId;
  const create = (order: OrderView, line: string) =>
    shop.mutate(
      `returnCreate(returnInput: { orderId: "${order.id}", returnLineItems: [{ fulfillmentLineItemId: "${parcelLine(order)}", ${line} }] })`,
      `return { ${RETURN} }`,
    );
  const request = (order: OrderView, line: string) =>
    shop.mutate(
      `returnRequest(input: { orderId: "${order.id}", returnLineItems: [{ fulfillmentLineItemId: "${parcelLine(order)}", ${line} }] })`,
      `return { ${RETURN} }`,
    );
  const withId = (mutation: string, { id }: { id: string }, more = "") =>
    shop.mutate(`${mutation}(id: "${id}"${more})`, STATUS);

  it("is created open by an app, or requested like by a shopper", async () => {
    const order = await shop.sold("MUG");

    expect(await create(order, 'quantity: 1, returnReason: OTHER, returnReasonNote: "dull"')).toMatchObject({
      userErrors: [],
      return: {
        ...{ name: "#1001-R1", status: "OPEN", requestApprovedAt: "2026-11-20T10:00:00.000Z" },
        returnLineItems: {
          nodes: [{ returnReasonNote: "dull", returnReasonDefinition: { handle: "other-reason" } }],
        },
        reverseFulfillmentOrders: { nodes: [{ lineItems: { nodes: [{ totalQuantity: 1 }] } }] },
      },
    });
    expect(
      await request(
        order,
        'quantity: 1, returnReasonDefinitionId: "gid://shopify/ReturnReasonDefinition/5", customerNote: "cracked"',
      ),
    ).toMatchObject({
      userErrors: [],
      return: {
        ...{ name: "#1001-R2", status: "REQUESTED" },
        returnLineItems: { nodes: [{ customerNote: "cracked" }] },
      },
    });
  });

  it.each([
    [
      "create",
      "quantity: 3, returnReason: STYLE",
      "INVALID",
      "quantity",
      "Return line item has an invalid quantity.",
    ],
    [
      "request",
      "quantity: 0, returnReason: STYLE",
      "INVALID",
      "quantity",
      "Return line item has an invalid quantity.",
    ],
    ["create", "quantity: 1", "NOT_FOUND", undefined, "Either return reason or return reason definition"],
    ["request", "quantity: 1", "BLANK", "returnReason", "Return reason can't be blank"],
    ["create", "quantity: 1, returnReason: OTHER", "BLANK", "returnReasonNote", "The note is required"],
  ])("%s with %s is refused with %s", async (how, line, code, field, message) => {
    const order = await shop.sold("MUG");
    const answer = await (how === "create" ? create : request)(order, line);
    const root = how === "create" ? "returnInput" : "input";
    expect(answer).toMatchObject({
      return: null,
      userErrors: [
        {
          ...{ code, message: expect.stringContaining(message) as string },
          field: [root, "returnLineItems", "0", ...(field ? [field] : [])],
        },
      ],
    });
    expect(await shop.control("GET", "returns")).toEqual([]);
  });

  it("what is in a return cannot be in another, until that is declined or cancelled", async () => {
    const order = await shop.sold("MUG");
    const first = await shop.ask(order, { lines: [{ sku: "MUG" }] });
    const again = "quantity: 2, returnReason: STYLE";
    expect(await create(order, again)).toMatchObject({ userErrors: [{ code: "INVALID" }] });

    await shop.step(first, "decline");
    expect(await create(order, again)).toMatchObject({ userErrors: [] });
  });

  it("lines of another order, and orders there are none of, are not found", async () => {
    const [one, other] = [await shop.sold("MUG"), await shop.sold("CUP")];
    expect(
      await create({ ...one, fulfillments: other.fulfillments }, "quantity: 1, returnReason: STYLE"),
    ).toMatchObject({
      userErrors: [
        {
          ...{ code: "NOT_FOUND", message: "Fulfillment Line Item was not found." },
          field: ["returnInput", "returnLineItems", "0", "fulfillmentLineItemId"],
        },
      ],
    });
    expect(
      await create({ ...one, id: "gid://shopify/Order/7" }, "quantity: 1, returnReason: STYLE"),
    ).toMatchObject({
      userErrors: [{ code: "NOT_FOUND" }],
    });
  });

  it("only what is requested is approved or declined", async () => {
    const order = await shop.sold("MUG");
    const asked = await shop.ask(order, { lines: [{ sku: "MUG", quantity: 1 }] });
    const approve = () => shop.mutate(`returnApproveRequest(input: { id: "${asked.id}" })`, STATUS);
    const decline = (note = "used") =>
      shop.mutate(
        `returnDeclineRequest(input: { id: "${asked.id}", declineReason: FINAL_SALE, declineNote: "${note}" })`,
        "return { status decline { reason note } }",
      );

    expect(await decline("x".repeat(501))).toMatchObject({
      userErrors: [{ code: "TOO_LONG", field: ["input", "declineNote"] }],
    });
    expect(await decline()).toMatchObject({
      return: { status: "DECLINED", decline: { reason: "FINAL_SALE", note: "used" } },
    });
    expect(await decline()).toMatchObject({
      userErrors: [{ code: "INVALID_STATE", message: "The return is already declined." }],
    });
    expect(await approve()).toMatchObject({
      return: null,
      userErrors: [
        {
          ...{ code: "INVALID_STATE", field: ["input", "id"] },
          message: "Return is not approvable. Only returns with status REQUESTED can be approved.",
        },
      ],
    });
    expect(
      await shop.mutate('returnApproveRequest(input: { id: "gid://shopify/Return/7" })', STATUS),
    ).toMatchObject({
      userErrors: [{ code: "NOT_FOUND", field: ["input", "id"], message: "Return not found." }],
    });
  });

  it("is closed and opened again; doing it twice changes nothing", async () => {
    const { back } = await shop.open();
    const closed = await withId("returnClose", back);
    expect(closed).toMatchObject({
      return: { status: "CLOSED", closedAt: "2026-11-20T10:00:00.000Z" },
    });
    shop.running.clock.now = new Date("2026-11-20T11:00:00.000Z");
    expect(await withId("returnClose", back)).toEqual(closed);
    expect(await withId("returnCancel", back)).toMatchObject({
      userErrors: [{ code: "INVALID_STATE", field: ["id"], message: "Return is not cancelable." }],
    });
    expect(await withId("returnReopen", back)).toMatchObject({ return: { status: "OPEN", closedAt: null } });
    expect(await withId("returnReopen", back)).toMatchObject({ userErrors: [] });
    expect(await withId("returnCancel", back)).toMatchObject({ return: { status: "CANCELED" } });
    expect(await withId("returnCancel", back)).toMatchObject({ userErrors: [] });
    expect(await withId("returnClose", back)).toMatchObject({
      return: null,
      userErrors: [{ code: "INVALID_STATE", field: ["id"], message: "Return status is invalid." }],
    });
  });

  it("pieces are removed, and with the last one it is closed", async () => {
    const { back } = await shop.open();
    const remove = (quantity: number) =>
      shop.mutate(
        `removeFromReturn(returnId: "${back.id}", returnLineItems: [{ returnLineItemId: "${back.lines[0]!.id}", quantity: ${quantity} }])`,
        `return { ${RETURN} }`,
      );

    expect(await remove(3)).toMatchObject({
      userErrors: [{ code: "INVALID", field: ["returnLineItems", "0", "quantity"] }],
    });
    expect(await remove(0)).toMatchObject({ userErrors: [{ code: "GREATER_THAN", field: null }] });
    expect(await remove(1)).toMatchObject({
      return: {
        totalQuantity: 1,
        reverseFulfillmentOrders: { nodes: [{ lineItems: { nodes: [{ totalQuantity: 1 }] } }] },
      },
    });
    expect(await remove(1)).toMatchObject({
      return: {
        ...{ status: "CLOSED", totalQuantity: 0, closedAt: "2026-11-20T10:00:00.000Z" },
        order: { returnStatus: "RETURNED" },
        returnLineItems: { nodes: [] },
      },
    });
    expect(await remove(1)).toMatchObject({
      userErrors: [{ code: "INVALID_STATE", field: ["returnId"], message: "Return status is invalid." }],
    });
  });
});
