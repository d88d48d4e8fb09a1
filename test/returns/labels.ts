import { control } from "../../sandbox/demo/control.ts";
import { fulfil, type Order } from "../support/stock.ts";
import { kept, sendBack, shown, sold, type ShownReturn } from "../support/returns.ts";
import { createWorld, LOCATION, SHOP, type World } from "../support/world.ts";

/** A shop that sells mugs and lids, connected. */
export async function mugs(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 500, LID: 500 },
    variants: [
      { sku: "MUG", onHand: 500 },
      { sku: "LID", onHand: 500 },
    ],
  });
  await world.connect();
  return world;
}

/** A shopper sends a mug back, and the merchant agrees; the app has not heard of it. */
export async function mugBack(world: World): Promise<ShownReturn> {
  return sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
}

/** A mug and a lid that were sent in two parcels come back: the shop makes work of each parcel's own. */
export async function twoParcelsBack(world: World): Promise<ShownReturn> {
  const lines = [
    { sku: "MUG", quantity: 1 },
    { sku: "LID", quantity: 1 },
  ];
  const order = await world.atShop<Order>("shops/demo/orders", { lines, location: LOCATION });
  await fulfil(world, order, { MUG: 1 });
  await fulfil(world, order, { LID: 1 });
  return sendBack(world, order, { MUG: 1, LID: 1 });
}

/** Of each reverse fulfilment order the labels on its deliveries, by their addresses; null is a delivery without one. */
export async function labels(world: World, back: { id: string }): Promise<(string | null)[][]> {
  const { reverseFulfillmentOrders } = await shown(world, back);
  return reverseFulfillmentOrders.map(({ deliveries }) =>
    deliveries.map(({ label }) => label?.publicFileUrl ?? null),
  );
}

/** How many labels are on each reverse fulfilment order; a delivery without one counts as an extra. */
export async function countLabels(world: World, back: { id: string }): Promise<number[]> {
  return (await labels(world, back)).map((of) => of.length);
}

/** How often the shopper was sent a mail with a label of this return. */
export async function mailsAbout(world: World, { id }: { id: string }): Promise<number> {
  const mails = await world.atShop<{ kind: string; returnId: string }[]>("shops/demo/mails");
  return mails.filter(({ kind, returnId }) => kind === "return-label" && returnId === id).length;
}

/** How the app says the label stands, and why. */
export async function stand(world: World, back: { id: string }): Promise<string> {
  const row = await kept(world, back);
  return [row?.label, row?.labelReason].filter(Boolean).join(": ");
}

export async function choose(world: World, choice: { label?: boolean; notify?: boolean }): Promise<void> {
  const { db } = world.services;
  const where = { shop: SHOP };
  await db.returnSettings.upsert({ where, create: { shop: SHOP, ...choice }, update: choice });
}

/** The warehouse answers for labels like this from now on; `times` ends it. */
export async function faultyLabels(world: World, action: object, times?: number): Promise<void> {
  await world.atWarehouse("faults", { method: "GET", path: "/label$", action, ...(times && { times }) });
}

/** What a caller asked of the two worlds since the last time. */
export async function takeCalls(world: World) {
  const take = async (url: string) => {
    const { calls } = await control<{ calls: Record<string, number> }>(url, { path: "calls" });
    await control(url, { path: "calls", method: "DELETE" });
    return calls;
  };
  return { shop: await take(world.shop.url), warehouse: await take(world.warehouse.url) };
}
