import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { csvResponse } from "../http/csv-response.server.ts";
import { readUploadedFile } from "../http/csv-upload.server.ts";
import { exportMappings } from "../domain/catalog/upload/export-mappings.ts";
import { tryUpload } from "../domain/catalog/upload/try-upload.ts";
import { openStore } from "../http/open-store.server.ts";

/** The mappings as a file, and what is said of a file of them. Its panel is `app.mappings.tsx`. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const csv = exportMappings(ctx);
  return csvResponse(csv, "mappings.csv");
}

const querySchema = z.object({ name: z.string().trim().min(1).max(200).catch("mappings.csv") });

export async function action({ request, context: { services } }: ActionFunctionArgs) {
  const { ctx } = await openStore(services, request);
  const { name } = querySchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  return Response.json(
    await readUploadedFile(request, (content) => tryUpload(ctx, { fileName: name, content })),
  );
}
