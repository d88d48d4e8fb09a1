import type { Connection } from "@prisma/client";
import { loadConnection } from "../connection/load-connection.ts";
import type { Sku } from "../ids.ts";
import { clearProblems, openProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { loadMapped, skusOf, type Mapped, type MappedScope } from "./load-mapped.ts";
import { lookAtStock } from "./look-at-stock.ts";
import { mendStock } from "./mend-stock.ts";
import { noteAbsurd } from "./note-absurd.ts";
import { LocationGone, readShopStock } from "./read-shop-stock.ts";
import { readWarehouseStock, type WarehouseReading } from "./read-warehouse-stock.ts";
import { loadStockSettings, type StockSettings } from "./stock-settings.ts";

export interface MirrorRequest {
  /** Whose stock may have changed. SKUs nothing is mapped to are of no concern. */
  scope: MappedScope;
  /** The hint that made us look at an SKU; `null` when none did. */
  hintOf(sku: Sku): bigint | null;
}

export interface MirrorResult {
  compared: number;
  /** Those whose figure in the shop was not what it should be. */
  differing: number;
  /** Those whose figure at the warehouse had changed since the last look. */
  moved: number;
  written: number;
  rejected: number;
}

/** A figure that moves again each time it is read is moved by somebody else; after this many rounds it is left to them. */
const ROUNDS = 3;

/**
 * Reads the stock of these variants in both worlds as it is now and writes the difference into the shop. Running it
 * again with nothing changed reads the same and writes nothing.
 * @returns `null` when there is nowhere to write: the shop is not connected, or its location is gone.
 * @throws FulfilmentError, ShopifyError. What was written until then is written; run again for the rest.
 */
export async function mirrorStock(ctx: ShopContext, request: MirrorRequest): Promise<MirrorResult | null> {
  const connection = await loadConnection(ctx);
  if (!connection) return null;
  const [settings, mapped] = await Promise.all([loadStockSettings(ctx), loadMapped(ctx, request.scope)]);
  const warehouse = await readWarehouseStock(ctx, {
    warehouse: ctx.warehouse(connection.accessToken),
    skus: skusOf(mapped),
  });
  return unlessLocationGone(ctx, connection, () =>
    compareAndWrite(ctx, { connection, settings, request, mapped, warehouse }),
  );
}

/** A location that is gone is the merchant's to mend: trying again at once would not help. */
export async function unlessLocationGone<T>(
  ctx: ShopContext,
  { locationName }: Connection,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LocationGone)) throw error;
    await openProblem(ctx, { kind: "location-gone", details: { location: locationName } });
    return null;
  }
}

async function compareAndWrite(
  ctx: ShopContext,
  about: {
    connection: Connection;
    settings: StockSettings;
    request: MirrorRequest;
    mapped: Mapped[];
    warehouse: Map<Sku, WarehouseReading>;
  },
): Promise<MirrorResult> {
  const { settings, warehouse } = about;
  const { locationId } = about.connection;
  const result: MirrorResult = {
    compared: about.mapped.length,
    differing: 0,
    moved: 0,
    written: 0,
    rejected: 0,
  };
  let open = about.mapped;
  for (let round = 1; open.length > 0 && round <= ROUNDS; round++) {
    const shopReadAt = ctx.clock(); // Taken first: what changed while the answer was on its way may not be in it.
    const items = open.map(({ inventoryItemId }) => inventoryItemId);
    const shop = await readShopStock(ctx, { items, locationId });
    await clearProblems(ctx, { kinds: ["location-gone"] });
    const { hintOf } = about.request;
    const looked = await lookAtStock(ctx, { settings, mapped: open, warehouse, shop, shopReadAt, hintOf });
    await noteAbsurd(ctx, looked);
    if (round === 1) {
      result.differing = looked.filter(({ look }) => look.verdict === "write").length;
      result.moved = looked.filter(({ warehouseMoved }) => warehouseMoved).length;
    }
    const done = await mendStock(ctx, { settings, locationId, looked });
    result.written += done.written;
    result.rejected += done.rejected;
    open = done.stale.map(({ mapped }) => mapped);
  }
  return result;
}
