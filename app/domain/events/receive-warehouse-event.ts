import type { Db } from "../../db.server.ts";
import {
  EVENT_NAMES,
  isWhole,
  parseEvent,
  type EventName,
  type FulfilmentEvent,
} from "../../fulfilment/events.ts";
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
  /** Accepted, although its body is not what the interface describes: what cannot be used of it is left out. */
  | { outcome: "accepted-odd" }
  | { outcome: "dropped" }
  | { outcome: "unknown-address" }
  /** The shop's own limit; the warehouse sends the event again. */
  | { outcome: "too-many"; retryAfterMs: number }
  | { outcome: "bad-signature" };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Takes one event from the warehouse: verify, store, queue. `accepted` means it is committed; nothing is read or
 * decided yet. An event that repeats is stored again and merges in the queue. One that is signed is never refused for its body:
 * the address says which kind it is, and the warehouse would send it again for a day.
 */
export async function receiveWarehouseEvent(
  { db, intake }: { db: Db; intake: EventIntake },
  { hookId, event, body, signature, receivedAt }: WarehouseEvent,
): Promise<ReceiveOutcome> {
  if (!UUID.test(hookId) || !isEventName(event)) return { outcome: "unknown-address" };
  const isSignedBy = (key: string | null) => isSignedWith([key ?? ""], { body, signature });
  // Only of a signed event, and once.
  let parsed: FulfilmentEvent | undefined;
  const said = () => (parsed ??= parseEvent(body));
  const hintOf = ({ shop }: HookConnection) => ({ shop, source: "warehouse", event, ...said() }) as const;
  const accepted = () => ({ outcome: isWhole(said()) ? "accepted" : "accepted-odd" }) as const;
  // Nearly every event is like the one before it. What is remembered can only let one in, and only if it is true still when
  // the event is stored; whatever else there is to say to an event is said of what is read now.
  const known = intake.remembered(hookId);
  if (known && isSignedBy(known.webhookKey)) {
    const retryAfterMs = await intake.refusesFor(known.shop);
    if (retryAfterMs !== null) return { outcome: "too-many", retryAfterMs };
    if (await intake.storeIf(known, hintOf(known))) return accepted();
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
  const retryAfterMs = await intake.refusesFor(connection.shop);
  if (retryAfterMs !== null) return { outcome: "too-many", retryAfterMs };
  if (proves) await noteProof(db, { connection, now: receivedAt });
  await intake.store(hintOf(connection));
  return accepted();
}

/** The key before the present one, while it is accepted. */
function oldKeyOf({ oldWebhookKey, oldWebhookKeyUntil }: HookConnection, now: Date): string | null {
  return oldWebhookKeyUntil && oldWebhookKeyUntil > now ? oldWebhookKey : null;
}

function isEventName(name: string): name is EventName {
  return (EVENT_NAMES as readonly string[]).includes(name);
}
