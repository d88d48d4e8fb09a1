import pLimit from "p-limit";
import { sendRaw } from "../attack/send-raw.ts";
import { sendEvent as send } from "../lib/send-event.ts";
import type { Side } from "./side.ts";
import { BAD_ANSWERS, type BadAnswer } from "./story.ts";
import type { Tally } from "./tally.ts";
import type { ChaosWorld } from "./world.ts";

/** Events of a flood on their way at the same moment. */
const FLOOD_CONCURRENCY = 32;
/** A connection that is reset gets no answer; nobody waits for one. */
const RESET_PATIENCE_MS = 20;

/** Counts the records of one program's stories, so that each has a name of its own. */
let records = 0;

/** Has the warehouse answer like this to inbounds that events name from now on, until it behaves again. */
export async function showBadRecords(
  world: ChaosWorld,
  { side, answers, tally }: { side: Side; answers: readonly BadAnswer[]; tally: Tally },
): Promise<void> {
  for (const answer of answers) {
    const ref = `BAD-${++records}-`;
    await side.atWarehouse("faults", { path: `/inbounds/${ref}(\\?|$)`, ...BAD_ANSWERS[answer] });
    await sendEvent(world, side, { event: "receipt-received", identifier: ref });
    tally.add(`bad record: ${answer}`);
  }
}

/** Opens connections to the web process and resets each right after its request. */
export async function resetConnections({ appUrl }: ChaosWorld, count: number): Promise<void> {
  const port = Number(new URL(appUrl).port);
  const request = "POST /webhooks/warehouse/a/b HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n";
  await Promise.all(
    Array.from({ length: count }, () =>
      sendRaw(port, [{ do: "write", bytes: request }, { do: "reset" }], { patienceMs: RESET_PATIENCE_MS }),
    ),
  );
}

/** Sends many events of one shop's warehouse at once. The app refuses those beyond the shop's limit. */
export async function flood(
  world: ChaosWorld,
  { side, events, tally }: { side: Side; events: number; tally: Tally },
): Promise<void> {
  const limit = pLimit(FLOOD_CONCURRENCY);
  const statuses = await Promise.all(
    Array.from({ length: events }, () =>
      limit(() => sendEvent(world, side, { event: "shipment-shipped", identifier: "flood" })),
    ),
  );
  side.floodedAt = Date.now();
  tally.add("flood: events taken", statuses.filter((status) => status === 200).length);
  tally.add("flood: events refused", statuses.filter((status) => status === 429).length);
}

/** Sends a signed event of a shop's warehouse. @returns the answer's status; 0 when there was none */
export async function sendEvent(
  { appUrl, database }: Pick<ChaosWorld, "appUrl" | "database">,
  { shop, account }: Side,
  { event, identifier }: { event: string; identifier: string },
): Promise<number> {
  const [{ hookId } = { hookId: "" }] = await database.read<{ hookId: string }>(
    `SELECT "hookId" FROM "Connection" WHERE "shop" = $1`,
    [shop],
  );
  const target = { url: appUrl, hookId, webhookKey: account.webhookKey };
  try {
    const response = await send(target, { event, type: "received", resource: "receipt", identifier });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
