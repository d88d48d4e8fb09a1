import type { MerchantSentence } from "../../fulfilment/errors.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { noteActivity } from "../activity/note-activity.ts";
import { clearProblemsIn } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { forgetLooks } from "../stock/mirror/stock-looks.ts";
import { judgeSecret, tidySecret, type SecretFault } from "./judge-secrets.ts";
import { tryToken } from "./try-token.ts";

export type ChangeTokenOutcome =
  | { outcome: "token-changed" }
  | { outcome: "not-connected" }
  | { outcome: "invalid"; fault: SecretFault }
  | { outcome: "warehouse-failed"; sentence: MerchantSentence };

/**
 * Puts another access token in the place of the present one, once it has been tried. It may be another account's, so both
 * catalogues are read again, and events are asked for with it.
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
  await ctx.db.$transaction(async (tx) => {
    const where = { shop, disconnectedAt: null };
    const { count } = await tx.connection.updateMany({ where, data: { accessToken } });
    if (count === 0) return;
    const now = ctx.clock();
    await clearProblemsIn(tx, { shop, now, kinds: ["warehouse-token-refused"], subjects: [""] });
    if (accessToken !== before.accessToken) {
      await noteActivity({ ...ctx, db: tx }, { kind: "token-changed", details: {} });
      // What was seen in another warehouse says nothing about this one.
      await forgetLooks(tx, { shop, variantIds: "all" });
    }
    await queueJob(tx, { name: "subscribe-to-events", shop });
    await queueJob(tx, { name: "import-catalogue", shop });
    await queueJob(tx, { name: "find-returns", shop });
  });
  return { outcome: "token-changed" };
}
