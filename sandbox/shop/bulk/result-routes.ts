import { createReadStream, statSync } from "node:fs";
import express, { type Response, type Router } from "express";
import type { ResultStore } from "./result-store.ts";

/** Plays the storage that results of bulk operations are fetched from, in parts if wanted. */
export function resultRoutes({ results, now }: { results: ResultStore; now: () => Date }): Router {
  const router = express.Router();
  router.get("/:name", (req, res) => {
    if (req.get("x-shopify-access-token"))
      return refuse(res, 400, "InvalidHeader", "The access token must not be sent to the storage.");
    const path = results.path(req.params.name);
    if (!path) return refuse(res, 404, "NoSuchKey", "The specified key does not exist.");
    if (now().getTime() > Number(req.query.Expires) * 1000)
      return refuse(res, 400, "ExpiredToken", "The address was good for seven days.");
    const { size } = statSync(path);
    const ranges = req.range(size);
    if (ranges === -1) {
      res.set("content-range", `bytes */${size}`);
      return refuse(res, 416, "InvalidRange", "The requested range cannot be satisfied.");
    }
    // Several ranges at once, or none that can be read: the storage sends the whole, as HTTP allows.
    const range =
      Array.isArray(ranges) && ranges.type === "bytes" && ranges.length === 1 ? ranges[0] : undefined;
    const { start, end } = range ?? { start: 0, end: size - 1 };
    if (range) res.status(206).set("content-range", `bytes ${start}-${end}/${size}`);
    res.set({
      "content-type": "application/jsonl",
      "content-disposition": 'attachment; filename="bulk.jsonl"',
      "accept-ranges": "bytes",
      "content-length": String(end - start + 1),
    });
    createReadStream(path, { start, end })
      .on("error", () => res.destroy())
      .pipe(res);
  });
  return router;
}

function refuse(res: Response, status: number, code: string, message: string): void {
  res
    .status(status)
    .type("application/xml")
    .send(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}
