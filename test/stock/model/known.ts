import { expect } from "vitest";
import type { LedgerEntry } from "@prisma/client";
import { history, ledger, type Movement } from "../../support/stock.ts";
import { LOCATION, readShop, SHOP, type World } from "../../support/world.ts";
import type { Story } from "./begin.ts";
import { Doubt } from "./doubt.ts";
import { limitsOf, type Limits } from "./judge.ts";
import {
  AT_FIRST,
  FILLING,
  NOTHING_KEPT,
  SKUS,
  unitsOf,
  type Kept,
  type Mode,
  type SkuName,
  type Sold,
  type Units,
} from "./rules.ts";
import { spanOf, Timeline, type Span, type Truth, type TrueOrder } from "./truth.ts";
import { watchRuns, type SentValue, type Watcher } from "./watch.ts";

/** What the test knows of both systems, and what it holds the app to. */
export class Known implements Watcher {
  readonly timeline = new Timeline({ stock: AT_FIRST, orders: [] });
  readonly doubt = new Doubt();
  kept: Kept = NOTHING_KEPT;
  isPaused = false;
  isDryRun = false;
  /** Units arrived while the app was reading, perhaps between the receipts and the stock: for one run they may be missing. */
  hasReceivedMeanwhile = false;
  readonly judged = { decisions: 0, exact: 0, writes: 0, gathered: 0 };

  readonly world: World;
  readonly mode: Mode;
  readonly countsDefective: boolean;
  #variants = new Map<string, Sold>();
  #items = new Map<string, Sold>();
  /** What the app has read in the present step. */
  #stock = new Map<string, Span>();
  #store = new Map<Sold, Span>();
  /** Writes that an earlier run left without an answer: they may be sent again as they are. */
  #openKeys = new Set<string | null>();
  /** A job that fails is only tried again, so what is wrong with a write is kept here. */
  #wrong: string[] = [];
  /** What a comparison of all stock has read that may not be over. */
  #gathered: { stock?: Span; store?: Span } = {};
  #lookedAt = new Map<Sold, number>();
  #movesSeen = 0;
  #explained = new Set<bigint>();

  private constructor(world: World, { mode, countsDefective }: Story) {
    this.world = world;
    this.mode = mode;
    this.countsDefective = countsDefective;
  }

  static async of(world: World, story: Story): Promise<Known> {
    const known = new Known(world, story);
    const { variants } = await readShop(world);
    for (const { id, inventoryItemId, sku } of variants) {
      if (sku !== null && FILLING.skus.includes(sku)) continue;
      known.#variants.set(id, sku as Sold);
      known.#items.set(inventoryItemId, sku as Sold);
    }
    await known.forgetTimes();
    watchRuns(world, known);
    return known;
  }

  get truth(): Truth {
    return this.timeline.now;
  }

  get isWriting(): boolean {
    return !this.isPaused && !this.isDryRun;
  }

  /** Whether so much is in the warehouse. */
  has(units: Partial<Units>): boolean {
    return SKUS.every((sku) => this.truth.stock[sku] >= (units[sku] ?? 0));
  }

  /** Something happens to an order, and `stock` moves in the warehouse. */
  async change(
    act: () => Promise<unknown>,
    { order, stock = {} }: { order?: TrueOrder; stock?: Partial<Units> },
  ): Promise<void> {
    await this.timeline.change(act, (before) => ({
      stock: Object.fromEntries(SKUS.map((sku) => [sku, before.stock[sku] + (stock[sku] ?? 0)])) as Units,
      orders: order ? [...before.orders.filter(({ id }) => id !== order.id), order] : before.orders,
    }));
  }

  readsStore<Answer>(items: readonly string[], read: () => Promise<Answer>): Promise<Answer> {
    return this.timeline.watch(read, (span) => {
      for (const item of items) this.#store.set(this.#items.get(item)!, span);
    });
  }

