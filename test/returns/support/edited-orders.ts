import { expect } from "vitest";
import { followReturn } from "../../../app/domain/returns/follow-return.ts";
import { readReturnDetail } from "../../../app/domain/returns/read-return.ts";
import { readTimeline } from "../../../app/domain/timeline/timeline.ts";
import { inbounds, kept, sendBack, sold, timeline, type ShownReturn } from "../../support/returns.ts";
import type { World } from "../../support/world.ts";
import { CORRECTING, mugs } from "../labels.ts";

export const ADDRESS = {
  firstName: "Robin",
  lastName: "Sample",
  address1: "1 High Street",
  countryCode: "GB",
};

/** A mug of an order to Bangor comes back; it is announced, and its customer has the label. */
export async function announced(): Promise<{ world: World; back: ShownReturn }> {
  const world = await mugs();
  return { world, back: await announcedIn(world) };
}

export async function announcedIn(world: World): Promise<ShownReturn> {
  const back = await bangorBack(world);
  await world.settle();
  return back;
}

/** A mug of an order to Bangor comes back; the app has not read it. */
export async function bangorBack(world: World): Promise<ShownReturn> {
  const shippingAddress = { ...ADDRESS, city: "Bangor" };
  return sendBack(world, await sold(world, { MUG: 1 }, { shippingAddress }), { MUG: 1 });
}

/** The merchant edits the order's address in Shopify. */
export const edit = (world: World, back: ShownReturn, change: object) =>
  world.atShop(`shops/demo/orders/${encodeURIComponent(back.orderId)}/address`, {
    shippingAddress: { ...ADDRESS, ...change },
  });

export const check = (world: World, { id: returnId }: ShownReturn) => followReturn(world.ctx, { returnId });

/** The city that the warehouse has. */
export async function cityOf(world: World, back: ShownReturn): Promise<unknown> {
  const { inboundRef } = (await kept(world, back))!;
  return (await inbounds(world)).find(({ ref }) => ref === inboundRef)?.senderCity;
}

/** Whether the page says that the order shows another sender. */
export const differs = async (world: World, { id: returnId }: ShownReturn) =>
  (await readReturnDetail(world.ctx, { returnId }))?.senderDiffers;
/** Which fields the return's timeline says were changed last, and by whom. */
export const lastChange = async (world: World, { id: subject }: ShownReturn) =>
  (await readTimeline(world.ctx, { subject })).find(({ kind }) => kind === "inbound-change");

/** The changes of its inbound in the return's timeline. */
export const changes = async (world: World, back: ShownReturn) =>
  (await timeline(world, back)).filter((entry) => entry.startsWith("inbound-change"));

/** The order's address is edited to Conwy, and the answer of the warehouse to that is lost. */
export async function editUnanswered(world: World, back: ShownReturn, change: object = {}): Promise<void> {
  await edit(world, back, { city: "Conwy", ...change });
  await world.atWarehouse("faults", { ...CORRECTING, when: "answer", action: { kind: "reset" } });
  await expect(check(world, back)).rejects.toThrow();
  await world.clearFaults();
}
