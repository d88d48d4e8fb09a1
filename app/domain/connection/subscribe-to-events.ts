import { createHash } from "node:crypto";
import { EVENT_NAMES, type EventName } from "../../fulfilment/events.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import { FulfilmentError } from "../../fulfilment/errors.ts";
import { clearProblems, openProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { loadConnection } from "./load-connection.ts";
import { keepAccountDigests } from "./warehouse-account.ts";

/** A registration that may end is asked for once in this time: by each hourly sync, and by no try in between. */
const BETWEEN_SYNCS_MS = 55 * 60_000;

/** The address of a registration that the merchant wants asked for once more. */
export const ASKED_AGAIN = "";

/**
 * Where the warehouse is to send one kind of event. The kind stands in the address because the body does not name
 * it: `type` and `resource` have no documented values beyond one example.
 */
function notificationUrl(appUrl: string, { hookId, event }: { hookId: string; event: EventName }): string {
  return `${appUrl}/webhooks/warehouse/${hookId}/${event}`;
}

/**
 * Asks the warehouse for every event kind it has not registered with this access token at our present address.
 * The interface cannot list or delete subscriptions, so what was registered is remembered here. When it is asked once too often
 * (cut off between asking and remembering, or another token of the same account), events arrive twice, which has the effect of
 * once. Whether a subscription outlasts its token nobody can ask, so each token registers at once (decision 91).
 *
 * A warehouse may refuse a second registration because one exists. That one may be another token's and end with it, unseen
 * (`mayEnd`): each sync asks again, until this token's own is registered.
 */
export async function subscribeToEvents(ctx: ShopContext): Promise<void> {
  const connection = await loadConnection(ctx);
  if (!connection) return;
  await keepAccountDigests(ctx);
  const { shop } = ctx;
  const known = await ctx.db.subscription.findMany({ where: { shop } });
  const tokenDigest = createHash("sha256").update(connection.accessToken).digest("hex");
  const warehouse = ctx.warehouse(connection.accessToken);
  const failures: FulfilmentError[] = [];
  for (const event of EVENT_NAMES) {
    const url = notificationUrl(ctx.appUrl, { hookId: connection.hookId, event });
    const before = known.find((subscription) => subscription.event === event);
    const isOwn = before?.tokenDigest === tokenDigest;
    const isRegistered = isOwn && before.notificationUrl === url;
    const isRecent = isOwn && ctx.clock().getTime() - before.registeredAt.getTime() < BETWEEN_SYNCS_MS;
    if (isRegistered && (isRecent || !before.mayEnd)) continue;
    const answer = await subscribe(warehouse, { event, url });
    if (answer instanceof FulfilmentError) {
      // Events come by the registration that exists. The next sync asks for this token's own again.
      if (!isRegistered) failures.push(answer);
      continue;
    }
    const isKnownAsOwn = isOwn && !before.mayEnd && before.notificationUrl === ASKED_AGAIN;
    const registered = {
      ...{ notificationUrl: url, tokenDigest, registeredAt: ctx.clock() },
      mayEnd: answer === "exists" && !isKnownAsOwn,
    };
    await ctx.db.subscription.upsert({
      where: { shop_event: { shop, event } },
      create: { shop, event, ...registered },
      update: registered,
    });
  }
  await report(ctx, failures);
}

/**
 * @returns the answer, or why the warehouse did not register one event kind: it does not keep the others from being registered
 * @throws FulfilmentError when the warehouse as a whole fails
 */
async function subscribe(
  warehouse: WarehouseClient,
  { event, url }: { event: EventName; url: string },
): Promise<"registered" | "exists" | FulfilmentError> {
  try {
    return await warehouse.subscribe({ event, notificationUrl: url });
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    await warehouse.check();
    return error;
  }
}

/**
 * Tells the merchant what the warehouse refused. What may pass has the job tried again.
 * @throws FulfilmentError
 */
async function report(ctx: ShopContext, failures: readonly FulfilmentError[]): Promise<void> {
  const refusal = failures.find(({ permanent }) => permanent);
  if (refusal) await openProblem(ctx, { kind: "events-refused", details: { sentence: refusal.sentence } });
  const passing = failures.find(({ permanent }) => !permanent);
  // The job as a whole is told of: no other record waits for it.
  if (passing) throw passing.with({ scope: undefined });
  if (!refusal) await clearProblems(ctx, { kinds: ["events-refused"] });
}
