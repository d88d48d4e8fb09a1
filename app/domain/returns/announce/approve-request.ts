import { ApproveReturnDocument } from "../../../shopify/generated/operations.ts";
import { readReturn, type ShopReturn } from "../../../shopify/returns.ts";
import type { ShopContext } from "../../shop-context.ts";
import { note } from "../../timeline/timeline.ts";

/**
 * Approves a return that is only asked for, and reads it again. Safe twice: the shop approves a request once and refuses
 * what is none any more, so a lost answer is mended by reading.
 * @returns the return as it is then; as it was, if it was no request.
 * @throws ShopifyError
 */
export async function approveRequest(
  ctx: ShopContext,
  { shown, withShopper }: { shown: ShopReturn; withShopper: boolean },
): Promise<ShopReturn> {
  const { id } = shown;
  if (shown.status !== "REQUESTED") return shown;
  const { returnApproveRequest } = await ctx.admin.request(ApproveReturnDocument, { id });
  const [objection] = returnApproveRequest?.userErrors ?? [];
  // Somebody was faster, or the shop has its reasons: what it is now is read either way.
  await note(ctx, {
    ...{ subject: id, kind: "approve", outcome: objection ? "refused" : "done" },
    details: objection ? { reason: objection.message } : {},
  });
  return (await readReturn(ctx.admin, { id, withShopper })) ?? shown;
}
