import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { readLines } from "../../app/domain/returns/return-lines.ts";
import { markSeen } from "../../app/domain/returns/mark-seen.ts";
import { readNeeds, type Need } from "../../app/domain/returns/return-needs.ts";
import { readTimeline } from "../../app/domain/timeline/timeline.ts";
import { cutAt, CutOff, throughAll } from "./cut-off.ts";
import { fulfil, type Order } from "./stock.ts";
import { LOCATION, SHOP, type World } from "./world.ts";

/*
 * What shoppers and the merchant do with returns, and what tests look at afterwards.
 */

export interface ShownReturn {
  id: string;
  name: string;
  status: string;
  orderId: string;
  lines: { id: string; sku: string | null; quantity: number; processed: number }[];
  reverseFulfillmentOrders: {
    id: string;
    lines: {
      id: string;
      sku: string | null;
      quantity: number;
      dispositions: { type: string; quantity: number; location: string | null }[];
    }[];
    deliveries: { id: string; label: { publicFileUrl: string } | null }[];
  }[];
}

/** What an order may say about the shopper; what is left out is the sandbox's own. */
export type ShopperFacts = Partial<
  Record<"shippingAddress" | "billingAddress" | "customer" | "email", unknown>
>;

const path = (kind: "orders" | "returns", id: string) => `shops/demo/${kind}/${encodeURIComponent(id)}`;

/** Somebody bought these, and they were sent. */
export async function sold(
  world: World,
  lines: Record<string, number> | object[],
  facts: ShopperFacts = {},
): Promise<Order & { lines: { id: string }[] }> {
  const body = Array.isArray(lines)
    ? lines
    : Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity }));
  const made = await world.atShop<Order & { lines: { id: string }[] }>("shops/demo/orders", {
    lines: body,
    location: LOCATION,
    ...facts,
  });
  await fulfil(world, made);
  return made;
}

/** The shopper sends some of it back: approved at once, as when the merchant makes the return, or only asked for. */
export function sendBack(
  world: World,
  { id }: Order,
  lines: Record<string, number> | object[],
  more: object = {},
): Promise<ShownReturn> {
  const body = Array.isArray(lines)
    ? lines
    : Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity }));
  return world.atShop(`${path("orders", id)}/returns`, { lines: body, status: "open", ...more });
}

/** The merchant does something with a return: approve, decline, cancel, close, reopen, lines, dispose, deliveries. */
export function step(world: World, { id }: { id: string }, name: string, body: object = {}) {
  return world.atShop<ShownReturn>(`${path("returns", id)}/${name}`, body);
}

export function shown(world: World, { id }: { id: string }): Promise<ShownReturn> {
  return world.atShop(path("returns", id));
}

/** How the app keeps a return; undefined when it does not know it. */
export async function kept(world: World, { id: returnId }: { id: string }) {
  const row = await world.services.db.return.findFirst({ where: { shop: SHOP, returnId } });
  if (!row) return undefined;
  const [needs, seen] = [readNeeds(row.needs), readNeeds(row.seenNeeds)];
  return { ...row, lines: readLines(row.lines), needs, seen };
}

/** The merchant hides what a return's page shows: all of it, or that of one kind. @returns whether it is hidden */
export async function hideNeeds(world: World, back: { id: string }, kind?: Need["kind"]): Promise<boolean> {
  const needs = (await kept(world, back))!.needs.filter((need) => !kind || need.kind === kind);
  return markSeen(world.ctx, { returnId: back.id, needs });
}

/** What happened to it, oldest first: kinds, those of writes with their outcome. */
export async function timeline(world: World, { id: subject }: { id: string }): Promise<string[]> {
  const entries = await readTimeline(world.ctx, { subject });
  return entries.reverse().map(({ kind, outcome }) => (outcome ? `${kind} ${outcome}` : kind));
}

export interface WarehouseInbound {
  ref: string;
  type: string;
  status: string;
  supplierRef: string;
  expectedReceiveDate: string;
  lines: { ref: string; sku: string; quantity: number }[];
  [field: string]: unknown;
}

/** The warehouse's inbounds. */
export function inbounds(world: World): Promise<WarehouseInbound[]> {
  return world.atWarehouse("inbounds");
}

/** What an inbound announces, by SKU. */
export function announced({ lines }: WarehouseInbound): Record<string, number> {
  return Object.fromEntries(lines.map(({ sku, quantity }) => [sku, quantity]));
}

/** Follows a return in a run whose process is killed at its n-th call into the outside. @returns whether it came so far. */
export async function followedUntil(
  world: World,
  { returnId, ...at }: { returnId: string; call: number; when: "before" | "after" },
): Promise<boolean> {
  const { around, wasCut } = cutAt(at);
  await followReturn(throughAll(world.ctx, around), { returnId }).catch((error: unknown) => {
    if (!(error instanceof CutOff)) throw error;
  });
  return wasCut();
}
