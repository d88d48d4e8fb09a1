import type { LoaderFunctionArgs } from "@remix-run/node";
import { orderIdSchema } from "../domain/id-schemas.ts";
import { showOrderReturns } from "../domain/returns/show-order-returns.ts";
import { openStore } from "../http/open-store.server.ts";

/** For the block on the order's page, which Shopify runs in a place of its own: hence `cors`. Preflights come here, too. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx, cors } = await openStore(services, request);
  const orderId = orderIdSchema.safeParse(new URL(request.url).searchParams.get("order"));
  if (!orderId.success) return cors(Response.json({ error: "bad-request" }, { status: 400 }));
  const shown = await showOrderReturns(ctx, { orderId: orderId.data });
  return cors(Response.json(shown, { headers: { "cache-control": "no-store" } }));
}
