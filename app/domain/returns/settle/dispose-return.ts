import type { ShopContext } from "../../shop-context.ts";
import { mirrorStock } from "../../stock/mirror/mirror-stock.ts";
import { disposeReceived } from "./dispose-received.ts";

/** What a return that is read may keep the stock of the others waiting, in milliseconds. */
const RETURN_PATIENCE_MS = 5_000;

/** Disposes of what has come in of one return, with no event needed, and mirrors the stock of its goods afterwards. */
export async function disposeReturn(ctx: ShopContext, { returnId }: { returnId: string }): Promise<void> {
  const hintOf = () => null;
  const skus = await disposeReceived(ctx, {
    returnId,
    hintOf,
    signal: AbortSignal.timeout(RETURN_PATIENCE_MS),
  });
  if (skus.length > 0) await mirrorStock(ctx, { scope: { skus }, hintOf });
}
