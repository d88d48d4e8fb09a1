import { FulfilmentError, type MerchantSentence } from "../../fulfilment/errors.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { noteActivity } from "../activity/note-activity.ts";
import { LONG_TX_MS } from "../catalog/mapping/match-variants.ts";
import { clearProblemsIn } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { markElsewhere } from "../returns/mark-elsewhere.ts";
import { requestChecks } from "../returns/check/request-checks.ts";
import { isAccountChange } from "./find-account-change.ts";
import { forgetAccount } from "./forget-account.ts";
import { judgeSecret, tidySecret, type SecretFault } from "./judge-secrets.ts";
import { tryToken } from "./try-token.ts";

export type ChangeTokenOutcome =
  | { outcome: "token-changed" }
  /** The token works, and its account is another one: what was read of the one before is forgotten, and nothing is written. */
  | { outcome: "other-account" }
  | { outcome: "not-connected" }
  | { outcome: "invalid"; fault: SecretFault }
  | { outcome: "warehouse-failed"; sentence: MerchantSentence };

/**
 * Puts another access token in the place of the present one, once it has been tried. Both catalogues are read again, and events
 * are asked for with it. A token of the same account changes nothing that is known. With another account's, the store goes back
 * to dry run: what was read of the account before says nothing about it.
 */
export async function changeToken(
  ctx: ShopContext,
  typed: { accessToken: string },
): Promise<ChangeTokenOutcome> {
  const { shop } = ctx;
  const accessToken = tidySecret(typed.accessToken);
  const before = await ctx.db.connection.findFirst({ where: { shop, disconnectedAt: null } });
  if (!before) return { outcome: "not-connected" };
  const fault = judgeSecret(accessToken, { other: before.webhookKey });
  if (fault) return { outcome: "invalid", fault };
  const sentence = await tryToken(ctx, accessToken);
  if (sentence) return { outcome: "warehouse-failed", sentence };
  const compared = await compareAccounts(ctx, { before: before.accessToken, after: accessToken });
  if (compared.outcome === "warehouse-failed") return compared;
  const isOther = compared.outcome === "other-account";
  await ctx.db.$transaction(
    async (tx) => {
      // First: it waits for a run that is about to store what it has read.
      if (isOther) await forgetAccount(tx, shop);
      const where = { shop, disconnectedAt: null };
      const now = ctx.clock();
      // What changed at another account before is no missed event.
      const accountDigest = ctx.secrets.digest(accessToken);
      const data = { accessToken, accountDigest, ...(isOther && { changesReadAt: now }) };
      const { count } = await tx.connection.updateMany({ where, data });
      if (count === 0) return;
      await clearProblemsIn(tx, { shop, now, kinds: ["warehouse-token-refused"], subjects: [""] });
      if (accessToken !== before.accessToken)
        await noteActivity(
          { ...ctx, db: tx },
          { kind: isOther ? "account-changed" : "token-changed", details: {} },
        );
      // They were sent to the account before, and not to this one.
      if (isOther) await tx.pushedProduct.deleteMany({ where: { shop } });
      await queueJob(tx, { name: "subscribe-to-events", shop });
      await queueJob(tx, { name: "import-catalogue", shop });
      await queueJob(tx, { name: "find-returns", shop });
      // The account before has their inbounds.
      if (isOther) await markElsewhere(tx, shop);
      await requestChecks(tx, { shop, checked: "all" });
    },
    { timeout: LONG_TX_MS },
  );
  return compared;
}

type Compared = Extract<
  ChangeTokenOutcome,
  { outcome: "token-changed" | "other-account" | "warehouse-failed" }
>;

async function compareAccounts(
  ctx: ShopContext,
  tokens: { before: string; after: string },
): Promise<Compared> {
  if (tokens.before === tokens.after) return { outcome: "token-changed" };
  try {
    return { outcome: (await isAccountChange(ctx, tokens)) ? "other-account" : "token-changed" };
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    return { outcome: "warehouse-failed", sentence: error.sentence };
  }
}
