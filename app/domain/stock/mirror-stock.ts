import type { Connection } from "@prisma/client";
import { loadConnection } from "../connection/load-connection.ts";
import type { InventoryItemId, Sku, VariantId } from "../ids.ts";
import { clearProblems, openProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { decideStock } from "./decide-stock.ts";
import { LocationGone, readShopStock, type ShopReading } from "./read-shop-stock.ts";
import { readWarehouseStock, type WarehouseReading } from "./read-warehouse-stock.ts";
import { supersedeIntended, writeOnHand, type OnHandWrite } from "./write-on-hand.ts";

export interface MirrorRequest {
  /** Whose stock may have changed. SKUs nothing is mapped to are of no concern. */
  skus: readonly Sku[] | "all";
  /** The hint that made us look at an SKU; `null` when none did. */
  hintOf(sku: Sku): bigint | null;
}

export interface MirrorResult {
  compared: number;
  written: number;
  rejected: number;
}

/** A figure that moves again each time it is read is moved by somebody else; after this many rounds it is left to them. */
const ROUNDS = 3;

interface Mapped {
  variantId: VariantId;
  inventoryItemId: InventoryItemId;
  sku: Sku;
}

/**
 * Reads the stock of these SKUs in both worlds as it is now and writes the difference into the shop. Running it again
 * with nothing changed reads the same and writes nothing.
 * @returns `null` when there is nowhere to write: the shop is not connected, or its location is gone.
 * @throws FulfilmentError, ShopifyError. What was written until then is written; run again for the rest.
 */
export async function mirrorStock(ctx: ShopContext, request: MirrorRequest): Promise<MirrorResult | null> {
  const connection = await loadConnection(ctx);
  if (!connection) return null;
  await supersedeIntended(ctx);
  const mapped = await loadMapped(ctx, request.skus);
  const warehouse = ctx.warehouse(connection.accessToken);
  const skus = [...new Set(mapped.map(({ sku }) => sku))];
  const stock = await readWarehouseStock(ctx, { warehouse, skus });
  try {
    return await compareAndWrite(ctx, { connection, request, mapped, stock });
  } catch (error) {
    if (!(error instanceof LocationGone)) throw error;
    // Trying again at once would not help: the merchant has to open it again, or choose another.
    await openProblem(ctx, { kind: "location-gone", details: { location: connection.locationName } });
    return null;
  }
}

async function compareAndWrite(
  ctx: ShopContext,
  about: {
    connection: Connection;
    request: MirrorRequest;
    mapped: Mapped[];
    stock: Map<Sku, WarehouseReading>;
  },
): Promise<MirrorResult> {
  const { locationId } = about.connection;
  const result: MirrorResult = { compared: about.mapped.length, written: 0, rejected: 0 };
  let open = about.mapped;
  for (let round = 1; open.length > 0 && round <= ROUNDS; round++) {
    const items = open.map(({ inventoryItemId }) => inventoryItemId);
    const shop = await readShopStock(ctx, { items, locationId });
    await clearProblems(ctx, { kinds: ["location-gone"] });
    const writes = open.flatMap((one) => decideWrite(about, { one, shop: shop.get(one.inventoryItemId) }));
    const done = await writeOnHand(ctx, { locationId, writes });
    await noteOnHand(ctx, { shop, written: done.written });
    await noteRejections(ctx, { compared: open, rejected: done.rejected });
    result.written += done.written.length;
    result.rejected += done.rejected.length;
    open = done.stale;
  }
  return result;
}

function decideWrite(
  about: { request: MirrorRequest; stock: Map<Sku, WarehouseReading> },
  { one, shop }: { one: Mapped; shop: ShopReading | undefined },
): OnHandWrite[] {
  const warehouse = about.stock.get(one.sku);
  if (!warehouse) return [];
  const decision = decideStock({ warehouseStock: warehouse.stock, shop: shop ?? null });
  if (decision.action === "leave" || !shop || shop.onHand === null) return [];
  const { variantId, inventoryItemId, sku } = one;
  return [
    {
      ...{ variantId, inventoryItemId, sku },
      hintId: about.request.hintOf(sku),
      warehouseStock: warehouse.stock,
      warehouseReadAt: warehouse.readAt,
      shopOnHand: shop.onHand,
      shopReadAt: shop.readAt,
      target: decision.target,
    },
  ];
}

/** Bundles are left out even when mapped: the merchant may have made one of a variant we know. */
async function loadMapped(ctx: ShopContext, skus: readonly Sku[] | "all"): Promise<Mapped[]> {
  const wanted = skus === "all" ? null : [...skus];
  return ctx.db.$queryRaw<Mapped[]>`
    SELECT m."variantId", m."inventoryItemId", m."sku"
    FROM "Mapping" m LEFT JOIN "Variant" v ON v."shop" = m."shop" AND v."variantId" = m."variantId"
    WHERE m."shop" = ${ctx.shop} AND (${wanted}::text[] IS NULL OR m."sku" = ANY(${wanted}::text[]))
      AND v."bundle" IS NOT TRUE`;
}

/** Keeps the shop's figures as read, or as just written, for the panel; a figure read later is kept. */
async function noteOnHand(
  ctx: ShopContext,
  { shop, written }: { shop: Map<InventoryItemId, ShopReading>; written: OnHandWrite[] },
): Promise<void> {
  const figures = new Map([...shop].map(([item, { onHand, readAt }]) => [item, { onHand, readAt }]));
  for (const { inventoryItemId, target } of written)
    figures.set(inventoryItemId, { onHand: target, readAt: ctx.clock() });
  const rows = [...figures].map(([inventoryItemId, figure]) => ({ inventoryItemId, ...figure }));
  await ctx.db.$executeRaw`
    UPDATE "Variant" v SET "onHand" = r."onHand", "onHandReadAt" = r."readAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r ("inventoryItemId" text, "onHand" integer, "readAt" timestamptz)
    WHERE v."shop" = ${ctx.shop} AND v."inventoryItemId" = r."inventoryItemId"
      AND v."onHandReadAt" <= r."readAt"`;
}

/** A refused value is the merchant's to look at; it is no longer one when the same SKU was compared without refusal. */
async function noteRejections(
  ctx: ShopContext,
  { compared, rejected }: { compared: Mapped[]; rejected: { write: OnHandWrite; reason: string }[] },
): Promise<void> {
  const refused = new Set(rejected.map(({ write }) => write.sku));
  const subjects = compared.map(({ sku }) => sku).filter((sku) => !refused.has(sku));
  await clearProblems(ctx, { kinds: ["stock-rejected"], subjects });
  for (const { write, reason } of rejected)
    await openProblem(ctx, {
      kind: "stock-rejected",
      subject: write.sku,
      details: { sku: write.sku, reason },
    });
}
