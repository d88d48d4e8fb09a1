import type { PurchaseInbound } from "@prisma/client";
import type { Inbound } from "../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { decidePurchase } from "./decide-purchase.ts";
import { mayAppearIn, readOwnInbound } from "./own-inbound.ts";
import { readContent } from "./purchase-content.ts";
import type { PurchaseNeed } from "./purchase-needs.ts";
import { savePurchase } from "./save-purchase.ts";
import { sendPurchase } from "./send-purchase.ts";

/**
 * Reads a purchase at the warehouse and does what the merchant asked for: it is announced, changed or deleted there.
 * Running it again with nothing changed reads the same and writes nothing; a run cut off anywhere is gone on with by the
 * next.
 * @throws FulfilmentError. What was done until then is done; run again for the rest.
 */
export async function followPurchase(ctx: ShopContext, { ref }: { ref: InboundRef }): Promise<void> {
  const { shop } = ctx;
  const [connection, row] = await Promise.all([
    loadConnection(ctx),
    ctx.db.purchaseInbound.findUnique({ where: { shop_ref: { shop, ref } } }),
  ]);
  if (!connection || !row) return;
  const warehouse = ctx.warehouse(connection.accessToken);
  const inbound = await readOwnInbound(warehouse, row);
  const done = await act(ctx, { warehouse, row, inbound });
  await savePurchase(ctx, { row, ...done });
  // One that is to be gone, and was being made: should that arrive late, it has to go.
  const isToBeGone = !done.inbound && row.deleting;
  const inMs = isToBeGone ? mayAppearIn(row, { now: ctx.clock(), warehouse }) : null;
  if (inMs !== null) await queueJob(ctx.db, { name: "follow-purchase", shop, ref, inMs });
}

interface Acted {
  inbound: Inbound | null;
  needs: PurchaseNeed[];
}

async function act(
  ctx: ShopContext,
  { warehouse, row, inbound }: { warehouse: WarehouseClient; row: PurchaseInbound; inbound: Inbound | null },
): Promise<Acted> {
  const ref = row.ref as InboundRef;
  const wanted = row.wanted === null ? null : readContent(row.wanted);
  const decide = (now: Inbound | null) =>
    decidePurchase({ wanted, deleting: row.deleting, inbound: now, wasThere: row.status !== null });
  const { decided, needs } = decide(inbound);
  if (decided.step === "none") return { inbound, needs };
  const sent = await sendPurchase(ctx, { warehouse, ref, inbound, decided });
  if (!sent.refused && !sent.found) return { inbound: sent.inbound, needs: [] };
  const again = decide(sent.inbound);
  if (again.decided.step === "none") return { inbound: sent.inbound, needs: again.needs };
  if (sent.refused) return { inbound: sent.inbound, needs: [sent.refused] };
  // Made by an earlier run, as the merchant wanted it then.
  const changed = await sendPurchase(ctx, { warehouse, ref, inbound: sent.inbound, decided: again.decided });
  return { inbound: changed.inbound, needs: changed.refused ? [changed.refused] : [] };
}
