import { announcePurchase } from "../../app/domain/inbounds/announce-purchase.ts";
import { askAboutPurchase } from "../../app/domain/inbounds/ask-about-purchase.ts";
import type { PurchaseContent } from "../../app/domain/inbounds/purchase-content.ts";
import { refOfPurchase } from "../../app/domain/inbounds/purchase-ref.ts";
import { readPurchase, type PurchaseDetail } from "../../app/domain/inbounds/read-purchase.ts";
import type { InboundRef, Sku } from "../../app/domain/ids.ts";
import { createWorld, SHOP, TOKEN, type World } from "./world.ts";

/*
 * What the merchant announces, and what tests look at afterwards.
 */

export const FORM = "11111111-1111-4111-8111-111111111111";
export const REF = refOfPurchase(FORM);

/** A connected shop whose warehouse has these goods, and nothing announced. */
export async function goodsWorld(
  stock: Record<string, number> = { MUG: 5, CUP: 0, VASE: 0 },
  atEnd?: (end: () => Promise<void>) => void,
): Promise<World> {
  const world = await createWorld({ warehouse: stock, variants: [] }, atEnd);
  await world.connect();
  return world;
}

/** What a form may hold: eight mugs from the potter, a few days from now, unless said otherwise. */
export function contentOf(
  over: { fields?: Partial<PurchaseContent["fields"]>; lines?: Record<string, number> } = {},
): PurchaseContent {
  const { fields, lines = { MUG: 8 } } = over;
  return {
    fields: {
      ...{ supplierRef: "PO-1", expectedReceiveDate: day(5), senderName: "Potter & Sons" },
      ...{ senderEmail: "", senderPhonenumber: "", senderAddressLine1: "", senderAddressLine2: "" },
      ...{ senderPostCode: "", senderCity: "", senderCountryCode: "", ...fields },
    },
    lines: Object.entries(lines).map(([sku, quantity]) => ({ sku: sku as Sku, quantity })),
  };
}

/** So many days from now, in UTC. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The merchant fills in the form and sends it; what follows is not done yet. */
export async function announce(
  world: World,
  over: Parameters<typeof contentOf>[0] & { formId?: string } = {},
) {
  const { formId = FORM } = over;
  const result = await announcePurchase(world.ctx, { formId, content: contentOf(over) });
  if (result.outcome !== "announced") throw new Error(`Not announced: ${JSON.stringify(result)}`);
  return result.ref;
}

export async function shown({ ctx }: World, ref: InboundRef = REF): Promise<PurchaseDetail> {
  const purchase = await readPurchase(ctx, { ref });
  if (!purchase) throw new Error(`There is no purchase ${ref}.`);
  return purchase;
}

/** The merchant says of all that a purchase's page shows that the warehouse may leave it so. */
export async function leave(world: World, ref: InboundRef = REF) {
  const { needs } = await shown(world, ref);
  return askAboutPurchase(world.ctx, { ref, what: "leave", needs });
}

export interface WarehouseInbound {
  ref: string;
  type: string;
  status: string;
  supplierRef: string;
  senderName: string;
  senderCity: string;
  lines: { ref: string; sku: string; quantity: number }[];
}

/** All inbounds the warehouse has, the latest first. */
export const inbounds = (world: World) => world.atWarehouse<WarehouseInbound[]>("inbounds");

/** What the warehouse has of each SKU on its one inbound; fails when it has several, null when it has none. */
export async function announced(world: World): Promise<Record<string, number> | null> {
  const [only, ...others] = await inbounds(world);
  if (others.length > 0) throw new Error(`The warehouse has ${others.length + 1} inbounds.`);
  if (!only) return null;
  const skus = only.lines.map(({ sku }) => sku);
  if (new Set(skus).size < skus.length) throw new Error(`An SKU has several lines: ${skus.join(", ")}`);
  return Object.fromEntries(only.lines.map(({ sku, quantity }) => [sku, quantity]));
}

/** The warehouse takes these in for an inbound. */
export const takeIn = (
  world: World,
  lines: { sku: string; quantity: number; defective?: boolean }[],
  inboundRef: string = REF,
) => world.atWarehouse("receive", { inboundRef, lines });

/** Somebody at the warehouse begins with an inbound, or cancels it. */
export const move = (world: World, status: "in_progress" | "cancelled", ref: string = REF) =>
  world.atWarehouse(`inbounds/${ref}/status`, { status });

/** The timeline from the beginning: what, and what came of it. */
export async function story(world: World, ref: InboundRef = REF): Promise<string[]> {
  const { timeline } = await shown(world, ref);
  return timeline.toReversed().map(({ kind, outcome, details: { what, event, status, sku, needs } }) => {
    const about = what ?? event ?? sku ?? needs ?? status;
    return [kind, about, outcome === "done" ? null : outcome].filter(Boolean).join(" ");
  });
}

/** The warehouse as another client of the same account. */
export const otherClient = ({ ctx }: World) => ctx.warehouse(TOKEN);

export const rowOf = ({ services }: World, ref: string = REF) =>
  services.db.purchaseInbound.findUniqueOrThrow({ where: { shop_ref: { shop: SHOP, ref } } });
