import type { Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import type { FulfilmentError } from "../../../fulfilment/errors.ts";
import type { Shopper } from "../../../shopify/returns.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { SENDER_FIELDS } from "../../inbounds/sender.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { Need } from "../return-needs.ts";
import { sendEditedSender, sendKeptSender } from "./change-sender.ts";
import { decideOrderSender } from "./decide-order-sender.ts";
import { senderFaults } from "./decide-sender.ts";
import { fitSender } from "./fit-sender.ts";
import { mayChangeMs } from "./sender-change.ts";
import { changedFields } from "./sender-form.ts";
import { digestOf, editedFields, keepDiffers, keepOrders } from "./sender-origin.ts";

/**
 * Brings the sender of a return up to date at the warehouse, while its inbound is new: as the merchant typed it, or as the order
 * shows it after an edit in Shopify (`decideOrderSender`).
 * @returns what the warehouse objected to, or the failure to be thrown once what was done is kept
 */
export async function followSender(
  ctx: ShopContext,
  about: { warehouse: WarehouseClient; row: Return; inbound: Inbound; shopper: Shopper | null },
): Promise<{ needs: Need[]; failure?: FulfilmentError }> {
  const { row, inbound, shopper } = about;
  const { shop } = ctx;
  const { returnId } = row;
  const waitMs = mayChangeMs(row, ctx.clock());
  if (waitMs > 0) {
    // Until then nobody knows which sender the warehouse has, and it must not arrive after another.
    await queueJob(ctx.db, { name: "follow-return", shop, returnId, inMs: waitMs });
    return { needs: [] };
  }
  if (row.sender !== null) return sendKeptSender(ctx, about);
  if (!shopper || row.redactedAt) return { needs: [] };
  const { sender, leftOut } = fitSender(shopper);
  const now = digestOf(ctx, sender);
  const { senderDigest: before, senderIsTyped: isTyped, senderDiffers: isShown } = row;
  // One that was sent and never answered may have arrived.
  const isUnanswered = row.senderSentAt !== null && !isTyped;
  if (now === before && !isShown && !isUnanswered) return { needs: [] };
  const edited = new Set(before === null || isUnanswered ? SENDER_FIELDS : editedFields(before, now));
  const different = changedFields(sender, inbound).filter((field) => edited.has(field));
  const step = decideOrderSender({
    ...{ before, now, isTyped, isShown, isUnanswered },
    isThere: different.length === 0,
    isUsable: senderFaults(sender).length === 0,
  });
  if (step === "send")
    return sendEditedSender(ctx, {
      ...{ ...about, sender, fields: different, digest: now },
      leftOut: leftOut.filter((field) => edited.has(field)),
    });
  if (step === "keep") await keepOrders(ctx.db, { ...row, digest: now });
  if (step === "show") await keepDiffers(ctx.db, row);
  return { needs: [] };
}
