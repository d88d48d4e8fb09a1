import type { Fault } from "../../fulfilment/requests.ts";
import { checkSkus } from "../catalog/check-skus.ts";
import type { Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { contentFaults, type PurchaseContent } from "./purchase-content.ts";

/** Why something cannot be announced as it stands. */
export interface ContentObjections {
  faults: Fault[];
  /** SKUs that the warehouse does not have: it would refuse the whole inbound for one of them. */
  unknownSkus: Sku[];
  /** SKUs that could not be checked, where the merchant has not said that they are to be sent all the same. */
  uncheckedSkus: Sku[];
}

export interface JudgeContent {
  content: PurchaseContent;
  /** SKUs that need no looking up. */
  known?: readonly Sku[];
  /** The merchant wants SKUs sent that could not be checked: the warehouse decides about them. */
  sendUnchecked?: boolean;
}

/** @returns null when nothing stands in the way. */
export async function judgeContent(
  ctx: ShopContext,
  { content, known = [], sendUnchecked = false }: JudgeContent,
): Promise<ContentObjections | null> {
  const faults = contentFaults(content);
  const skus = content.lines.map(({ sku }) => sku).filter((sku) => !known.includes(sku));
  const { unknown, unchecked } = await checkSkus(ctx, { skus });
  const unknownSkus = [...unknown];
  const uncheckedSkus = sendUnchecked ? [] : [...unchecked];
  const isFine = faults.length + unknownSkus.length + uncheckedSkus.length === 0;
  return isFine ? null : { faults, unknownSkus, uncheckedSkus };
}
