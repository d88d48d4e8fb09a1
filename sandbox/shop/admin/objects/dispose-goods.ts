import { findReverseLine } from "../../store/parts.ts";
import type { Disposition, Return, ReverseLine } from "../../store/return-types.ts";
import { dispose, itemOf } from "../../store/reverse-work.ts";
import { idOf, withArgs, type AdminContext, type Simulated } from "../field.ts";
import { notFound, userError, wrongState, type ReturnUserError } from "../return-answers.ts";

export interface DispositionInput {
  reverseFulfillmentOrderLineItemId: string;
  quantity: number;
  dispositionType: Disposition["type"];
  locationId?: string | null;
}

interface DisposeAnswer {
  reverseFulfillmentOrderLineItems: ReverseLine[] | null;
  userErrors: ReturnUserError[];
}

/**
 * Disposes lines of one reverse fulfilment order, all or nothing. More pieces than there are is no mistake: Shopify was
 * recorded to accept that.
 * @param within what the lines have to belong to, when they are disposed together with something else
 */
export function disposeOf(
  ctx: AdminContext,
  inputs: readonly DispositionInput[],
  within: { of?: Return } = {},
): DisposeAnswer {
  const rejected = (userErrors: ReturnUserError[]) => ({
    reverseFulfillmentOrderLineItems: null,
    userErrors,
  });
  const wanted = inputs.map((input) => ({
    ...input,
    found: findReverseLine(
      ctx.shop,
      idOf("ReverseFulfillmentOrderLineItem", input.reverseFulfillmentOrderLineItemId),
    ),
    location: input.locationId ? ctx.shop.locations.get(idOf("Location", input.locationId)) : undefined,
  }));
  if (!wanted.length)
    return rejected([userError("BLANK", ["dispositionInputs"], "The array cannot be empty.")]);
  const [first] = wanted;
  const isOne = wanted.every(({ found }) => found && found.reverseOrder === first?.found?.reverseOrder);
  if (!first?.found || !isOne || (within.of && first.found.of !== within.of))
    return rejected([
      userError(
        "INVALID",
        ["dispositionInputs"],
        "Cannot dispose items from more than one reverse fulfillment order.",
      ),
    ]);
  // A guess: nothing is left to do with what was closed or cancelled.
  if (first.found.reverseOrder.status !== "OPEN")
    return rejected([wrongState(["dispositionInputs"], "Reverse fulfillment order is not open.")]);

  const wrong = wanted.flatMap((input, index) => {
    const field = (name: string) => ["dispositionInputs", index, name];
    const restocked = input.dispositionType === "RESTOCKED";
    return [
      ...(restocked && !itemOf(ctx.shop, input.found!.line)
        ? [
            userError(
              "INVALID",
              field("dispositionType"),
              "RESTOCKED is an invalid disposition type for a custom line item.",
            ),
          ]
        : []),
      ...(input.locationId && !input.location?.isActive
        ? [notFound(field("locationId"), "Location not found.")]
        : []),
      // Two guesses: documented as needed, and nothing cannot be disposed.
      ...(restocked && !input.locationId
        ? [userError("BLANK", field("locationId"), "Location can't be blank")]
        : []),
      ...(input.quantity <= 0
        ? [userError("GREATER_THAN", field("quantity"), "Quantity must be greater than 0")]
        : []),
    ];
  });
  if (wrong.length) return rejected(wrong);

  dispose(ctx, first.found, {
    by: "app",
    wanted: wanted.map(({ found, quantity, dispositionType: type, location }) => ({
      ...{ line: found!.line, type, quantity },
      locationId: location?.id ?? null,
    })),
  });
  const lines = new Set(wanted.map(({ found }) => found!.line));
  return { reverseFulfillmentOrderLineItems: [...lines], userErrors: [] };
}

export const disposeGoods: Simulated = {
  mutation: {
    reverseFulfillmentOrderDispose: withArgs<unknown, { dispositionInputs: DispositionInput[] }>(
      ["dispositionInputs"],
      (_source, { dispositionInputs }, ctx) => disposeOf(ctx, dispositionInputs),
    ),
  },
};
