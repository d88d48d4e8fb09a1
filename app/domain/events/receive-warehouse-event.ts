import type { Db } from "../../db.server.ts";
import { EVENT_NAMES, eventSchema, type EventName, type FulfilmentEvent } from "../../fulfilment/events.ts";
import { isSignedWith } from "../../fulfilment/signature.ts";
import type { EventIntake, HookConnection } from "./event-intake.ts";
import { noteProof, noteRefusal } from "./note-signature.ts";

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
  /** The shop's own limit; the warehouse sends the event again. */
  | { outcome: "too-many"; retryAfterMs: number }
  | { outcome: "bad-signature" }
  | { outcome: "malformed"; detail: string };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes one event from the warehouse: verify, store, queue. `accepted` means it is committed; nothing is read or
 * decided yet. An event that repeats is stored again and merges in the queue.
 */
export async function receiveWarehouseEvent(
  { db, intake }: { db: Db; intake: EventIntake },
  { hookId, event, body, signature, receivedAt }: WarehouseEvent,
): Promise<ReceiveOutcome> {
  if (!UUID.test(hookId) || !isEventName(event)) return { outcome: "unknown-address" };
  const isSignedBy = (key: string | null) => isSignedWith([key ?? ""], { body, signature });
  const hintOf = ({ shop }: HookConnection, said: FulfilmentEvent) =>
    ({ shop, source: "warehouse", event, ...said }) as const;
  // Nearly every event is like the one before it. What is remembered can only let one in, and only if it is true still when
  // the event is stored; whatever else there is to say to an event is said of what is read now.
  const known = intake.remembered(hookId);
  if (known && isSignedBy(known.webhookKey)) {
    const { event: said } = parseEvent(body);
    const retryAfterMs = await intake.refusesFor(known.shop);
    if (retryAfterMs !== null) return { outcome: "too-many", retryAfterMs };
    if (said && (await intake.storeIf(known, hintOf(known, said)))) return { outcome: "accepted" };
  }
  const connection = await intake.readConnection(hookId);
  if (!connection) return { outcome: "unknown-address" };
  // The interface cannot unsubscribe. Refusing would make the warehouse try again for a day.
  if (connection.disconnectedAt) return { outcome: "dropped" };
  const proves = isSignedBy(connection.webhookKey);
  if (!proves && !isSignedBy(oldKeyOf(connection, receivedAt))) {
    await noteRefusal(db, { connection, now: receivedAt });
    return { outcome: "bad-signature" };
  }
  if (proves) await noteProof(db, { connection, now: receivedAt });
  const retryAfterMs = await intake.refusesFor(connection.shop);
  if (retryAfterMs !== null) return { outcome: "too-many", retryAfterMs };
  const parsed = parseEvent(body);
  if (parsed.problem !== undefined) return { outcome: "malformed", detail: parsed.problem };
  await intake.store(hintOf(connection, parsed.event));
  return { outcome: "accepted" };
}

/** The key before the present one, while it is accepted. */
function oldKeyOf({ oldWebhookKey, oldWebhookKeyUntil }: HookConnection, now: Date): string | null {
  return oldWebhookKeyUntil && oldWebhookKeyUntil > now ? oldWebhookKey : null;
}

function isEventName(name: string): name is EventName {
  return (EVENT_NAMES as readonly string[]).includes(name);
}

/** Refuses what is not UTF-8, which would otherwise be stored as something nobody sent. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

type ParsedEvent = { event: FulfilmentEvent; problem?: undefined } | { event?: undefined; problem: string };

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
