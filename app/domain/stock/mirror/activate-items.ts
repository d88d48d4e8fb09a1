import { randomUUID } from "node:crypto";
import { ActivateInventoryDocument } from "../../../shopify/generated/operations.ts";
import { callInHalves } from "../../call-in-halves.ts";
import type { ShopContext } from "../../shop-context.ts";
import { MIRRORED } from "./decide-stock.ts";
import { noteIntended, settleEntries, type StockWrite, type WriteTo } from "./ledger-entries.ts";
import type { WriteResult } from "./write-stock.ts";

/** Once one has failed, nothing is begun after so many milliseconds more: the rest comes with the next run. */
const FAILURE_PATIENCE_MS = 5_000;

/**
 * Stocks items at the location, each with the figure it should show. Shopify has no call for many. Done twice, the
 * second finds the item stocked and leaves its figure, which the next look compares.
 * @returns those the shop would not stock, those whose call failed although Shopify works, and those not begun because these took the time
 * @throws ShopifyError
 */
export async function activateItems(
  ctx: ShopContext,
  { to, mayWrite, writes }: { to: WriteTo; mayWrite: () => Promise<boolean>; writes: readonly StockWrite[] },
): Promise<Pick<WriteResult, "rejected" | "failed" | "left">> {
  const result: Pick<WriteResult, "rejected" | "failed" | "left"> = {
    rejected: [],
    failed: new Map(),
    left: [],
  };
  let failedAt: number | undefined;
  for (const write of writes) {
    if (failedAt !== undefined && performance.now() - failedAt > FAILURE_PATIENCE_MS) {
      result.left.push(write);
      continue;
    }
    if (!(await mayWrite())) break;
    const key = randomUUID();
    await noteIntended(ctx, { key, to, writes: [write] });
    const { failed } = await callInHalves(ctx, [write], async (_one, { signal }) => {
      const reason = await activate(ctx, { to, write, key, signal });
      const outcome = reason === undefined ? "written" : "rejected";
      await settleEntries(ctx, { key, writes: [write], outcome, reason });
      if (reason !== undefined) result.rejected.push({ write, reason });
    });
    for (const [one, failure] of failed) result.failed.set(one, failure);
    if (failed.size > 0) failedAt ??= performance.now();
  }
  return result;
}

/** @returns what the shop objected to */
async function activate(
  ctx: ShopContext,
  {
    to: { locationId, mode },
    write: { inventoryItemId, target },
    key,
    signal,
  }: { to: WriteTo; write: StockWrite; key: string; signal: AbortSignal | undefined },
): Promise<string | undefined> {
  const variables = { inventoryItemId, locationId, [MIRRORED[mode]]: target, key };
  const { inventoryActivate } = await ctx.admin.request(ActivateInventoryDocument, variables, { signal });
  return inventoryActivate?.userErrors[0]?.message;
}