  readsStock<Answer>(sku: string, read: () => Promise<Answer>): Promise<Answer> {
    return this.timeline.watch(read, (span) => this.#stock.set(sku, span));
  }

  gathers(isDone: boolean): void {
    const { at } = this.timeline;
    if (isDone) this.judged.gathered += 1;
    this.#gathered.store = isDone && this.#gathered.store ? spanOf(this.#gathered.store, at) : at;
  }

  async *lists<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
    this.#gathered.stock = this.timeline.at;
    for await (const page of pages) {
      this.#gathered.stock = spanOf(this.#gathered.stock, this.timeline.at);
      yield page;
    }
  }

  /** Holds what the app is about to send to the rules. */
  writes({ key, name, values, missing }: Parameters<Watcher["writes"]>[0]): void {
    for (const value of missing)
      this.#wrong.push(`${this.#said(value)}: not in the ledger before it is sent`);
    if (!this.isWriting) this.#wrong.push(`written although ${this.isPaused ? "paused" : "not live"}`);
    if (name !== this.mode) this.#wrong.push(`${name} is written`);
    // The same call again only finds out what became of it; what follows from that is decided next.
    if (this.#openKeys.has(key)) return;
    for (const value of values) {
      if (!this.#items.has(value.inventoryItemId)) continue;
      this.judged.writes += 1;
      const { most } = this.limits(this.#items.get(value.inventoryItemId)!);
      if (value.quantity > most) this.#wrong.push(`${this.#said(value)}: more than ${most}`);
      if (this.kept.sale !== null && value.quantity > value.changeFromQuantity)
        this.#wrong.push(`${this.#said(value)}: raised during a sale`);
    }
  }

  #said({ inventoryItemId, quantity, changeFromQuantity }: SentValue): string {
    return `${this.#items.get(inventoryItemId)} from ${changeFromQuantity} to ${quantity}`;
  }

  limits(sold: Sold): Limits {
    const { timeline, doubt, mode, kept } = this;
    const seen = {
      stock: (sku: SkuName) => spanOf(this.#stock.get(sku), this.#gathered.stock) ?? timeline.at,
      store: (of: Sold) => spanOf(this.#store.get(of), this.#gathered.store) ?? timeline.at,
    };
    return limitsOf(sold, { timeline, seen, doubt, mode, kept });
  }

  async begin(): Promise<void> {
    this.#stock.clear();
    this.#store.clear();
    this.hasReceivedMeanwhile = false;
    if (!(await this.#isComparing())) this.#gathered = {};
    this.#openKeys = new Set((await this.#openWrites()).map(({ writeKey }) => writeKey));
  }

  /** Holds what the app has decided and written in the present step to the rules. */
  async look(): Promise<void> {
    expect(this.#wrong).toEqual([]);
    await this.#explainMoves();
    for (const { sold, lookedAt, target } of await this.#looks()) {
      if (this.#lookedAt.get(sold) === lookedAt) continue;
      this.#lookedAt.set(sold, lookedAt);
      if (target === null) continue;
      const { least, most } = this.limits(sold);
      this.judged.decisions += 1;
      if (least === most) this.judged.exact += 1;
      expect(target, `${sold} should show, at most`).toBeLessThanOrEqual(most);
      if (!this.hasReceivedMeanwhile)
        expect(target, `${sold} should show, at least`).toBeGreaterThanOrEqual(least);
    }
  }

  /** Once everything has been compared, and nothing goes wrong: what is shown is what was decided. */
  async judgeShown(): Promise<void> {
    if (!this.isWriting) return;
    const { variant, variants } = await readShop(this.world);
    for (const { sku, figures } of this.kept.sale === null ? variants : [])
      if (sku !== null && FILLING.skus.includes(sku))
        expect(figures![this.mode], `${sku} is shown`).toBe(FILLING.units - this.kept.safetyStock);
    for (const { sold, target } of await this.#looks()) {
      const figures = variant(sold).figures!;
      const shown = figures[this.mode];
      expect(target, `${sold} has a target`).not.toBeNull();
      if (this.kept.sale === null) expect(shown, `${sold} is shown`).toBe(target);
      else expect(shown, `${sold} is shown during a sale`).toBeLessThanOrEqual(target!);
    }
  }

  /** What is remembered has become older: it is not looked at anew for that. */
  async forgetTimes(): Promise<void> {
    for (const { sold, lookedAt } of await this.#looks()) this.#lookedAt.set(sold, lookedAt);
  }

  async #looks(): Promise<{ sold: Sold; lookedAt: number; target: number | null }[]> {
    const looks = await this.world.services.db.stockLook.findMany({ where: { shop: SHOP } });
    return looks.flatMap(({ variantId, lookedAt, target }) =>
      // What was forgotten is no decision.
      lookedAt && this.#variants.has(variantId)
        ? { sold: this.#variants.get(variantId)!, lookedAt: lookedAt.getTime(), target }
        : [],
    );
  }

  /** Whether a comparison of all stock is under way, or what it has found is not written. */
  async #isComparing(): Promise<boolean> {
    const { pool } = this.world.services;
    const { rowCount } = await pool.query(
      `SELECT FROM "StockSweep" WHERE "shop" = $1
       UNION ALL SELECT FROM graphile_worker.jobs WHERE task_identifier = 'write-stock'`,
      [SHOP],
    );
    return rowCount! > 0;
  }

  /** From here on only the quantities tell what became of writes without an answer, and not always. */
  async doubtOpenWrites(): Promise<void> {
    for (const { inventoryItemId, shopFigure, target } of await this.#openWrites()) {
      const units = unitsOf(this.#items.get(inventoryItemId)!, Math.abs(target - (shopFigure ?? 0)));
      this.doubt.over(units);
      this.doubt.under(units);
    }
  }

  /** An order that is not packed may count as subtracted by the warehouse already. */
  doubtUnpacked(of: Sold): void {
    for (const { sold, ordered, packed, cancelled } of this.truth.orders)
      if (sold === of && !cancelled) this.doubt.over(unitsOf(sold, ordered - packed));
  }

  #openWrites(): Promise<LedgerEntry[]> {
    return this.world.services.db.ledgerEntry.findMany({ where: { shop: SHOP, outcome: "intended" } });
  }

  /** Each move of ours is at the location and in the ledger. */
  async #explainMoves(): Promise<void> {
    const moves = await history(this.world);
    const ours = moves.slice(this.#movesSeen).filter(({ by }) => by === "app");
    this.#movesSeen = moves.length;
    if (ours.length === 0) return;
    const entries = await ledger(this.world);
    for (const move of ours) this.#explain(move, entries);
  }

  #explain({ inventoryItemId, location, from, to }: Movement, entries: readonly LedgerEntry[]): void {
    const what = `${this.#items.get(inventoryItemId)} from ${from} to ${to}`;
    expect(location, what).toBe(LOCATION);
    // A value that never arrived may look the same: the one that counts as written is meant, if there is one.
    const fitting = entries.filter(
      (one) =>
        !this.#explained.has(one.id) &&
        one.inventoryItemId === inventoryItemId &&
        one.shopFigure === from &&
        one.target === to &&
        ["written", "intended", "superseded"].includes(one.outcome),
    );
    const entry = fitting.find(({ outcome }) => outcome === "written") ?? fitting.at(-1);
    expect(entry, `${what} is not in the ledger`).toBeDefined();
    if (entry) this.#explained.add(entry.id);
  }

  /** At the end each value that counts as written has arrived, and nothing is left open. */
  async judgeLedger(): Promise<void> {
    const entries = await ledger(this.world);
    const unseen = entries.filter(
      ({ id, outcome, shopFigure, target }) =>
        outcome === "written" && shopFigure !== target && !this.#explained.has(id),
    );
    expect(unseen, "written only in the ledger").toEqual([]);
    expect(entries.filter(({ outcome }) => outcome === "intended")).toEqual([]);
  }

  /** Nothing is on its way any more, of SKUs that were not dispatched just now. */
  async judgeBalances(): Promise<void> {
    const balances = await this.world.services.db.skuBalance.findMany({ where: { shop: SHOP } });
    const left = balances.filter(({ sku, lots }) => sku !== "PEN" && Object.keys(lots as object).length > 0);
    expect(left.map(({ sku, lots }) => ({ sku, lots }))).toEqual([]);
  }
}
