import type { Inbound } from "../../../fulfilment/answers.ts";
import { FulfilmentError, type MerchantSentence } from "../../../fulfilment/errors.ts";
import { readReturn } from "../../../shopify/returns.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import { SENDER_FIELDS, type Sender } from "../../inbounds/sender.ts";
import type { ShopContext } from "../../shop-context.ts";
import { note } from "../../timeline/timeline.ts";
import { decideSender } from "./decide-sender.ts";
import { senderRules, type SenderRule } from "./sender-form.ts";

/** Why a sender can be neither shown nor changed. */
export type SenderRefusal =
  | { outcome: "unknown-return" }
  | { outcome: "not-connected" }
  /** The shop or the warehouse has moved on: the return is over, or the warehouse has begun with it. */
  | { outcome: "moved-on" }
  /** The warehouse had its inbound, and has deleted or cancelled it. */
  | { outcome: "inbound-gone" }
  | { outcome: "warehouse-failed"; sentence: MerchantSentence };

export type ReadSenderOutcome =
  | {
      outcome: "read";
      /** Whose word it is: the order's, what the merchant typed earlier, or the warehouse's. */
      from: "order" | "typed" | "inbound";
      sender: Sender;
      rules: SenderRule[];
    }
  | SenderRefusal;

/**
 * The sender of one return, read now where it stands: nothing about shoppers is kept. Once it is announced that is the
 * warehouse, before that the order. Who saw it is recorded in the return's timeline.
 * @throws ShopifyError
 */
export async function readSender(
  ctx: ShopContext,
  { returnId }: { returnId: string },
): Promise<ReadSenderOutcome> {
  const found = await find(ctx, { returnId });
  if (found.outcome === "read")
    await note(ctx, { subject: returnId, kind: "viewed", details: { what: "sender" } });
  return found;
}

async function find(ctx: ShopContext, { returnId }: { returnId: string }): Promise<ReadSenderOutcome> {
  const at = await findSender(ctx, { returnId });
  switch (at.outcome) {
    case "announced":
      if (at.typed) return { outcome: "read", from: "typed", sender: at.typed, rules: senderRules() };
      return { outcome: "read", from: "inbound", sender: senderOf(at.inbound), rules: senderRules() };
    case "not-announced": {
      if (at.typed) return { outcome: "read", from: "typed", sender: at.typed, rules: senderRules() };
      const shown = await readReturn(ctx.admin, { id: returnId, withShopper: true });
      if (!shown) return { outcome: "unknown-return" };
      const sender = shown.shopper ? decideSender(shown.shopper) : {};
      return { outcome: "read", from: "order", sender, rules: senderRules() };
    }
    default:
      return at;
  }
}

export type SenderPlace =
  /** `typed` is what the merchant typed and the warehouse does not have. */
  | { outcome: "not-announced"; typed: Sender | null }
  | { outcome: "announced"; inbound: Inbound; typed: Sender | null }
  | SenderRefusal;

/** Where the sender of a return stands at present, as long as it may be changed there. */
export async function findSender(ctx: ShopContext, { returnId }: { returnId: string }): Promise<SenderPlace> {
  const { shop } = ctx;
  const [connection, row] = await Promise.all([
    loadConnection(ctx),
    ctx.db.return.findUnique({ where: { shop_returnId: { shop, returnId } } }),
  ]);
  if (!connection) return { outcome: "not-connected" };
  if (!row) return { outcome: "unknown-return" };
  if (row.status !== "OPEN") return { outcome: "moved-on" };
  try {
    // From when it began to be announced, the warehouse may have it without our having heard.
    const inbound = row.announcingAt
      ? await ctx.warehouse(connection.accessToken).inbounds.get(row.inboundRef)
      : null;
    const typed = row.sender as Sender | null;
    if (inbound?.status === "new") return { outcome: "announced", inbound, typed };
    if (inbound && inbound.status !== "cancelled") return { outcome: "moved-on" };
    return row.inboundStatus === null ? { outcome: "not-announced", typed } : { outcome: "inbound-gone" };
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    return { outcome: "warehouse-failed", sentence: error.sentence };
  }
}

function senderOf(inbound: Inbound): Sender {
  const filled = SENDER_FIELDS.map((field) => [field, inbound[field]] as const);
  return Object.fromEntries(filled.filter(([, value]) => value));
}
