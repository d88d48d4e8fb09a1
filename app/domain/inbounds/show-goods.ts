import type { Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { conditionOf, type ReceivedUnits } from "./inbound-receipts.ts";
import { sumCounted, type Counted, type PurchaseReceipts } from "./purchase-receipts.ts";

/** One page of what an inbound announced and what came in. */
export interface ShownGoods {
  sums: Omit<Counted, "sku">;
  goods: (Counted & { description: string })[];
  page: number;
  pages: number;
}

export interface ShownReceipt {
  /** As the warehouse writes it. */
  date: string;
  shipment: string;
  /** No receipt: what the inbound's lines count beyond all of them. */
  isBeyond: boolean;
  /** Units. */
  good: number;
  defective: number;
  /** Units of unknown condition. */
  unclear: number;
}

/** SKUs to a page. */
const PAGE_SIZE = 50;

/** A page of counted SKUs: those that are not as announced come first. */
export async function showGoods(
  ctx: ShopContext,
  { counted, page }: { counted: readonly Counted[]; page: number },
): Promise<ShownGoods> {
  const pages = Math.max(1, Math.ceil(counted.length / PAGE_SIZE));
  const shown = Math.min(page, pages);
  const sorted = [...counted].sort((a, b) => Number(isOdd(b)) - Number(isOdd(a)));
  const goods = sorted.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE);
  const descriptions = await describe(
    ctx,
    goods.map(({ sku }) => sku),
  );
  return {
    sums: sumCounted(counted),
    goods: goods.map((one) => ({ ...one, description: descriptions.get(one.sku) ?? "" })),
    ...{ page: shown, pages },
  };
}

const isOdd = ({ short, over, unknown, defective, unclear }: Counted) =>
  short + over + unknown + defective + unclear > 0;

export function showReceipts(receipts: PurchaseReceipts): ShownReceipt[] {
  return receipts.map(({ date, shipment, isBeyond = false, lines }) => ({
    ...{ date, shipment, isBeyond },
    good: unitsIn(lines, "good"),
    defective: unitsIn(lines, "defective"),
    unclear: unitsIn(lines, "unclear"),
  }));
}

function unitsIn(lines: PurchaseReceipts[number]["lines"], condition: keyof ReceivedUnits): number {
  const ofCondition = lines.filter(({ defective }) => conditionOf(defective) === condition);
  return ofCondition.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
}

/** What the warehouse calls these products. */
export async function describe(
  { db, shop }: ShopContext,
  skus: readonly Sku[],
): Promise<ReadonlyMap<Sku, string>> {
  // One parameter for the whole list, however long it is.
  const rows = await db.$queryRaw<{ sku: Sku; description: string }[]>`
    SELECT "sku", "description" FROM "WarehouseProduct"
    WHERE "shop" = ${shop} AND "sku" = ANY(${[...skus]}::text[])`;
  return new Map(rows.map(({ sku, description }) => [sku, description]));
}
