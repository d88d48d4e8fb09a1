import type { ShopContext } from "../../shop-context.ts";
import { countDifferences, type DifferenceCount } from "./count-differences.ts";

/** What going live with all variants would change, and the names of previous locations whose quantities are still to be decided. */
export async function previewGoLive(
  ctx: ShopContext,
): Promise<{ count: DifferenceCount; previous: string[] }> {
  const { db, shop } = ctx;
  const [count, previous] = await Promise.all([
    countDifferences(ctx),
    db.previousLocation.findMany({ where: { shop, phase: "offered" }, orderBy: { leftAt: "desc" } }),
  ]);
  return { count, previous: previous.map(({ name }) => name) };
}
