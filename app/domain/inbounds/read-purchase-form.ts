import type { InboundRef, Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { FIELD_LIMITS, PURCHASE_FIELDS, readContent, type PurchaseContent } from "./purchase-content.ts";
import { suggestSupplierRef } from "./purchase-ref.ts";
import { isChangeable } from "./purchase-steps.ts";
import { describe } from "./show-goods.ts";

/** What a form begins with, and what it is held to. */
export interface PurchaseForm {
  fields: PurchaseContent["fields"];
  lines: { sku: Sku; quantity: number; description: string }[];
  /** The most characters the warehouse takes, by field. */
  limits: typeof FIELD_LIMITS;
}

export function newPurchaseForm(formId: string): PurchaseForm {
  const empty = Object.fromEntries(PURCHASE_FIELDS.map((field) => [field, ""]));
  const fields = { ...empty, supplierRef: suggestSupplierRef(formId) } as PurchaseContent["fields"];
  return { fields, lines: [], limits: FIELD_LIMITS };
}

export type ReadPurchaseFormOutcome =
  | { outcome: "read"; form: PurchaseForm }
  | { outcome: "unknown" }
  /** The warehouse has begun with it, or it is over. */
  | { outcome: "too-late" };

/** A purchase as the merchant last wanted it, to be changed. */
export async function readPurchaseForm(
  ctx: ShopContext,
  { ref }: { ref: InboundRef },
): Promise<ReadPurchaseFormOutcome> {
  const { shop } = ctx;
  const row = await ctx.db.purchaseInbound.findUnique({ where: { shop_ref: { shop, ref } } });
  if (!row) return { outcome: "unknown" };
  if (!isChangeable(row)) return { outcome: "too-late" };
  const { fields, lines } = readContent(row.wanted ?? row.content);
  const descriptions = await describe(
    ctx,
    lines.map(({ sku }) => sku),
  );
  const described = lines.map((line) => ({ ...line, description: descriptions.get(line.sku) ?? "" }));
  return { outcome: "read", form: { fields, lines: described, limits: FIELD_LIMITS } };
}
