import type { MerchantSentence } from "../../fulfilment/errors.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";
import { judgeSecrets, tidySecret, type SecretFaults, type Secrets } from "./judge-secrets.ts";
import { tryToken } from "./try-token.ts";
import { digestsOfKeys } from "./warehouse-account.ts";

export type ConnectOutcome =
  | { outcome: "connected" }
  /** It is already: what is to be changed is changed on the connection's page, one thing at a time. */
  | { outcome: "already-connected" }
  | { outcome: "invalid"; faults: SecretFaults }
  /** The token was tried and did not work. */
  | { outcome: "warehouse-failed"; sentence: MerchantSentence };

/**
 * Takes the keys of a warehouse account: the first step of joining it. Both are looked at and the token is tried before
 * anything is saved. Nothing follows from it until a location is chosen (`chooseLocation`).
 */
export async function connectWarehouse(ctx: ShopContext, typed: Secrets): Promise<ConnectOutcome> {
  const { shop } = ctx;
  const standing = await ctx.db.connection.findFirst({ where: { shop, disconnectedAt: null } });
  if (standing) return { outcome: "already-connected" };
  const secrets = {
    accessToken: tidySecret(typed.accessToken),
    webhookKey: tidySecret(typed.webhookKey),
  };
  const faults = judgeSecrets(secrets);
  if (Object.keys(faults).length > 0) return { outcome: "invalid", faults };
  const sentence = await tryToken(ctx, secrets.accessToken);
  if (sentence) return { outcome: "warehouse-failed", sentence };
  const now = ctx.clock();
  const keys = { webhookKey: secrets.webhookKey, oldWebhookKey: null, oldWebhookKeyUntil: null };
  const digests = {
    accountDigest: ctx.secrets.digest(secrets.accessToken),
    ...digestsOfKeys(keys, { secrets: ctx.secrets, now }),
  };
  const joined = { ...secrets, ...digests, connectedAt: now, disconnectedAt: null };
  // Whatever a connection before this one left behind was put away when that one ended (`closeConnection`).
  await ctx.db.$transaction(async (tx) => {
    await tx.connection.upsert({ where: { shop }, create: { shop, ...joined }, update: joined });
    await noteActivity({ ...ctx, db: tx }, { kind: "keys-entered", details: {} });
  });
  return { outcome: "connected" };
}
