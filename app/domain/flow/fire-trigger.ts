import { queueJob, type Asked } from "../../jobs/catalog.ts";
import { ShopifyError } from "../../shopify/errors.ts";
import { FireFlowTriggerDocument } from "../../shopify/generated/operations.ts";
import type { ShopContext } from "../shop-context.ts";
import type { FlowPayload, FlowTrigger } from "./flow-triggers.ts";

/** What Shopify turned away unread is sent once more no sooner than this, in milliseconds. */
const THROTTLED_GAP_MS = 10_000;

/**
 * Starts the merchant's workflows that begin with this trigger, if there are any. At most once: Shopify does not recognise
 * a repetition, and a workflow may refund an order. So its job is tried once, and a call that was left without an answer
 * counts as sent; only what Shopify turned away because it had too much to do is sent later. Whatever else goes wrong is
 * logged and ends here: nobody's return or stock waits for a workflow.
 */
export async function fireTrigger(
  ctx: ShopContext,
  { trigger, payload, job }: { trigger: FlowTrigger; payload: FlowPayload; job: Asked },
): Promise<void> {
  try {
    const { flowTriggerReceive } = await ctx.admin.request(FireFlowTriggerDocument, {
      handle: trigger,
      payload,
    });
    const reason = flowTriggerReceive?.userErrors[0]?.message;
    if (reason !== undefined) ctx.log.warn({ trigger, reason }, "Shopify Flow did not take a trigger");
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    if (error.code === "throttled")
      return queueJob(ctx.db, { ...job, inMs: Math.max(error.retryAfterMs, THROTTLED_GAP_MS) });
    ctx.log.warn({ trigger, code: error.code }, "Shopify Flow could not be told");
  }
}
