import { expect } from "vitest";
import type { Inbound, Receipt } from "../../../app/fulfilment/answers.ts";
import { announceAnyway } from "../../../app/domain/returns/announce/announce-anyway.ts";
import { mapVariant } from "../../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../../app/domain/ids.ts";
import { RETURN_DEFAULTS, type ReturnSettings } from "../../../app/domain/returns/return-settings.ts";
import { readNeeds } from "../../../app/domain/returns/return-needs.ts";
import type { ShopContext } from "../../../app/domain/shop-context.ts";
import { queueJob } from "../../../app/jobs/catalog.ts";
import { readTimeline } from "../../../app/domain/timeline/timeline.ts";
import type { AtEnd } from "../../support/share.ts";
import { sendBack, shown, step, type ShownReturn } from "../../support/returns.ts";
import { fulfil, history, order, ship } from "../../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../../support/world.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What a variant is made of; a variant that is not named is its SKU. */
export type Kits = Record<string, Record<string, number>>;

/** Of a return's line in the shop: how many pieces became what. */
export type Dispositions = Record<string, number>;

/**
 * A shop and a warehouse with goods, joined and live. Every movement of the shop's stock is held to the rules: at no
 * time does it show more of a variant than lies in the warehouse then.
 */
export class ReturningShop {
  readonly world: World;
  #kits: Kits;
  #lying: Record<string, number>;
  #seen = 0;

  private constructor(world: World, kits: Kits, lying: Record<string, number>) {
    this.world = world;
    this.#kits = kits;
    this.#lying = lying;
  }

  static async open(
    lying: Record<string, number>,
    {
      kits = {},
      shadow = false,
      only = false,
      atEnd,
    }: { kits?: Kits; shadow?: boolean; only?: boolean; atEnd?: AtEnd } = {},
  ): Promise<ReturningShop> {
    const sold = only ? Object.keys(kits) : [...Object.keys(lying), ...Object.keys(kits)];
    const variants = sold.map((sku) => ({ sku, onHand: wholeOf(kits[sku] ?? { [sku]: 1 }, lying) }));
    const opened = new ReturningShop(await createWorld({ warehouse: lying, variants }, atEnd), kits, {
      ...lying,
    });
    const { world } = opened;
    await world.connect({ shadow });
    // Labels are another story.
    await opened.choose({ label: false });
    const known = await readShop(world);
    for (const [kit, parts] of Object.entries(kits)) {
      const components = Object.entries(parts).map(([sku, quantity]) => ({ sku: sku as Sku, quantity }));
      const variantId = known.variant(kit).id as VariantId;
      const mapped = await mapVariant(world.ctx, { variantId, components });
      expect(mapped.outcome).toBe("mapped");
    }
    await opened.settle();
    return opened;
  }

