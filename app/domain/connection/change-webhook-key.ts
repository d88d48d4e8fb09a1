import type { Connection } from "@prisma/client";
import { noteActivity } from "../activity/note-activity.ts";
import { clearProblemsIn } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { judgeSecret, tidySecret, type SecretFault } from "./judge-secrets.ts";
import { digestsOfKeys } from "./warehouse-account.ts";

export type ChangeKeyOutcome =
  | { outcome: "key-changed" }
  | { outcome: "not-connected" }
  | { outcome: "invalid"; fault: SecretFault };

/**
 * How long events signed with the key before this one are accepted: as long as the warehouse goes on sending one.
 * In milliseconds.
 */
const OLD_KEY_LASTS_MS = 24 * 60 * 60 * 1000;

/**
 * Puts another webhook key in the place of the present one, which is accepted for another day. Whether it is right the
 * first event shows. The same key again changes nothing.
 */
export async function changeWebhookKey(
  ctx: ShopContext,
  typed: { webhookKey: string },
): Promise<ChangeKeyOutcome> {
  const { shop } = ctx;
  const webhookKey = tidySecret(typed.webhookKey);
  return ctx.db.$transaction(async (tx) => {
    const before = await tx.connection.findFirst({ where: { shop, disconnectedAt: null } });
    if (!before) return { outcome: "not-connected" };
    const fault = judgeSecret(webhookKey, { other: before.accessToken });
    if (fault) return { outcome: "invalid", fault };
    if (webhookKey === before.webhookKey) return { outcome: "key-changed" };
    const now = ctx.clock();
    const keys = { webhookKey, ...keptKey(before, now) };
    const digests = digestsOfKeys({ ...before, ...keys }, { secrets: ctx.secrets, now });
    const fresh = { ...keys, ...digests, keyProvenAt: null, keyRefusedAt: null };
    await tx.connection.update({ where: { shop }, data: fresh });
    await clearProblemsIn(tx, { shop, now, kinds: ["webhook-key-refused"], subjects: [""] });
    await noteActivity({ ...ctx, db: tx }, { kind: "key-changed", details: {} });
    return { outcome: "key-changed" };
  });
}

/** Only one is kept. A key that no event has proven does not push out one that is still accepted: it is a typing mistake. */
function keptKey({ webhookKey, keyProvenAt, oldWebhookKey, oldWebhookKeyUntil }: Connection, now: Date) {
  const oldStands = oldWebhookKey !== null && oldWebhookKeyUntil !== null && oldWebhookKeyUntil > now;
  if (oldStands && keyProvenAt === null) return {};
  const oldWebhookKeyUntilNow = new Date(now.getTime() + OLD_KEY_LASTS_MS);
  return { oldWebhookKey: webhookKey, oldWebhookKeyUntil: oldWebhookKeyUntilNow };
}

/**
 * Stops accepting the key before the present one, before its day is over: it may have come into wrong hands. Its digest goes with
 * the next `keepAccountDigests`.
 */
export async function endOldKey(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.connection.updateMany({
      where: { shop, oldWebhookKeyUntil: { not: null } },
      data: { oldWebhookKey: null, oldWebhookKeyUntil: null },
    });
    if (count > 0) await noteActivity({ ...ctx, db: tx }, { kind: "old-key-ended", details: {} });
  });
}
