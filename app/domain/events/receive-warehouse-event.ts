import type { Connection } from "@prisma/client";
import type { Db } from "../../db.server.ts";
import { EVENT_NAMES, eventSchema, type EventName, type FulfilmentEvent } from "../../fulfilment/events.ts";
import { isSignedWith } from "../../fulfilment/signature.ts";
import { noteProof, noteRefusal } from "./note-signature.ts";
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
  const connection = await db.connection.findUnique({ where: { hookId }, select: NEEDED });
  if (!connection) return { outcome: "unknown-address" };
  // The interface cannot unsubscribe. Refusing would make the warehouse try again for a day.
  if (connection.disconnectedAt) return { outcome: "dropped" };
  const isSignedBy = (key: string | null) => isSignedWith([key ?? ""], { body, signature });
  const proves = isSignedBy(connection.webhookKey);
  if (!proves && !isSignedBy(oldKeyOf(connection, receivedAt))) {
    await noteRefusal(db, { connection, now: receivedAt });
    return { outcome: "bad-signature" };
  }
  if (proves) await noteProof(db, { connection, now: receivedAt });
  const parsed = parseEvent(body);
  if (parsed.problem !== undefined) return { outcome: "malformed", detail: parsed.problem };
  await recordHint(db, { shop: connection.shop, source: "warehouse", event, ...parsed.event });
  return { outcome: "accepted" };
}

/** What an event is checked with. The token is left sealed: opening takes its time. */
const NEEDED = {
  ...{ shop: true, disconnectedAt: true, keyProvenAt: true, keyRefusedAt: true },
  ...{ webhookKey: true, oldWebhookKey: true, oldWebhookKeyUntil: true },
} as const;

/** The key before the present one, while it is accepted. */
function oldKeyOf(
  { oldWebhookKey, oldWebhookKeyUntil }: Pick<Connection, "oldWebhookKey" | "oldWebhookKeyUntil">,
  now: Date,
): string | null {
  return oldWebhookKeyUntil && oldWebhookKeyUntil > now ? oldWebhookKey : null;
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
