import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchWarehouseProducts } from "../domain/catalog/search-warehouse-products.ts";

/** The warehouse's products with `search` in them, for the field that looks for them. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { session } = await services.shopify.authenticate.admin(request);
  const text = (new URL(request.url).searchParams.get("search") ?? "").slice(0, 200);
  return searchWarehouseProducts(services.openShop(session.shop), { text });
}

/** A list somebody is choosing from does not change by itself. */
export const shouldRevalidate = () => false;
