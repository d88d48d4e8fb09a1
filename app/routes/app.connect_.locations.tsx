import type { LoaderFunctionArgs } from "@remix-run/node";
import { listLocations } from "../domain/connection/list-locations.ts";
import { loadConnection } from "../domain/connection/load-connection.ts";
import { openStore } from "../http/open-store.server.ts";

/** The shop's locations to choose from, and the one that is chosen. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const [locations, connection] = await Promise.all([listLocations(ctx), loadConnection(ctx)]);
  return { locations, locationId: connection?.locationId ?? null };
}
