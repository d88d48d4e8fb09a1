import type { DefectiveAs } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";

/** The merchant's choices about returns. */
export interface ReturnSettings {
  /** Approved returns are announced to the warehouse. */
  announce: boolean;
  /** Requests are approved as they come. */
  approve: boolean;
  /** Days from the approval until the goods are expected. */
  expectedDays: number;
  /** Days beyond that until a return that has not come needs the merchant. */
  overdueDays: number;
  /** The label is put on the return in the shop. */
  label: boolean;
  /** The shopper gets a mail with the label. */
  notify: boolean;
  /** Pieces received in good condition are put back in stock; otherwise the merchant disposes of them. */
  restock: boolean;
  defectiveAs: DefectiveAs;
  /** Settled returns are closed. */
  close: boolean;
  /** Received pieces are processed, which is financial. */
  process: boolean;
}

export const RETURN_DEFAULTS: ReturnSettings = {
  announce: true,
  approve: false,
  expectedDays: 14,
  overdueDays: 14,
  label: true,
  notify: true,
  restock: true,
  defectiveAs: "not_restocked",
  close: false,
  process: false,
};

export async function loadReturnSettings(ctx: ShopContext): Promise<ReturnSettings> {
  return (await ctx.db.returnSettings.findUnique({ where: { shop: ctx.shop } })) ?? RETURN_DEFAULTS;
}
