import { goodsInWords } from "../../catalog/goods-in-words.ts";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { Looked } from "./look-at-stock.ts";

/** A figure no shop can show is the warehouse's to mend; it is no problem any more when a possible one was read. */
export async function noteAbsurd(ctx: ShopContext, looked: readonly Looked[]): Promise<void> {
  const sane = looked
    .filter(({ look }) => look.verdict !== "absurd")
    .map(({ mapped }) => goodsInWords(mapped.components));
  await clearProblems(ctx, { kinds: ["stock-absurd"], subjects: sane });
  for (const { mapped, look } of looked) {
    if (look.verdict !== "absurd") continue;
    const sku = goodsInWords(mapped.components);
    await openProblem(ctx, {
      kind: "stock-absurd",
      subject: sku,
      details: { sku, variantId: mapped.variantId, count: look.warehouseStock ?? 0 },
    });
  }
}
