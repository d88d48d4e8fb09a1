import { expect } from "vitest";
import { changeToken } from "../../app/domain/connection/change-token.ts";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { changeSender } from "../../app/domain/returns/announce/change-sender.ts";
import { readSender } from "../../app/domain/returns/announce/read-sender.ts";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { readReturnDetail } from "../../app/domain/returns/read-return.ts";
import { showOrderReturns } from "../../app/domain/returns/show-order-returns.ts";
import { control } from "../../sandbox/demo/control.ts";
import { fulfil, type Order } from "../support/stock.ts";
import { kept, sendBack, shown, sold, type ShownReturn } from "../support/returns.ts";
import { createTwoAccounts, OTHER_TOKEN, type TwoAccounts } from "../support/two-accounts.ts";
import { createWorld, LOCATION, SHOP, TOKEN, type World } from "../support/world.ts";

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

export async function fileAt(url: string | null | undefined): Promise<Buffer> {
  return Buffer.from(await (await fetch(url ?? "")).arrayBuffer());
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

export async function choose(
  world: World,
  choice: { label?: boolean; notify?: boolean; restock?: boolean },
): Promise<void> {
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

/** Whether each label on the return is the one that the warehouse gives for its inbound now. */
export async function areGood(world: World, back: ShownReturn, token = TOKEN): Promise<boolean> {
  const { inboundRef } = (await kept(world, back))!;
  const answer = await fetch(`${world.warehouse.url}/fulfilment/v3/inbounds/${inboundRef}/label`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const good = Buffer.from(await answer.text(), "base64");
  const on = await Promise.all((await labels(world, back)).flat().map((url) => fileAt(url)));
  return on.length > 0 && on.every((file) => file.equals(good));
}

/** Whether the page says that the customer has an old label. */
export async function saysOld(world: World, { id: returnId }: ShownReturn): Promise<boolean | undefined> {
  return (await readReturnDetail(world.ctx, { returnId }))?.label.isOld;
}

/** How the block on the order's page shows the label, and whether it gives it to be viewed. */
export async function inBlock(world: World, back: ShownReturn): Promise<{ label: string; isGiven: boolean }> {
  const { orderId } = (await kept(world, back))!;
  const { returns } = await showOrderReturns(world.ctx, { orderId });
  const { label, labelUrl } = returns[0]!;
  return { label, isGiven: labelUrl !== null };
}

export async function sendAgain(world: World, { id }: ShownReturn): Promise<void> {
  expect(await announceAnyway(world.ctx, { returnIds: [id] })).toBe(1);
  await world.settle();
}

export type Ended = "cancelled" | "deleted";

export async function end(world: World, back: ShownReturn, how: Ended): Promise<void> {
  const { inboundRef } = (await kept(world, back))!;
  if (how === "deleted") await world.atWarehouse(`inbounds/${inboundRef}/delete`, {});
  else await world.atWarehouse(`inbounds/${inboundRef}/status`, { status: "cancelled" });
  await followReturn(world.ctx, { returnId: back.id });
}

export async function correct(world: World, { id: returnId }: ShownReturn, senderCity: string) {
  const read = await readSender(world.ctx, { returnId });
  if (read.outcome !== "read") throw new Error(read.outcome);
  return changeSender(world.ctx, { returnId, typed: { ...read.sender, senderCity } });
}

/** A mug that comes back, with its label on the return. */
export async function labelled() {
  const world = await mugs();
  const back = await mugBack(world);
  await world.settle();
  expect(await stand(world, back)).toBe("ready");
  return { world, back };
}

/** A mug that comes back with its label; then the store's warehouse account is another. */
export async function labelledInOtherAccount(): Promise<TwoAccounts & { back: ShownReturn }> {
  const accounts = await createTwoAccounts({
    ...{ warehouse: { MUG: 50 }, other: { MUG: 1 } },
    variants: [{ sku: "MUG", onHand: 50 }],
  });
  const { world } = accounts;
  await world.connect();
  const back = await mugBack(world);
  await world.settle();
  expect(await stand(world, back)).toBe("ready");
  await changeToken(world.ctx, { accessToken: OTHER_TOKEN });
  await world.settle();
  return { ...accounts, back };
}

/** The merchant corrects the sender, and the request or its answer is lost: it is sent again later. */
export async function correctInVain(
  world: World,
  back: ShownReturn,
  when: "request" | "answer" = "answer",
): Promise<void> {
  await world.atWarehouse("faults", { ...CORRECTING, when, action: { kind: "reset" } });
  expect(await correct(world, back, "Conwy")).toEqual({ outcome: "kept" });
  await world.clearFaults();
}

/** The request with which the app corrects a sender. */
export const CORRECTING = { method: "PUT", path: "/inbounds/" };
/** The answer of a warehouse that does not take what is sent. */
export const REFUSED = { kind: "status", status: 422, body: { message: "No." } };

/** What may still arrive can no longer do so, and what waits is done. */
export async function later(world: World): Promise<void> {
  await world.pass(2);
  await world.retryNow();
}

/** The return is checked while the warehouse says of its inbound, once, that it has none. */
export async function seemsGone(world: World, back: { id: string }): Promise<void> {
  const path = `/inbounds/${(await kept(world, back))!.inboundRef}(\\?|$)`;
  const action = { kind: "status", status: 404, body: {} };
  await world.atWarehouse("faults", { method: "GET", path, times: 1, action });
  await followReturn(world.ctx, { returnId: back.id });
  await world.clearFaults();
}
