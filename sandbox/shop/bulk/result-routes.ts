import { createReadStream, readFileSync, statSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import express, { type Request, type Response, type Router } from "express";
import type { BulkFaults } from "./bulk-faults.ts";
import type { ResultStore } from "./result-store.ts";

/** Plays the storage that results of bulk operations are fetched from, in parts if wanted. */
export function resultRoutes(options: { results: ResultStore; faults: BulkFaults; now: () => Date }): Router {
  const { results, faults, now } = options;
  const router = express.Router();
  router.get("/:name", (req, res) => {
    if (req.get("x-shopify-access-token"))
      return refuse(res, 400, "InvalidHeader", "The access token must not be sent to the storage.");
    const path = results.path(req.params.name);
    if (!path) return refuse(res, 404, "NoSuchKey", "The specified key does not exist.");
    if (faults.take("expired") || now().getTime() > Number(req.query.Expires) * 1000)
      return refuse(res, 400, "ExpiredToken", "The address was good for seven days.");
    const { size } = statSync(path);
    const part = wantedPart(req, size);
    if (!part) {
      res.set("content-range", `bytes */${size}`);
      return refuse(res, 416, "InvalidRange", "The requested range cannot be satisfied.");
    }
    // Not with `set`, which would add a charset the storage does not name.
    res.setHeader("content-type", "application/jsonl");
    res.set({
      "content-disposition": 'attachment; filename="bulk.jsonl"',
      "accept-ranges": "bytes",
    });
    if (part.isRange) res.status(206).set("content-range", `bytes ${part.start}-${part.end}/${size}`);
    send(res, { path, ...part, faults });
  });
  return router;
}

interface FilePart {
  /** First and last byte. */
  start: number;
  end: number;
  isRange: boolean;
}

/** Undefined when the file has no such part. */
function wantedPart(req: Request, size: number): FilePart | undefined {
  const ranges = req.range(size);
  if (ranges === -1) return undefined;
  // Several ranges at once, or none that can be read: HTTP allows to send the whole.
  if (!Array.isArray(ranges) || ranges.length !== 1) return { start: 0, end: size - 1, isRange: false };
  return { ...ranges[0]!, isRange: true };
}

/** Files up to this size, in bytes, are sent in one piece, so that faults may change them. */
const SMALL_FILE_BYTES = 1024 * 1024;

function send(res: Response, of: FilePart & { path: string; faults: BulkFaults }): void {
  const { path, start, end, faults } = of;
  const length = end - start + 1;
  const cut = faults.take("cut");
  const slow = faults.take("slow");
  if (!cut && !slow && length <= SMALL_FILE_BYTES)
    return void res.end(readFileSync(path).subarray(start, end + 1));
  const sent = Math.min(length, cut?.afterBytes ?? length);
  res.set("content-length", String(cut?.quietly ? sent : length));
  // A read stream that ends before it starts is no stream at all.
  const bytes = sent ? createReadStream(path, { start, end: start + sent - 1 }) : [];
  const source = slow ? slowly(bytes, slow.bytesPerSecond) : bytes;
  // What was sent shall arrive, so the connection ends behind it.
  if (sent < length && !cut?.quietly) res.flushHeaders();
  pipeline(source, res, { end: sent === length || cut?.quietly }).then(
    () => void (res.writableEnded || res.socket?.end()),
    () => res.destroy(),
  );
}

/** A slow file comes in steps of this length. */
const STEP_MS = 50;

async function* slowly(
  chunks: AsyncIterable<Buffer> | Buffer[],
  bytesPerSecond: number,
): AsyncGenerator<Buffer> {
  const step = Math.max(1, Math.round((bytesPerSecond * STEP_MS) / 1000));
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += step) {
      yield chunk.subarray(from, from + step);
      await sleep((step / bytesPerSecond) * 1000);
    }
}

function refuse(res: Response, status: number, code: string, message: string): void {
  res
    .status(status)
    .type("application/xml")
    .send(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}
