import type { LoaderFunctionArgs } from "@remix-run/node";
import { makeSupportBundle } from "../domain/support/make-support-bundle.ts";
import { readListQuery } from "../http/list-query.server.ts";
import { openStore } from "../http/open-store.server.ts";

/** The bundle for whoever helps, as a file. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { search: about } = readListQuery(request, {});
  const bundle = await makeSupportBundle(ctx, { about });
  return new Response(bundle, {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="dockline-support.json"`,
      "cache-control": "no-store",
    },
  });
}
