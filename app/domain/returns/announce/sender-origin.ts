import type { Return } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { SENDER_FIELDS, type Sender, type SenderField } from "../../inbounds/sender.ts";
import type { ShopContext } from "../../shop-context.ts";

/*
 * Where the sender comes from that the warehouse has of a return. The order's own sender is not stored, only digests of its fields:
 * that is enough to see which of them somebody has edited.
 */

type Of = { shop: string; returnId: string };
export type SenderOrigin = Pick<Return, "senderDigest" | "senderIsTyped" | "senderDiffers">;

/** A digest of each field, of no use without the app's secret key. The first part stands for the key. */
export function digestOf({ secrets }: Pick<ShopContext, "secrets">, sender: Sender): string {
  const ofField = (field: SenderField) => secrets.digest(`${field}=${sender[field] ?? ""}`).slice(0, 12);
  return [secrets.digest("key").slice(0, 8), ...SENDER_FIELDS.map(ofField)].join(".");
}

/** The fields in which two digests under one key differ. */
export function editedFields(before: string, now: string): SenderField[] {
  const [was, is] = [before.split("."), now.split(".")];
  return SENDER_FIELDS.filter((_field, position) => was[position + 1] !== is[position + 1]);
}

/*
 * What is known once the warehouse has a sender. Each of these changes nothing where another was sent since `senderSentAt`.
 */
type Since = Of & Pick<Return, "senderSentAt">;

/**
 * The warehouse has the sender that the merchant typed, so it is not stored any more. What the page said of the order's sender before,
 * they have seen.
 */
export async function keepTyped(
  tx: Tx,
  { shop, returnId, senderSentAt, sender }: Since & { sender: Sender },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Return" SET "senderIsTyped" = true, "senderDiffers" = false, "senderSentAt" = NULL,
      "senderDigest" = CASE WHEN "senderDiffers" THEN NULL ELSE "senderDigest" END,
      "sender" = NULLIF("sender", ${sender}::jsonb)
    WHERE "shop" = ${shop} AND "returnId" = ${returnId} AND "senderSentAt" IS NOT DISTINCT FROM ${senderSentAt}`;
}

/** The warehouse has the order's sender, or it is as it was. */
export async function keepOrders(
  tx: Tx,
  { shop, returnId, senderSentAt, digest }: Since & { digest: string },
): Promise<void> {
  await tx.return.updateMany({
    where: { shop, returnId, senderSentAt },
    data: { senderDigest: digest, senderDiffers: false, senderSentAt: null },
  });
}

/** The order shows another sender than the warehouse has, and the merchant is to decide. */
export async function keepDiffers(tx: Tx, { shop, returnId, senderSentAt }: Since): Promise<void> {
  await tx.return.updateMany({ where: { shop, returnId, senderSentAt }, data: { senderDiffers: true } });
}
