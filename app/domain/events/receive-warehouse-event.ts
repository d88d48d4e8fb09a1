import type { Connection } from "@prisma/client";
import type { Db } from "../../db.server.ts";
import { EVENT_NAMES, eventSchema, type EventName, type FulfilmentEvent } from "../../fulfilment/events.ts";
import { isSignedWith } from "../../fulfilment/signature.ts";
import { recordHint } from "./record-hint.ts";

export interface WarehouseEvent {
  /** From the address the event was sent to; names the shop. */
  hookId: string;
  event: string;
  body: Buffer;
  signature: string | undefined;
  receivedAt: Date;
}

export type ReceiveOutcome =
  | { outcome: "accepted" }
  | { outcome: "dropped" }
  | { outcome: "unknown-address" }
  | { outcome: "bad-signature" }
  | { outcome: "malformed"; detail: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes one event from the warehouse: verify, store, queue. `accepted` means it is committed; nothing is read or
 * decided yet. An event that repeats is stored again and merges in the queue.
 */
export async function receiveWarehouseEvent(
  db: Db,
  { hookId, event, body, signature, receivedAt }: WarehouseEvent,
): Promise<ReceiveOutcome> {
  if (!UUID.test(hookId) || !isEventName(event)) return { outcome: "unknown-address" };
  // The one query that does not name its shop: the address is what tells which shop it is.
  const connection = await db.connection.findUnique({ where: { hookId } });
  if (!connection) return { outcome: "unknown-address" };
  // The interface cannot unsubscribe. Refusing would make the warehouse try again for a day.
  if (connection.disconnectedAt) return { outcome: "dropped" };
  if (!isSignedWith(keysOf(connection, receivedAt), { body, signature })) return { outcome: "bad-signature" };
  const parsed = parseEvent(body);
  if (parsed.problem !== undefined) return { outcome: "malformed", detail: parsed.problem };
  await recordHint(db, { shop: connection.shop, source: "warehouse", event, ...parsed.event });
  return { outcome: "accepted" };
}

function keysOf({ webhookKey, oldWebhookKey, oldWebhookKeyUntil }: Connection, now: Date): string[] {
  const oldCounts = oldWebhookKey && oldWebhookKeyUntil && oldWebhookKeyUntil > now;
  return oldCounts ? [webhookKey, oldWebhookKey] : [webhookKey];
}

function isEventName(name: string): name is EventName {
  return (EVENT_NAMES as readonly string[]).includes(name);
}

/** Refuses what is not UTF-8, which would otherwise be stored as something nobody sent. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

type ParsedEvent = { event: FulfilmentEvent; problem?: undefined } | { problem: string };

function parseEvent(body: Buffer): ParsedEvent {
  let json: unknown;
  try {
    json = JSON.parse(UTF8.decode(body));
  } catch {
    return { problem: "the body is not JSON" };
  }
  const parsed = eventSchema.safeParse(json);
  if (parsed.success) return { event: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `${issue?.path.join(".") || "the body"}: ${issue?.message ?? "unexpected"}` };
}
