import { LocationsDocument } from "../../shopify/generated/operations.ts";
import type { ShopContext } from "../shop-context.ts";

export interface ShopLocation {
  id: string;
  name: string;
}

/**
 * The shop's active locations a merchant can choose from, at most 250, which is Shopify's largest page. Those of
 * fulfilment services are not among them.
 */
export async function listLocations(ctx: ShopContext): Promise<ShopLocation[]> {
  const { locations } = await ctx.admin.request(LocationsDocument, {});
  return locations.nodes.filter(({ isActive }) => isActive).map(({ id, name }) => ({ id, name }));
}
