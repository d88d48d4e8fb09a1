import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { csvResponse } from "../http/csv-response.server.ts";
import { variantIdOf } from "../domain/ids.ts";
import { exportLedger } from "../domain/stock/report/export-ledger.ts";
import { openStore } from "../http/open-store.server.ts";

const querySchema = z.object({
  variant: z.string().regex(/^\d+$/).transform(variantIdOf).optional(),
});

/** The ledger as a file, of all variants or of one. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return new Response(null, { status: 400 });
  const csv = exportLedger(ctx, { variantId: query.data.variant });
  return csvResponse(csv, "stock.csv");
}
