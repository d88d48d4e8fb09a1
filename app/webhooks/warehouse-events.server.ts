import type { IncomingMessage, ServerResponse } from "node:http";
import { receiveWarehouseEvent } from "../domain/events/receive-warehouse-event.ts";
import { refuseTooMany } from "../http/enter-door.server.ts";
import { answerJson, type Handler } from "../http/handler.ts";
import { readBody } from "../http/read-body.ts";
import type { Services } from "../services.server.ts";

const ADDRESS = /^\/webhooks\/warehouse\/([^/?]+)\/([^/?]+)\/?(?:\?|$)/;

/**
 * Where the warehouse sends its events: `POST /webhooks/warehouse/:hookId/:event`. Answers 200 once the event is
 * committed. The answers say what is wrong and nothing about who would have been let in.
 *
 * Nearly all requests are events, and Express would take a third of the time that one takes, so they do without it.
 */
export function warehouseEvents(services: Services): Handler {
  return (req, res, next) => {
    const [, hookId, event] = ADDRESS.exec(req.url ?? "") ?? [];
    if (req.method !== "POST" || hookId === undefined || event === undefined) return next();
    receive(services, { req, res, hookId, event }).catch(next);
  };
}

interface Sent {
  req: IncomingMessage;
  res: ServerResponse;
  hookId: string;
  event: string;
}

async function receive(
  { db, intake, log, clock, metrics }: Services,
  { req, res, hookId, event }: Sent,
): Promise<void> {
  const signature = req.headers["x-hook-signature"];
  const result = await receiveWarehouseEvent(
    { db, intake },
    {
      ...{ hookId, event, body: await readBody(req) },
      signature: typeof signature === "string" ? signature : undefined,
      receivedAt: clock(),
    },
  );
  metrics.received({ source: "warehouse", outcome: result.outcome });
  const refuse = (status: number, message: string) => {
    log.warn({ outcome: result.outcome, event }, "a warehouse event was refused");
    answerJson(res, status, { error: result.outcome, message });
  };
  switch (result.outcome) {
    case "accepted-odd":
      log.warn({ event }, "a signed event of the warehouse is not what its interface describes");
      return answerJson(res, 200, { ok: true });
    case "accepted":
    case "dropped":
      return answerJson(res, 200, { ok: true });
    case "too-many":
      log.warn({ event }, "a store sends more events than one process takes");
      return refuseTooMany(res, result.retryAfterMs);
    case "unknown-address":
      return refuse(404, "No shop receives events at this address.");
    case "bad-signature":
      return refuse(401, "The x-hook-signature header is missing or does not match the body.");
  }
}
