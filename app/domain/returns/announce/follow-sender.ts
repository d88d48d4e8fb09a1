import type { Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import type { FulfilmentError } from "../../../fulfilment/errors.ts";
import type { Shopper } from "../../../shopify/returns.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { Need } from "../return-needs.ts";
import { sendEditedSender, sendKeptSender } from "./change-sender.ts";
import { decideOrderSender } from "./decide-order-sender.ts";
import { senderFaults } from "./decide-sender.ts";
import { fitSender } from "./fit-sender.ts";
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
  if (row.sender !== null) return sendKeptSender(ctx, about);
  if (!shopper || row.redactedAt) return { needs: [] };
  const { shop } = ctx;
  const { returnId } = row;
  const { sender, leftOut } = fitSender(shopper);
  const now = digestOf(ctx, sender);
  if (now === row.senderDigest && !row.senderDiffers) return { needs: [] };
  const { senderDigest: before } = row;
  const edited = new Set(before === null ? [] : editedFields(before, now));
  const different = changedFields(sender, inbound).filter((field) => edited.has(field));
  const step = decideOrderSender({
    ...{ before, now, isTyped: row.senderIsTyped, isShown: row.senderDiffers },
    isThere: different.length === 0,
    isUsable: senderFaults(sender).length === 0,
  });
  if (step === "send")
    return sendEditedSender(ctx, { ...about, sender, fields: different, leftOut, digest: now });
  if (step === "keep") await keepOrders(ctx.db, { shop, returnId, digest: now });
  if (step === "show") await keepDiffers(ctx.db, { shop, returnId });
  return { needs: [] };
}
