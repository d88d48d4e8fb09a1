import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { shopVariantIdSchema } from "../domain/id-schemas.ts";
import { reconcileNow } from "../domain/stock/settings/reconcile-now.ts";
import { showVariantStock } from "../domain/stock/report/show-variant-stock.ts";
import type { ReconcileAnswer } from "../extension-answers.ts";
import { openStore } from "../http/open-store.server.ts";

/** For the block on the variant's page, which Shopify runs in a place of its own: hence `cors`. Preflights come here, too. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx, cors } = await openStore(services, request);
  const variantId = variantIn(request);
  if (!variantId.success) return cors(Response.json({ error: "bad-request" }, { status: 400 }));
  const shown = await showVariantStock(ctx, { variantId: variantId.data });
  return cors(Response.json(shown, { headers: { "cache-control": "no-store" } }));
}

/** Compare it now. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx, cors } = await openStore(services, request);
  const variantId = variantIn(request);
  if (!variantId.success) return cors(Response.json({ error: "bad-request" }, { status: 400 }));
  const { outcome } = await reconcileNow(ctx, { variantId: variantId.data });
  return cors(Response.json({ outcome } satisfies ReconcileAnswer));
}

const variantIn = (request: Request) =>
  shopVariantIdSchema.safeParse(new URL(request.url).searchParams.get("variant"));
