import type { LoaderFunctionArgs } from "@remix-run/node";
import { readActivityQuery } from "../http/activity-query.server.ts";
import { csvResponse } from "../http/csv-response.server.ts";
import { exportActivity } from "../domain/activity/export-activity.ts";
import { openStore } from "../http/open-store.server.ts";

/** What the list of activities shows, on all its pages, as a file. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const csv = exportActivity(ctx, readActivityQuery(request));
  return csvResponse(csv, "activity.csv");
}