  /** How many pieces the shop may show of a variant: nothing is kept back here, and what is sold is sent at once. */
  allowed(sku: string): number {
    return wholeOf(this.#kits[sku] ?? { [sku]: 1 }, this.#lying);
  }

  /** Lets everything happen that is due, and holds it to the rules. */
  async settle(): Promise<void> {
    await this.world.settle();
    await this.judge();
  }

  /** The schedule's hourly comparison, and what follows from it. */
  async sweep(): Promise<void> {
    await this.world.sweep();
    await this.judge();
  }

  /** What cannot arrive any more after a lost answer counts as lost, and what was put off is due. */
  async pass(minutes = 2): Promise<void> {
    await this.world.pass(minutes);
    await this.world.retryNow();
    await this.judge();
  }

  /** Holds every movement since the last time to the rules. */
  async judge(): Promise<void> {
    const moves = await history(this.world);
    const { variants } = await readShop(this.world);
    for (const { inventoryItemId, name, from, to } of moves.slice(this.#seen)) {
      if (name !== "on_hand" || to <= from) continue;
      const sku = variants.find((one) => one.inventoryItemId === inventoryItemId)?.sku ?? "";
      expect(to, `${sku} raised from ${from} to ${to}`).toBeLessThanOrEqual(this.allowed(sku));
    }
    this.#seen = moves.length;
  }

  /** Sold and sent by shop and warehouse alike; each call of `parcels` is a parcel of its own. */
  async sold(...parcels: Record<string, number>[]): Promise<{ id: string }> {
    const all: Record<string, number> = {};
    for (const [sku, pieces] of parcels.flatMap((one) => Object.entries(one)))
      all[sku] = (all[sku] ?? 0) + pieces;
    const bought = await order(this.world, all);
    const goods: Record<string, number> = {};
    for (const [sku, pieces] of Object.entries(all))
      for (const [part, each] of Object.entries(this.#kits[sku] ?? { [sku]: 1 }))
        goods[part] = (goods[part] ?? 0) + each * pieces;
    for (const parcel of parcels) await fulfil(this.world, bought, parcel);
    await ship(this.world, goods);
    for (const [part, pieces] of Object.entries(goods)) this.#lying[part]! -= pieces;
    await this.settle();
    // What was held until the warehouse let it go is not any more.
    await this.world.pass(16);
    await this.settle();
    return bought;
  }

  /** An approved return of everything, announced to the warehouse. */
  async returned(of: { id: string }, lines: Record<string, number>): Promise<string> {
    const back = await sendBack(this.world, of, lines);
    await this.settle();
    return back.id;
  }

  /** Sold, sent, and on its way back. */
  async comesBack(...parcels: Record<string, number>[]): Promise<string> {
    const bought = await this.sold(...parcels);
    const named: Record<string, number> = {};
    for (const parcel of parcels)
      for (const [sku, n] of Object.entries(parcel)) named[sku] = (named[sku] ?? 0) + n;
    return this.returned(bought, named);
  }

  /** The warehouse books a receipt for a return; nobody has heard of it yet. */
  async received(
    returnId: string,
    ...lines: { sku: string; quantity: number; defective?: boolean }[]
  ): Promise<void> {
    await this.judge();
    const { inboundRef } = await this.row(returnId);
    await this.world.atWarehouse("receive", { inboundRef, lines });
    for (const { sku, quantity, defective = false } of lines)
      if (!defective) this.#lying[sku] = (this.#lying[sku] ?? 0) + quantity;
  }

  /** The same 20 days ago, for a return that was expected 10 days before that. */
  async receivedLongAgo(returnId: string, ...lines: { sku: string; quantity: number }[]): Promise<void> {
    const { inboundRef } = await this.row(returnId);
    const expectedReceiveDate = new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
    const { inbounds } = this.world.ctx.warehouse("warehouse-token");
    await inbounds.update(inboundRef, { expectedReceiveDate });
    await this.world.atWarehouse("clock", { advanceMs: -20 * DAY_MS });
    await this.received(returnId, ...lines);
    await this.world.atWarehouse("clock", { advanceMs: 20 * DAY_MS });
  }

  /** The warehouse will not wait for the rest any longer. */
  async endInbound(returnId: string): Promise<void> {
    const { inboundRef } = await this.row(returnId);
    await this.world.atWarehouse(`inbounds/${inboundRef}/status`, { status: "cancelled" });
  }

  /** The warehouse deletes the inbound of a return, whether or not something has come in on it. */
  async deleteInbound(returnId: string): Promise<void> {
    const { inboundRef } = await this.row(returnId);
    await this.world.atWarehouse(`inbounds/${inboundRef}/delete`, { event: true });
  }

  /** The merchant has a return announced again. */
  async sendAgain(returnId: string): Promise<void> {
    await announceAnyway(this.world.ctx, { returnIds: [returnId] });
  }

  /** Both systems are read again, as the schedule does, and what follows happens. */
  async follow(returnId: string): Promise<void> {
    await queueJob(this.world.ctx.db, { name: "follow-return", shop: SHOP, returnId });
    await this.settle();
  }

  /** The inbound of a return at the warehouse; undefined when it has none. */
  async inbound(returnId: string): Promise<Inbound | undefined> {
    const { inboundRef } = await this.row(returnId);
    const all = await this.world.atWarehouse<Inbound[]>("inbounds");
    return all.find(({ ref }) => ref === inboundRef);
  }

  /** The warehouse corrects what it received last of an SKU in good condition. @returns on which inbound */
  async correct(sku: string, becomes: "gone" | "defective", quantity = 1): Promise<string> {
    await this.judge();
    const receipts = await this.world.atWarehouse<Receipt[]>("receipts");
    const places = receipts.flatMap(({ vendorShipmentNo, lines }) =>
      (lines ?? []).map((one, line) => ({ ...one, line, vendorShipmentNo })),
    );
    const place = places.find(
      (one) => one.sku === sku && one.defective === false && (one.quantity ?? 0) >= quantity,
    );
    if (!place) throw new Error(`No receipt shows ${quantity} good ${sku}.`);
    const { line, vendorShipmentNo } = place;
    this.#lying[sku]! -= quantity;
    await this.world.atWarehouse(`receipts/${vendorShipmentNo}/correct`, {
      line,
      quantity,
      becomes,
      event: true,
    });
    return place.inboundRef ?? "";
  }

  /** A step of the merchant's in the shop: `dispose`, `close`, … */
  step(returnId: string, what: string, body: object = {}): Promise<unknown> {
    return step(this.world, { id: returnId }, what, body);
  }

  async choose(settings: Partial<ReturnSettings>): Promise<void> {
    const { db } = this.world.services;
    await db.returnSettings.upsert({
      where: { shop: SHOP },
      create: { shop: SHOP, ...RETURN_DEFAULTS, ...settings },
      update: settings,
    });
  }

  shown(returnId: string): Promise<ShownReturn> {
    return shown(this.world, { id: returnId });
  }

  /** What became of the pieces of each SKU, by type. */
  async disposed(returnId: string): Promise<Record<string, Dispositions>> {
    const { reverseFulfillmentOrders } = await this.shown(returnId);
    const all: Record<string, Dispositions> = {};
    for (const { sku, dispositions } of reverseFulfillmentOrders.flatMap(({ lines }) => lines))
      for (const { type, quantity } of dispositions) {
        const of = (all[sku ?? ""] ??= {});
        of[type] = (of[type] ?? 0) + quantity;
      }
    return all;
  }

  async onHand(sku: string): Promise<number | undefined> {
    return (await readShop(this.world)).onHand(sku);
  }

  async row(returnId: string) {
    return this.world.services.db.return.findUniqueOrThrow({
      where: { shop_returnId: { shop: SHOP, returnId } },
    });
  }

  async needs(returnId: string) {
    return readNeeds((await this.row(returnId)).needs);
  }

  /** The writes that stand in a return's timeline, oldest first. */
  async written(returnId: string, kind: string) {
    const entries = await readTimeline(this.world.ctx, { subject: returnId });
    return entries.filter((one) => one.kind === kind).reverse();
  }

  /** How often the shop was asked to dispose of something. */
  async disposeCalls(): Promise<number> {
    const { calls } = await this.world.atShop<{ calls: Record<string, number> }>("calls");
    return calls["reverseFulfillmentOrderDispose"] ?? 0;
  }
}

function wholeOf(parts: Record<string, number>, lying: Record<string, number>): number {
  return Math.min(...Object.entries(parts).map(([part, each]) => Math.floor((lying[part] ?? 0) / each)));
}

/** A shop's context in which something happens just before a disposition is sent; what it throws is lost with the call. */
export function beforeDisposing(
  ctx: ShopContext,
  happen: (send: () => Promise<unknown>) => Promise<void>,
): ShopContext {
  return {
    ...ctx,
    admin: {
      ...ctx.admin,
      async request(operation, variables) {
        const send = () => ctx.admin.request(operation, variables);
        if (operation.toString().includes("reverseFulfillmentOrderDispose(")) await happen(send);
        return send();
      },
    },
  };
}
