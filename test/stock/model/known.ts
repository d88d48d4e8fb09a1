import { expect } from "vitest";
import type { LedgerEntry } from "@prisma/client";
import { mapVariant } from "../../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../../app/domain/ids.ts";
import type { ShopContext } from "../../../app/domain/shop-context.ts";
import { history, ledger, type Movement, type Order } from "../../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../../support/world.ts";
import {
  ALL_SOLD,
  AT_FIRST,
  partsOf,
  sellableOf,
  SKUS,
  shownOf,
  Unsent,
  wholeOf,
  type Goods,
  type Kept,
  type Sold,
  type Stock,
} from "./rules.ts";

/** An order of one variant, as the test knows it. */
export interface KnownOrder extends Order {
  sold: Sold;
  ordered: number;
  fulfilled: number;
  returned: number;
  shipped: number;
  cancelled: boolean;
}

/** Both worlds with goods in them, and the app connected. */
export async function begin(atEnd: (end: () => Promise<void>) => void): Promise<World> {
  const variants = ALL_SOLD.map((sku) => ({ sku, onHand: shownOf(sku, AT_FIRST, NOTHING_KEPT) }));
  const world = await createWorld({ warehouse: AT_FIRST, variants }, atEnd);
  await world.connect();
  const shop = await readShop(world);
  for (const sold of ALL_SOLD) {
    const components = partsOf(sold).map(([sku, quantity]) => ({ sku: sku as string as Sku, quantity }));
    const variantId = shop.variant(sold).id as VariantId;
    const { outcome } = await mapVariant(world.ctx, { variantId, components });
    expect(outcome).toBe("mapped");
  }
  await world.settle();
  unannounced.length = 0;
  watchWrites(world);
  return world;
}

const NOTHING_KEPT: Kept = { buffer: 0, own: {}, sale: null };

/** Values that were sent to the shop and were not in the ledger by then. A job that fails is only tried again. */
const unannounced: unknown[] = [];

function watchWrites({ services }: World): void {
  const open = services.openShop;
  services.openShop = (shop) => {
    const ctx = open(shop);
    return { ...ctx, admin: watched(ctx) };
  };
}

interface SetQuantities {
  key: string;
  input: { quantities: { inventoryItemId: string; quantity: number; changeFromQuantity: number }[] };
}

function watched({ shop, db, admin }: ShopContext): ShopContext["admin"] {
  return {
    ...admin,
    async request(operation, variables) {
      if (operation.toString().includes("inventorySetQuantities(")) {
        // Which operation it is, is known by its text, so its variables are too.
        const { key, input } = variables as unknown as SetQuantities;
        const where = { shop, writeKey: key, outcome: "intended" as const };
        const meant = await db.ledgerEntry.findMany({ where });
        unannounced.push(
          ...input.quantities.filter(
            (sent) =>
              !meant.some(
                (entry) =>
                  entry.inventoryItemId === sent.inventoryItemId &&
                  entry.target === sent.quantity &&
                  entry.shopFigure === sent.changeFromQuantity,
              ),
          ),
        );
      }
      return admin.request(operation, variables);
    },
  };
}

/** What the test knows of both worlds, and what it holds the app to. */
export class Known {
  stock: Stock = { ...AT_FIRST };
  kept: Kept = { ...NOTHING_KEPT, own: {} };
  orders: KnownOrder[] = [];
  /** In milliseconds: how much later than the machine's clock it is. */
  passed = 0;
  /** The worlds have moved while the app was reading, so that what it looked at is neither before nor after. */
  movedMeanwhile = false;
  #unsent = new Map(ALL_SOLD.map((sold) => [sold, new Unsent(wholeOf(sold, AT_FIRST))]));
  /** How many pieces lay in the warehouse at any time of the present step. */
  #lay = new Map<Sold, Set<number>>();
  #seen = 0;
  #looked = new Map<string, number>();
  #explained = new Set<bigint>();

  readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  now(): number {
    return Date.now() + this.passed;
  }

  whole(sold: Sold): number {
    return wholeOf(sold, this.stock);
  }

  /** What the shop has to show once everything has settled. */
  shown(sold: Sold): number {
    return shownOf(sold, this.stock, this.kept);
  }

  async onHand(sold: Sold): Promise<number> {
    return (await readShop(this.world)).onHand(sold) ?? NaN;
  }

  begin(): void {
    for (const sold of ALL_SOLD) this.#lay.set(sold, new Set([this.whole(sold)]));
  }

  /** Something moved in the warehouse. */
  setStock(change: Partial<Stock>): void {
    const before = this.stock;
    this.stock = { ...before, ...change };
    for (const sold of ALL_SOLD) {
      const [from, to] = [wholeOf(sold, before), this.whole(sold)];
      this.#of(sold).moved({ from, to });
      this.#lay.get(sold)?.add(to);
    }
  }

