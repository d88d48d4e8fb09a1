import { Prisma, type Connection } from "@prisma/client";
import { holdings } from "../catalog/holdings.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { InventoryItemId, Sku, VariantId } from "../ids.ts";
import { clearProblems, openProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { decideStock, stockOfVariant, type Sharing } from "./decide-stock.ts";
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
  components: { sku: Sku; quantity: number }[];
  sharing: Sharing;
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
  const skus = [...new Set(mapped.flatMap(({ components }) => components.map(({ sku }) => sku)))];
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
    const stale = new Set(done.stale.map(({ variantId }) => variantId));
    open = open.filter(({ variantId }) => stale.has(variantId));
  }
  return result;
}

function decideWrite(
  about: { request: MirrorRequest; stock: Map<Sku, WarehouseReading> },
  { one, shop }: { one: Mapped; shop: ShopReading | undefined },
): OnHandWrite[] {
  const { variantId, inventoryItemId, components, sharing } = one;
  const readings = components.map(({ sku, quantity }) => ({ sku, quantity, reading: about.stock.get(sku) }));
  const warehouseStock = stockOfVariant(
    readings.map(({ quantity, reading }) => ({ quantity, stock: reading?.stock })),
    sharing,
  );
  if (warehouseStock === undefined) return [];
  const decision = decideStock({ warehouseStock, shop: shop ?? null });
  if (decision.action === "leave" || !shop || shop.onHand === null) return [];
  const readAt = readings.map(({ reading }) => reading?.readAt ?? shop.readAt);
  return [
    {
      ...{ variantId, inventoryItemId, warehouseStock },
      sku: goodsOf(components),
      hintId: components.map(({ sku }) => about.request.hintOf(sku)).find((id) => id !== null) ?? null,
      // What is put together from several readings is as old as the oldest.
      warehouseReadAt: readAt.reduce((oldest, at) => (at < oldest ? at : oldest)),
      shopOnHand: shop.onHand,
      shopReadAt: shop.readAt,
      target: decision.target,
    },
  ];
}

/** What a variant is made of, in words for the ledger: `MUG`, or `BOX + 2 × MUG`. */
function goodsOf(components: Mapped["components"]): string {
  return components.map(({ sku, quantity }) => (quantity === 1 ? sku : `${quantity} × ${sku}`)).join(" + ");
}

/** The variants that hold one of these SKUs, each with all it is made of and how it shares that with others. */
async function loadMapped(ctx: ShopContext, skus: readonly Sku[] | "all"): Promise<Mapped[]> {
  const { shop } = ctx;
  const wanted =
    skus === "all"
      ? Prisma.empty
      : Prisma.sql`WHERE h."variantId" IN (
          SELECT w."variantId" FROM ${holdings(shop)} w WHERE w."sku" = ANY(${[...skus]}::text[]))`;
  return ctx.db.$queryRaw<Mapped[]>`
    WITH parts AS MATERIALIZED (SELECT h.* FROM ${holdings(shop)} h ${wanted}),
    shared AS (
      SELECT h."sku" FROM ${holdings(shop)} h
      WHERE h."sku" IN (SELECT "sku" FROM parts) GROUP BY h."sku" HAVING count(*) > 1
    )
    SELECT c."variantId", c."inventoryItemId",
      jsonb_agg(jsonb_build_object('sku', c."sku", 'quantity', c."quantity") ORDER BY c."sku") AS "components",
      CASE
        WHEN bool_or(s."sku" IS NOT NULL AND p."sku" IS NULL) THEN 'undecided'
        WHEN bool_or(s."sku" IS NOT NULL AND p."policy" = 'primary' AND p."primaryVariantId" <> c."variantId") THEN 'nothing'
        ELSE 'whole'
      END AS "sharing"
    FROM parts c
    LEFT JOIN shared s ON s."sku" = c."sku"
    LEFT JOIN "SharedSku" p ON p."shop" = ${shop} AND p."sku" = c."sku"
    GROUP BY c."variantId", c."inventoryItemId"`;
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
  const subjects = compared
    .map(({ components }) => goodsOf(components))
    .filter((goods) => !refused.has(goods));
  await clearProblems(ctx, { kinds: ["stock-rejected"], subjects });
  for (const { write, reason } of rejected)
    await openProblem(ctx, {
      kind: "stock-rejected",
      subject: write.sku,
      details: { sku: write.sku, reason },
    });
}
