import { findDelivery, findReverseOrder } from "../../store/parts.ts";
import type { ReverseOrder } from "../../store/return-types.ts";
import { attach, createDelivery, type Deliverable } from "../../store/reverse-work.ts";
import { idOf, withArgs, type AdminContext, type Simulated } from "../field.ts";
import { notFound, userError, wrongState, type ReturnUserError } from "../return-answers.ts";

interface DeliverableArgs {
  labelInput?: { fileUrl: string } | null;
  trackingInput?: { number?: string | null; url?: string | null } | null;
  notifyCustomer?: boolean | null;
}

interface DeliveryArgs extends DeliverableArgs {
  reverseFulfillmentOrderId: string;
  reverseDeliveryLineItems: { reverseFulfillmentOrderLineItemId: string; quantity: number }[];
}

const rejectedDelivery = (...userErrors: ReturnUserError[]) => ({ reverseDelivery: null, userErrors });

function deliver(ctx: AdminContext, args: DeliveryArgs) {
  const found = findReverseOrder(ctx.shop, idOf("ReverseFulfillmentOrder", args.reverseFulfillmentOrderId));
  const named = args.reverseDeliveryLineItems.map(({ reverseFulfillmentOrderLineItemId: id, quantity }) => ({
    reverseLineId: idOf("ReverseFulfillmentOrderLineItem", id),
    quantity,
  }));
  if (!found)
    return rejectedDelivery(
      notFound(["reverseFulfillmentOrderId"], "Reverse fulfillment order was not found."),
    );
  const { reverseOrder } = found;
  // A guess, as nobody recorded it.
  if (reverseOrder.status !== "OPEN")
    return rejectedDelivery(
      wrongState(["reverseFulfillmentOrderId"], "Reverse fulfillment order is not open."),
    );
  const whole = reverseOrder.lines.map(({ id, quantity }) => ({ reverseLineId: id, quantity }));
  const lines = named.length ? named : whole;
  const wrong = wrongDelivery(reverseOrder, lines);
  const { deliverable, error } = deliverableIn(ctx, args);
  if (wrong.length || error) return rejectedDelivery(...wrong, ...(error ? [error] : []));
  return { reverseDelivery: createDelivery(ctx, found, { lines, ...deliverable }), userErrors: [] };
}

/** Everything that is already on its way counts. These complaints have no code. */
function wrongDelivery(
  { lines, deliveries }: ReverseOrder,
  wanted: readonly { reverseLineId: number; quantity: number }[],
): ReturnUserError[] {
  const underWay = new Map<number, number>();
  const add = (id: number, quantity: number) => {
    underWay.set(id, (underWay.get(id) ?? 0) + quantity);
    return underWay.get(id)!;
  };
  for (const line of deliveries.flatMap((one) => one.lines)) add(line.reverseLineId, line.quantity);
  return wanted.flatMap(({ reverseLineId, quantity }, index) => {
    const field = (name: string) => ["reverseDeliveryLineItems", index, name];
    const line = lines.find(({ id }) => id === reverseLineId);
    if (!line) return [userError(null, field("reverseFulfillmentOrderLineItemId"), "must exist")];
    // A guess: nobody recorded a delivery of nothing.
    if (quantity <= 0) return [userError(null, field("quantity"), "must be greater than 0")];
    return add(reverseLineId, quantity) > line.quantity
      ? [userError(null, field("quantity"), "cannot deliver more items than are returned")]
      : [];
  });
}

function update(
  ctx: AdminContext,
  { reverseDeliveryId, ...args }: DeliverableArgs & { reverseDeliveryId: string },
) {
  const id = idOf("ReverseDelivery", reverseDeliveryId);
  const found = findDelivery(ctx.shop, id);
  if (found?.delivery.id !== id)
    return rejectedDelivery(notFound(["reverseDeliveryId"], "Reverse delivery was not found."));
  const { deliverable, error } = deliverableIn(ctx, args);
  if (error) return rejectedDelivery(error);
  attach(ctx, found, deliverable);
  return { reverseDelivery: found.delivery, userErrors: [] };
}

/** A label that was staged is taken in, and has an address of its own from then on; any other stays where it is. */
function deliverableIn(
  ctx: AdminContext,
  { labelInput, trackingInput, notifyCustomer }: DeliverableArgs,
): { deliverable: Deliverable; error?: ReturnUserError } {
  const deliverable: Deliverable = {
    // The schema's default, which is easily forgotten.
    notify: notifyCustomer ?? true,
    ...(trackingInput && {
      tracking: { number: trackingInput.number ?? null, url: trackingInput.url ?? null },
    }),
  };
  if (!labelInput) return { deliverable };
  const labelUrl = ctx.uploads.takeIn(labelInput.fileUrl, { shopId: ctx.shop.id, now: ctx.now() });
  // A guess: nobody recorded what is said of a file that cannot be fetched.
  if (labelUrl === undefined)
    return {
      deliverable,
      error: userError("INVALID", ["labelInput", "fileUrl"], "The label file could not be fetched."),
    };
  return { deliverable: { ...deliverable, labelUrl } };
}

const DELIVERABLE_ARGS = ["labelInput", "trackingInput", "notifyCustomer"] as const;

export const reverseDeliveries: Simulated = {
  mutation: {
    reverseDeliveryCreateWithShipping: withArgs<unknown, DeliveryArgs>(
      [...DELIVERABLE_ARGS, "reverseFulfillmentOrderId", "reverseDeliveryLineItems"],
      (_source, args, ctx) => deliver(ctx, args),
    ),
    reverseDeliveryShippingUpdate: withArgs<unknown, DeliverableArgs & { reverseDeliveryId: string }>(
      [...DELIVERABLE_ARGS, "reverseDeliveryId"],
      (_source, args, ctx) => update(ctx, args),
    ),
  },
};
