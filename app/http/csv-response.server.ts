import type { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@remix-run/node";

/** A CSV file to be saved, sent as it is written. */
export function csvResponse(csv: Readable, fileName: string): Response {
  return new Response(createReadableStreamFromReadable(csv), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "no-store",
    },
  });
}