  /** Does something to the shop that may move a variant's figure, and takes note of by how much. */
  async inShop(sold: Sold, how: "fulfilled" | "cancelled" | "other", act: () => Promise<unknown>) {
    await this.look();
    const before = await this.onHand(sold);
    await act();
    const by = (await this.onHand(sold)) - before;
    if (how === "fulfilled") this.#of(sold).fulfilled(-by, this.now());
    else if (how === "cancelled") this.#of(sold).cancelled(by);
    else if (by > 0) this.#of(sold).rose(by);
    else this.#of(sold).fell(-by);
  }

  wasCut(): void {
    for (const unsent of this.#unsent.values()) unsent.wasCut();
  }

  /** Holds what the app has written since the last time to the rules. */
  async look(): Promise<void> {
    const moves = await history(this.world);
    const fresh = moves.slice(this.#seen);
    this.#seen = moves.length;
    const ours = fresh.filter(({ by, name }) => by === "app" && name === "on_hand");
    if (ours.length > 0) {
      const entries = await ledger(this.world);
      for (const move of ours) this.#judge(await this.#soldAs(move.inventoryItemId), { move, entries });
    }
    expect(unannounced, "sent and not in the ledger").toEqual([]);
    await this.#noteLooks();
  }

  #judge(sold: Sold, { move, entries }: { move: Movement; entries: LedgerEntry[] }): void {
    const { from, to, inventoryItemId } = move;
    // A value that never arrived may look the same: the one that is said to be written is meant, if there is one.
    const fitting = entries.filter(
      (one) =>
        !this.#explained.has(one.id) &&
        one.inventoryItemId === inventoryItemId &&
        one.shopFigure === from &&
        one.target === to &&
        ["written", "intended", "superseded"].includes(one.outcome),
    );
    const entry = fitting.find(({ outcome }) => outcome === "written") ?? fitting.at(-1);
    const what = `${sold} from ${from} to ${to}`;
    expect(entry, `${what} is not in the ledger`).toBeDefined();
    if (!entry) return;
    this.#explained.add(entry.id);
    expect([...(this.#lay.get(sold) ?? [])], `${what}: what lay in the warehouse`).toContain(
      entry.warehouseStock,
    );
    if (to <= from) return;
    expect(this.kept.sale, `${what} is raised during a sale`).toBeNull();
    const sellable = Math.max(0, (entry.warehouseStock ?? 0) - entry.buffer);
    expect(to, `${what} is more than may be sold`).toBeLessThanOrEqual(sellable);
    const unsent = this.#of(sold).atLeast(this.now());
    expect(to, `${what} offers ${unsent} that are sold and not sent`).toBeLessThanOrEqual(
      Math.max(0, sellable - unsent),
    );
    if (!this.movedMeanwhile)
      expect(sellable, `${what}: what may be sold`).toBe(
        Math.max(0, sellableOf(sold, this.stock, this.kept)),
      );
  }

  async #noteLooks(): Promise<void> {
    const [shop, looks] = await Promise.all([
      readShop(this.world),
      this.world.services.db.stockLook.findMany({ where: { shop: SHOP } }),
    ]);
    for (const sold of ALL_SOLD) {
      const look = looks.find(({ variantId }) => variantId === shop.variant(sold).id);
      // The app's memory has grown older by what has passed.
      const at = (look?.lookedAt?.getTime() ?? 0) + this.passed;
      if (!look || this.#looked.get(sold) === at) continue;
      this.#looked.set(sold, at);
      // Whether it saw what moved meanwhile, or what was before, nobody can tell: the next look will have seen it.
      if (this.movedMeanwhile) continue;
      const unsent = this.#of(sold);
      expect(look.held, `${sold}: held back for no reason`).toBeLessThanOrEqual(unsent.atMost());
      unsent.looked(this.whole(sold), { now: this.now(), held: look.held });
    }
  }

  async #soldAs(inventoryItemId: string): Promise<Sold> {
    const { variants } = await readShop(this.world);
    return variants.find((one) => one.inventoryItemId === inventoryItemId)?.sku as Sold;
  }

  #of(sold: Sold): Unsent {
    const unsent = this.#unsent.get(sold);
    if (!unsent) throw new Error(`Nobody sells ${sold}.`);
    return unsent;
  }

  /** At the end each value that was written has arrived, and nothing is left open. */
  async judgeLedger(): Promise<void> {
    const entries = await ledger(this.world);
    const written = entries.filter(
      ({ id, outcome, shopFigure, target }) =>
        outcome === "written" && shopFigure !== target && !this.#explained.has(id),
    );
    expect(written, "written by the ledger's word alone").toEqual([]);
    expect(entries.filter(({ outcome }) => outcome === "intended")).toEqual([]);
  }

  /** Whether so much of these goods lies in the warehouse. */
  has(goods: Partial<Stock>): boolean {
    return SKUS.every((sku) => this.stock[sku] >= (goods[sku] ?? 0));
  }
}

export const goodsOf = (sold: Sold, pieces: number): Partial<Record<Goods, number>> =>
  Object.fromEntries(partsOf(sold).map(([sku, each]) => [sku, each * pieces]));
