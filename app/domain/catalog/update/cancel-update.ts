import type { ShopContext } from "../../shop-context.ts";

/**
 * Calls off what waits to be updated at the warehouse. The one that is being sent at this moment may be updated all the same.
 * @returns how many products are not updated; `null` when none waited.
 */
export async function cancelUpdate({ db, shop }: ShopContext): Promise<number | null> {
  const { count } = await db.productUpdate.deleteMany({ where: { shop, state: "waiting" } });
  return count === 0 ? null : count;
}
