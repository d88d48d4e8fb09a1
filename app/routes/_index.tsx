import { redirect, type LoaderFunctionArgs } from "@remix-run/node";

/** Shopify opens the app at its root with the shop in the query; anybody else is asked which shop they mean. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  return redirect(searchParams.has("shop") ? `/app${search}` : "/auth/login");
}
