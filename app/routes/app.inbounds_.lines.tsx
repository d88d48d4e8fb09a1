import type { ActionFunctionArgs } from "@remix-run/node";
import { readUploadedFile } from "../http/csv-upload.server.ts";
import { readLinesFile } from "../domain/inbounds/read-lines-file.ts";
import { openStore } from "../http/open-store.server.ts";

/** What is said of a file of goods that are to be announced. Nothing of it is kept. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  return Response.json(await readUploadedFile(request, (content) => readLinesFile(ctx, { content })));
}
