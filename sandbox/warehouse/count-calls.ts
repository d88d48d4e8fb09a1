import { Router, type RequestHandler } from "express";
import { interceptAnswer } from "../lib/misbehave.ts";
import { createTally } from "../lib/tally.ts";

/** Where a request is counted that no operation got to see: it had no token, came too often, or meant none there is. */
const REFUSED = "refused";

/**
 * Counts how often each of the interface's operations was called, e.g. `GET products/:sku`: before its answer goes out,
 * so that whoever has the answer finds it counted.
 */
export function createCallCounter(): { middleware: RequestHandler; control: Router } {
  const tally = createTally();
  const control = Router();
  control.get("/", (_req, res) => void res.json({ calls: tally.counts() }));
  control.delete("/", (_req, res) => {
    tally.clear();
    res.status(204).end();
  });
  return {
    middleware: (req, res, next) => {
      interceptAnswer(res, ({ send }) => {
        const route = req.route as { path: string } | undefined;
        tally.add(route ? `${req.method} ${route.path.slice(1)}` : REFUSED);
        send();
      });
      next();
    },
    control,
  };
}
