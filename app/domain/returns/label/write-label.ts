import { AttachLabelDocument, UpdateLabelDocument } from "../../../shopify/generated/operations.ts";
import type { ShopContext } from "../../shop-context.ts";
import { sendOnce, type Sent } from "../../timeline/send-once.ts";
import { note } from "../../timeline/timeline.ts";
import { wasNotDone } from "../settle/send-disposal.ts";
import type { LabelStep, LabelWrite } from "./decide-label.ts";

/** How a try to put a label on a reverse fulfilment order is found again in the timeline. */
export const labelKey = (about: { returnId: string; reverseOrderId: string }) => ({
  ...{ subject: about.returnId, kind: "label-attach" as const, key: about.reverseOrderId },
});

/** All tries of a return, the oldest first. */
export async function readLabelWrites(
  ctx: ShopContext,
  { returnId }: { returnId: string },
): Promise<LabelWrite[]> {
  const rows = await ctx.db.timelineEntry.findMany({
    where: { shop: ctx.shop, subject: returnId, kind: "label-attach" },
    orderBy: { id: "asc" },
  });
  return rows.flatMap(({ at, settledAt, outcome, details }) => {
    const { key, mail } = details as { key: string; mail: number };
    return outcome ? [{ reverseOrderId: key, outcome, at, settledAt, mail: mail === 1 }] : [];
  });
}

/**
 * Writes one label. The first on a reverse fulfilment order goes out once (`sendOnce`), for the shop would mail the
 * shopper each time. One that takes the place of ours mails nobody and leaves the same behind however often it is sent.
 * @throws ShopifyError
 */
export async function writeLabel(
  ctx: ShopContext,
  about: { returnId: string; step: LabelStep; fileUrl: string; mail: boolean },
): Promise<Sent> {
  const { returnId, step, fileUrl, mail } = about;
  const { reverseOrderId } = step;
  if (step.step === "replace") {
    const reason = await update(ctx, { deliveryId: step.deliveryId, fileUrl, notify: false });
    const outcome = reason === undefined ? "done" : "refused";
    await note(ctx, {
      ...{ subject: returnId, kind: "label-replace", outcome },
      details: { key: reverseOrderId, ...(reason !== undefined && { reason }) },
    });
    return reason === undefined ? { sent: "done" } : { sent: "refused", reason };
  }
  const send = () =>
    step.step === "attach"
      ? attach(ctx, { reverseOrderId, fileUrl, notify: mail })
      : update(ctx, { deliveryId: step.deliveryId, fileUrl, notify: mail });
  return sendOnce(
    ctx,
    { ...labelKey({ returnId, reverseOrderId }), details: { mail: mail ? 1 : 0 } },
    { send, isNotSent: wasNotDone },
  );
}

/** The warehouse's interface names no tracking for a return; what the shop knows of a delivery stays with it. */
async function attach(
  ctx: ShopContext,
  { reverseOrderId, fileUrl, notify }: { reverseOrderId: string; fileUrl: string; notify: boolean },
): Promise<string | undefined> {
  const { reverseDeliveryCreateWithShipping } = await ctx.admin.request(AttachLabelDocument, {
    ...{ reverseOrderId, label: { fileUrl }, notify },
  });
  return reverseDeliveryCreateWithShipping?.userErrors[0]?.message;
}

async function update(
  ctx: ShopContext,
  { deliveryId, fileUrl, notify }: { deliveryId: string; fileUrl: string; notify: boolean },
): Promise<string | undefined> {
  const { reverseDeliveryShippingUpdate } = await ctx.admin.request(UpdateLabelDocument, {
    ...{ deliveryId, label: { fileUrl }, notify },
  });
  return reverseDeliveryShippingUpdate?.userErrors[0]?.message;
}
