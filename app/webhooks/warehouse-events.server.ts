import express, { type Request, type Response, type Router } from "express";
import { receiveWarehouseEvent } from "../domain/events/receive-warehouse-event.ts";
import type { Services } from "../services.server.ts";

/** An event is three short strings. Anything larger is no event. */
const BODY_CAP = "64kb";

/**
 * Where the warehouse sends its events: `POST /webhooks/warehouse/:hookId/:event`. Answers 200 once the event is
 * committed. The answers say what is wrong and nothing about who would have been let in.
 */
export function warehouseEvents(services: Services): Router {
  const router = express.Router();
  const rawBody = express.raw({ type: () => true, limit: BODY_CAP });
  router.post("/webhooks/warehouse/:hookId/:event", rawBody, (req, res, next) => {
    receive(services, { req, res }).catch(next);
  });
  return router;
}

async function receive(
  { db, intake, log, clock, metrics }: Services,
  { req, res }: { req: Request; res: Response },
): Promise<void> {
  const body: unknown = req.body;
  const result = await receiveWarehouseEvent(
    { db, intake },
    {
      hookId: req.params.hookId ?? "",
      event: req.params.event ?? "",
      body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      signature: req.get("x-hook-signature"),
      receivedAt: clock(),
    },
  );
  metrics.received({ source: "warehouse", outcome: result.outcome });
  const refuse = (status: number, message: string) => {
    log.warn({ outcome: result.outcome, event: req.params.event }, "a warehouse event was refused");
    res.status(status).json({ error: result.outcome, message });
  };
  switch (result.outcome) {
    case "accepted":
    case "dropped":
      return void res.status(200).json({ ok: true });
    case "unknown-address":
      return refuse(404, "No shop receives events at this address.");
    case "bad-signature":
      return refuse(401, "The x-hook-signature header is missing or does not match the body.");
    case "malformed":
      return refuse(
        400,
        `This is not an event: ${result.detail}. Expected {"type", "resource", "identifier"}.`,
      );
  }
}
