import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  searchWarehouseProducts,
  type WarehouseProductsAnswer,
} from "../domain/catalog/search-warehouse-products.ts";
import { openStore } from "../http/open-store.server.ts";

/** The warehouse's products with `search` in them, for the field that looks for them. */
export async function loader({
  request,
  context: { services },
}: LoaderFunctionArgs): Promise<WarehouseProductsAnswer> {
  const { ctx } = await openStore(services, request);
  const search = new URL(request.url).searchParams.get("search") ?? "";
  return { search, ...(await searchWarehouseProducts(ctx, { text: search.slice(0, 200) })) };
}

/** A list somebody is choosing from does not change by itself. */
export const shouldRevalidate = () => false;
