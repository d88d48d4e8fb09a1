import type { LoaderFunctionArgs } from "@remix-run/node";
import { searchWarehouseProducts } from "../domain/catalog/search-warehouse-products.ts";
import { openStore } from "../http/open-store.server.ts";

/** The warehouse's products with `search` in them, for the field that looks for them. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const text = (new URL(request.url).searchParams.get("search") ?? "").slice(0, 200);
  return searchWarehouseProducts(ctx, { text });
}

/** A list somebody is choosing from does not change by itself. */
export const shouldRevalidate = () => false;
