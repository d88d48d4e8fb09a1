import { returnable } from "../../store/returnable.ts";
import type { Order } from "../../store/order-types.ts";
import { findFulfillmentLine } from "../../store/parts.ts";
import { reasonById, reasonNamed } from "../../store/return-reasons.ts";
import { createReturn, type NewReturnLine } from "../../store/returns.ts";
import { idOf, onlySimulated, withArgs, type AdminContext, type Simulated } from "../field.ts";
import {
  notFound,
  rejected,
  tooLong,
  userError,
  wrongQuantity,
  type ReturnUserError,
} from "../return-answers.ts";

interface LineInput {
  fulfillmentLineItemId: string;
  quantity: number;
  returnReason?: string | null;
  returnReasonDefinitionId?: string | null;
  returnReasonNote?: string | null;
  customerNote?: string | null;
}

interface ReturnInput {
  orderId: string;
  returnLineItems: LineInput[];
}

/** How the two mutations differ, beside the state the return begins in. */
interface Kind {
  status: "REQUESTED" | "OPEN";
  /** What the argument is called, and so the beginning of each field in a complaint. */
  argument: "input" | "returnInput";
}

const LONGEST_NOTE = { returnReasonNote: 255, customerNote: 300 };

const LINE_FIELDS = ["fulfillmentLineItemId", "quantity", "returnReason", "returnReasonDefinitionId"];

function createFrom(ctx: AdminContext, { input, status, argument }: Kind & { input: ReturnInput }) {
  for (const line of input.returnLineItems)
    onlySimulated(line, {
      type: "ReturnLineItemInput",
      fields: [...LINE_FIELDS, ...Object.keys(LONGEST_NOTE)],
    });
  const at = (index: number, ...field: string[]) => [argument, "returnLineItems", index, ...field];
  const order = ctx.shop.orders.get(idOf("Order", input.orderId));
  const lineIds = input.returnLineItems.map((line) =>
    idOf("FulfillmentLineItem", line.fulfillmentLineItemId),
  );

  // A guess: nobody recorded what is said of these two.
  if (!order) return rejected(notFound([argument, "orderId"], "Order not found."));
  if (!input.returnLineItems.length)
    return rejected(userError("BLANK", [argument, "returnLineItems"], "The array cannot be empty."));

  const unexplained = input.returnLineItems.flatMap((line, index) =>
    wrongReason(line, { status, field: (...name) => at(index, ...name) }),
  );
  if (unexplained.length) return rejected(...unexplained);

  const taken = new Map<number, number>();
  const wrong = input.returnLineItems.flatMap(({ quantity }, index) => {
    const id = lineIds[index]!;
    if (!isSentWith(ctx, { order, id }))
      return [notFound(at(index, "fulfillmentLineItemId"), "Fulfillment Line Item was not found.")];
    const wanted = (taken.get(id) ?? 0) + quantity;
    taken.set(id, wanted);
    const fits = quantity > 0 && wanted <= returnable(ctx.shop, order, id);
    return fits ? [] : [wrongQuantity(at(index, "quantity"))];
  });
  if (wrong.length) return rejected(...wrong);

  const lines = input.returnLineItems.map((line, index): NewReturnLine => ({
    fulfillmentLineId: lineIds[index]!,
    quantity: line.quantity,
    reason: reasonOf(line)!.id,
    reasonNote: line.returnReasonNote ?? "",
    customerNote: line.customerNote ?? null,
  }));
  return { return: createReturn(ctx, order, { status, lines }), userErrors: [] };
}

const isSentWith = ({ shop }: AdminContext, { order, id }: { order: Order; id: number }): boolean =>
  findFulfillmentLine(shop, id)?.order === order;

const reasonOf = ({ returnReason, returnReasonDefinitionId: id }: LineInput) =>
  id ? reasonById(idOf("ReturnReasonDefinition", id)) : returnReason ? reasonNamed(returnReason) : undefined;

/** A shopper may leave a reason unexplained that a merchant may not. */
function wrongReason(
  line: LineInput,
  { status, field }: { status: Kind["status"]; field: (...name: string[]) => (string | number)[] },
): ReturnUserError[] {
  if (!line.returnReason && !line.returnReasonDefinitionId)
    return status === "REQUESTED"
      ? [userError("BLANK", field("returnReason"), "Return reason can't be blank")]
      : [
          notFound(
            field(),
            "Return line items Either return reason or return reason definition must be provided",
          ),
        ];
  const reason = reasonOf(line);
  // A guess, like that the others may not be too long.
  if (!reason)
    return [notFound(field("returnReasonDefinitionId"), "Return reason definition was not found.")];
  if (status === "OPEN" && reason.legacy === "OTHER" && !line.returnReasonNote?.trim())
    return [
      userError(
        "BLANK",
        field("returnReasonNote"),
        'Return line items return reason note The note is required when the return reason is "Other"',
      ),
    ];
  return (["returnReasonNote", "customerNote"] as const).flatMap((name) =>
    (line[name]?.length ?? 0) > LONGEST_NOTE[name]
      ? [tooLong(field(name), { what: "Note", most: LONGEST_NOTE[name] })]
      : [],
  );
}

export const createReturns: Simulated = {
  mutation: {
    returnCreate: withArgs<unknown, { returnInput: ReturnInput }>(
      ["returnInput"],
      (_source, { returnInput: input }, ctx) => {
        // Shopify ignores whether anybody is to be told, and how it is to be processed.
        const fields = ["orderId", "returnLineItems", "notifyCustomer", "unprocessed"];
        onlySimulated(input, { type: "ReturnInput", fields });
        return createFrom(ctx, { input, status: "OPEN", argument: "returnInput" });
      },
    ),
    returnRequest: withArgs<unknown, { input: ReturnInput }>(["input"], (_source, { input }, ctx) => {
      onlySimulated(input, { type: "ReturnRequestInput", fields: ["orderId", "returnLineItems"] });
      return createFrom(ctx, { input, status: "REQUESTED", argument: "input" });
    }),
  },
};
