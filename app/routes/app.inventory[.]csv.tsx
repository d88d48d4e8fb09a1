import type { LoaderFunctionArgs } from "@remix-run/node";
import { csvResponse } from "../http/csv-response.server.ts";
import { exportInventory } from "../domain/stock/report/export-inventory.ts";
import { openStore } from "../http/open-store.server.ts";

/** Every mapped variant as it is now, as a file. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return csvResponse(exportInventory(ctx), "inventory.csv");
}
