import type { Fault } from "../../fulfilment/requests.ts";
import type { Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { contentFaults, type PurchaseContent } from "./purchase-content.ts";

/** Why something cannot be announced as it stands. */
export interface ContentObjections {
  faults: Fault[];
  /** SKUs the warehouse does not know, as far as we have heard: it would refuse the whole inbound for one of them. */
  unknownSkus: Sku[];
}

/** @returns null when nothing stands in the way. `known` are SKUs that need no looking up. */
export async function judgeContent(
  ctx: ShopContext,
  { content, known = [] }: { content: PurchaseContent; known?: readonly Sku[] },
): Promise<ContentObjections | null> {
  const faults = contentFaults(content);
  const unknownSkus = await findUnknownSkus(ctx, {
    skus: content.lines.map(({ sku }) => sku).filter((sku) => !known.includes(sku)),
  });
  return faults.length + unknownSkus.length > 0 ? { faults, unknownSkus } : null;
}

/** Those of `skus` that the warehouse has not shown us. */
async function findUnknownSkus(
  { db, shop }: ShopContext,
  { skus }: { skus: readonly Sku[] },
): Promise<Sku[]> {
  // One parameter for the whole list, however long it is.
  const rows = await db.$queryRaw<{ sku: Sku }[]>`
    SELECT DISTINCT k."sku" FROM unnest(${[...skus]}::text[]) AS k ("sku")
    WHERE NOT EXISTS (SELECT FROM "WarehouseProduct" w WHERE w."shop" = ${shop} AND w."sku" = k."sku")`;
  return rows.map(({ sku }) => sku);
}
