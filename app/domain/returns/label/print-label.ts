import { FulfilmentError, type MerchantSentence } from "../../../fulfilment/errors.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";
import { note } from "../../timeline/timeline.ts";
import type { LabelReason } from "./label-reasons.ts";

export type PrintLabelOutcome =
  | { outcome: "label"; pdf: Buffer; filename: string }
  /** There is no such return, or the warehouse does not expect it. */
  | { outcome: "no-return" }
  | { outcome: "no-label"; reason: LabelReason }
  /** The warehouse did not give one, or did not answer. */
  | { outcome: "failed"; sentence: MerchantSentence };

/**
 * A return's label as the warehouse has it now. It is kept nowhere, because a customer's address is on it; who saw it is
 * recorded in the return's timeline.
 */
export async function printLabel(
  ctx: ShopContext,
  { returnId }: { returnId: string },
): Promise<PrintLabelOutcome> {
  const { shop } = ctx;
  const [connection, row] = await Promise.all([
    loadConnection(ctx),
    ctx.db.return.findUnique({
      where: { shop_returnId: { shop, returnId } },
      select: { inboundRef: true, inboundStatus: true },
    }),
  ]);
  if (!connection || !row?.inboundStatus) return { outcome: "no-return" };
  const { inboundRef } = row;
  try {
    const pdf = await ctx.warehouse(connection.accessToken).inbounds.label(inboundRef);
    await note(ctx, { subject: returnId, kind: "viewed", details: { what: "label" } });
    return { outcome: "label", pdf, filename: `${inboundRef}.pdf` };
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    if (error.code === "not-found") return { outcome: "no-label", reason: "not-there" };
    if (error.labelFault) return { outcome: "no-label", reason: error.labelFault };
    return { outcome: "failed", sentence: error.sentence };
  }
}
