import type { IncomingMessage, ServerResponse } from "node:http";
import getRawBody from "raw-body";
import { receiveWarehouseEvent } from "../domain/events/receive-warehouse-event.ts";
import { answerJson, type Handler } from "../http/handler.ts";
import type { Services } from "../services.server.ts";

/** An event is three short strings. Anything larger is no event. */
const BODY_CAP = "64kb";

const ADDRESS = /^\/webhooks\/warehouse\/([^/?]+)\/([^/?]+)\/?(?:\?|$)/;

/**
 * Where the warehouse sends its events: `POST /webhooks/warehouse/:hookId/:event`. Answers 200 once the event is
 * committed. The answers say what is wrong and nothing about who would have been let in.
 *
 * Nearly all requests are events, and Express would take a third of the time that one takes, so they do without it.
 * @param limit Whoever sends too many is sent away by it.
 */
export function warehouseEvents(services: Services, limit: Handler): Handler {
  return (req, res, next) => {
    const [, hookId, event] = ADDRESS.exec(req.url ?? "") ?? [];
    if (req.method !== "POST" || hookId === undefined || event === undefined) return next();
    limit(req, res, (error) => {
      if (error) return next(error);
      receive(services, { req, res, hookId, event }).catch(next);
    });
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
    case "accepted":
    case "dropped":
      return answerJson(res, 200, { ok: true });
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

/** @throws what Express throws of a body that is too large or breaks off; then the rest of it is taken off the line. */
async function readBody(req: IncomingMessage): Promise<Buffer> {
  try {
    return await getRawBody(req, { limit: BODY_CAP, length: req.headers["content-length"] });
  } catch (error) {
    req.resume();
    throw error;
  }
}
