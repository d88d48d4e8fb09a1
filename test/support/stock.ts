import { control } from "../../sandbox/demo/control.ts";
import { createWorld, LOCATION, readShop, SHOP, type World } from "./world.ts";

/*
 * What shoppers, the merchant, other apps and the people in the warehouse do to stock, and what tests look at afterwards.
 */

/** What the warehouse has of an SKU. */
export interface Piece {
  sku: string;
  stock: number;
}

/** As the warehouse's list is set. */
export const listed = (pieces: readonly Piece[]) =>
  pieces.map((piece) => ({ ...piece, description: piece.sku }));

/** A shop of so many products with eight variants each, in which every figure is right. */
export async function shopOf(
  products: number,
  { shadow = false, mostOnHand }: { shadow?: boolean; mostOnHand?: number } = {},
): Promise<{ world: World; pieces: Piece[] }> {
  const world = await createWorld({});
  const generate = { products, variantsPerProduct: 8, ...(mostOnHand !== undefined && { mostOnHand }) };
  await world.atShop("shops/demo/seed", { generate });
  const { variants } = await readShop(world);
  const pieces = variants.map(({ sku, onHand: stock = 0 }) => ({ sku: sku ?? "", stock }));
  await world.atWarehouse("products", listed(pieces));
  await world.connect({ shadow });
  return { world, pieces };
}

export interface Order {
  id: string;
}

/** Somebody buys these. */
export function order(world: World, pieces: Record<string, number>): Promise<Order> {
  const lines = Object.entries(pieces).map(([sku, quantity]) => ({ sku, quantity }));
  return world.atShop<Order>("shops/demo/orders", { lines, location: LOCATION });
}

/** The merchant marks an order as fulfilled, whole or some of it. */
export function fulfil(world: World, { id }: Order, pieces?: Record<string, number>): Promise<unknown> {
  const lines = pieces && Object.entries(pieces).map(([sku, quantity]) => ({ sku, quantity }));
  return world.atShop(`${orderPath(id)}/fulfill`, { ...(lines && { lines }) });
}

export function cancel(world: World, { id }: Order, { restock }: { restock: boolean }): Promise<unknown> {
  return world.atShop(`${orderPath(id)}/cancel`, { restock });
}

/** The merchant takes back pieces that were sent, and puts them up for sale again. */
export function restock(world: World, { id }: Order, pieces: Record<string, number>): Promise<unknown> {
  const lines = Object.entries(pieces).map(([sku, quantity]) => ({ sku, quantity }));
  return world.atShop(`${orderPath(id)}/take-back`, { lines });
}

const orderPath = (id: string) => `shops/demo/orders/${encodeURIComponent(id)}`;

/** Sets the shop's figure, as the merchant or as another app. */
export function setOnHand(
  world: World,
  { sku, pieces, location = LOCATION, app }: { sku: string; pieces: number; location?: string; app?: string },
): Promise<unknown> {
  const by = app === undefined ? {} : { by: "other-app", app };
  return world.atShop("shops/demo/inventory", { sku, location, quantities: { on_hand: pieces }, ...by });
}

export function ship(world: World, pieces: Record<string, number>): Promise<unknown> {
  const lines = Object.entries(pieces).map(([sku, quantity]) => ({ sku, quantity }));
  return world.atWarehouse("ship", { lines });
}

export function receive(
  world: World,
  lines: { sku: string; quantity: number; defective?: boolean }[],
): Promise<{ inbound: { ref: string } }> {
  return world.atWarehouse("receive", { lines });
}

/** Somebody counted; nobody is told. */
export function correct(world: World, { sku, pieces }: { sku: string; pieces: number }): Promise<unknown> {
  return world.atWarehouse("correct", { sku, stock: pieces });
}

export const ledger = ({ services }: World) =>
  services.db.ledgerEntry.findMany({ where: { shop: SHOP }, orderBy: { id: "asc" } });

export async function onHand(world: World, sku: string): Promise<number | undefined> {
  return (await readShop(world)).onHand(sku);
}

export interface Movement {
  by: string;
  sku: string | null;
  inventoryItemId: string;
  /** Its name. */
  location: string;
  name: string;
  from: number;
  to: number;
  reason: string;
  referenceDocumentUri: string | null;
}

/** What moved the shop's stock, oldest first. */
export function history(world: World): Promise<Movement[]> {
  return world.atShop<Movement[]>("shops/demo/history");
}

/** How often the shop was asked for stock, and how often it was written, since the last `forgetCalls`. */
export async function countCalls(world: World): Promise<{ reads: number; writes: number }> {
  const { calls } = await world.atShop<{ calls: Record<string, number> }>("calls");
  return { reads: calls["nodes"] ?? 0, writes: calls["inventorySetQuantities"] ?? 0 };
}

export async function forgetCalls({ shop }: World): Promise<void> {
  await control(shop.url, { path: "calls", method: "DELETE" });
}
