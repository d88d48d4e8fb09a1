import { AttachLabelDocument, UpdateLabelDocument } from "../../../shopify/generated/operations.ts";
import type { ShopContext } from "../../shop-context.ts";
import { sendOnce, type Sent } from "../../timeline/send-once.ts";
import { wasNotDone } from "../settle/send-disposal.ts";
import type { LabelStep, LabelWrite } from "./decide-label.ts";

/** What the timeline keeps of one. */
interface LabelDetails {
  key: string;
  mail?: number;
  version?: number;
  replaced?: string;
}

/** How a try to put a label on a reverse fulfilment order is found again in the timeline. */
export const labelKey = (about: { returnId: string } & Pick<LabelWrite, "kind" | "reverseOrderId">) => ({
  ...{ subject: about.returnId, kind: about.kind, key: about.reverseOrderId },
});

/** All tries of a return, the oldest first. */
export async function readLabelWrites(
  ctx: ShopContext,
  { returnId }: { returnId: string },
): Promise<LabelWrite[]> {
  const rows = await ctx.db.timelineEntry.findMany({
    where: { shop: ctx.shop, subject: returnId, kind: { in: ["label-attach", "label-replace"] } },
    orderBy: { id: "asc" },
  });
  return rows.flatMap(({ kind, at, settledAt, outcome, details }): LabelWrite[] => {
    if (!outcome) return [];
    // Earlier versions of Dockline wrote no version.
    const { key, mail, version = 0, replaced = null } = details as unknown as LabelDetails;
    return [
      {
        ...{ kind: kind as LabelWrite["kind"], reverseOrderId: key, outcome, at, settledAt },
        ...{ mail: mail === 1, version, replaced },
      },
    ];
  });
}

/**
 * Writes one label. It goes out once (`sendOnce`), for the shop would mail the customer each time.
 * @throws ShopifyError
 */
export async function writeLabel(
  ctx: ShopContext,
  about: { returnId: string; step: LabelStep; version: number; fileUrl: string; mail: boolean },
): Promise<Sent> {
  const { returnId, step, version, fileUrl, mail } = about;
  const { reverseOrderId } = step;
  const send = () =>
    step.step === "attach"
      ? attach(ctx, { reverseOrderId, fileUrl, notify: mail })
      : update(ctx, { deliveryId: step.deliveryId, fileUrl, notify: mail });
  const kind = step.step === "replace" ? "label-replace" : "label-attach";
  const details = {
    ...{ mail: mail ? 1 : 0, version },
    ...(step.step === "replace" && { replaced: step.replaced }),
  };
  return sendOnce(
    ctx,
    { ...labelKey({ returnId, kind, reverseOrderId }), details },
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
