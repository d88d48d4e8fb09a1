import { partsOf, type SkuName, type Sold, type Units } from "./rules.ts";

/** An order of one variant, as it truly is. */
export interface TrueOrder {
  id: string;
  sold: Sold;
  ordered: number;
  /** In the store. */
  fulfilled: number;
  returned: number;
  cancelled: boolean;
  /** Left the warehouse's stock. A warehouse that reports what may be sold subtracts an order when it imports it. */
  packed: number;
}

/** The true state of both systems at one time. */
export interface Truth {
  /** What the warehouse reports. */
  stock: Units;
  orders: readonly TrueOrder[];
}

/** What the two reads of a run saw: one time for the warehouse, one for the store. */
export interface Cut {
  warehouse: Truth;
  store: Truth;
}

/** Units in the warehouse that no order of the store waits for, whether it is fulfilled there or not. */
export function freeAt(sku: SkuName, { warehouse, store }: Cut): number {
  const packed = new Map(warehouse.orders.map((order) => [order.id, order.packed]));
  return store.orders
    .filter(({ cancelled }) => !cancelled)
    .reduce(
      (free, { id, sold, ordered }) =>
        free - eachOf(sku, sold) * Math.max(0, ordered - (packed.get(id) ?? 0)),
      warehouse.stock[sku],
    );
}

/** Units of a variant on open orders. */
export function committedAt(sold: Sold, { orders }: Truth): number {
  return sum(orders, (order) =>
    order.sold === sold && !order.cancelled ? order.ordered - order.fulfilled : 0,
  );
}

/** Units that left the warehouse and not yet the store. */
export function packedOpen(sku: SkuName, { orders }: Truth): number {
  return sum(
    orders,
    (order) => live(order) * eachOf(sku, order.sold) * Math.max(0, order.packed - order.fulfilled),
  );
}

/** Units that left the store and not yet the warehouse. */
export function fulfilledUnpacked(sku: SkuName, { orders }: Truth): number {
  return sum(
    orders,
    (order) => live(order) * eachOf(sku, order.sold) * Math.max(0, order.fulfilled - order.packed),
  );
}

/** Units that left both, also those of orders that were cancelled afterwards. */
export function fulfilledPacked(sku: SkuName, { orders }: Truth): number {
  return sum(orders, ({ sold, fulfilled, packed }) => eachOf(sku, sold) * Math.min(fulfilled, packed));
}

const live = ({ cancelled }: TrueOrder) => (cancelled ? 0 : 1);

const eachOf = (sku: SkuName, sold: Sold) => partsOf(sold).find(([part]) => part === sku)?.[1] ?? 0;

function sum(orders: readonly TrueOrder[], of: (order: TrueOrder) => number): number {
  return orders.reduce((total, order) => total + of(order), 0);
}

/** Versions of the truth that a read may have seen: more than one when something moved while it was under way. */
export interface Span {
  first: number;
  last: number;
}

/** From the first of both to the last. */
export function spanOf(one: Span, other: Span | undefined): Span;
export function spanOf(one: Span | undefined, other: Span | undefined): Span | undefined;
export function spanOf(one: Span | undefined, other: Span | undefined): Span | undefined {
  if (!one || !other) return one ?? other;
  return { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) };
}

/** The truth as it changes: each change is a version. */
export class Timeline {
  #versions: Truth[];
  #changing = false;

  constructor(first: Truth) {
    this.#versions = [copyOf(first)];
  }

  get now(): Truth {
    return this.#versions.at(-1)!;
  }

  get at(): Span {
    const version = this.#versions.length - 1;
    return { first: version, last: version };
  }

  /** Carries out something in one of the systems; `apply` says what it means. */
  async change(act: () => Promise<unknown>, apply: (truth: Truth) => Truth): Promise<void> {
    this.#changing = true;
    try {
      await act();
      this.#versions.push(copyOf(apply(this.now)));
    } finally {
      this.#changing = false;
    }
  }

  /** Carries out a read, and says what it may have seen. */
  async watch<Answer>(read: () => Promise<Answer>, note: (span: Span) => void): Promise<Answer> {
    const { first } = this.at;
    const answer = await read();
    note({ first, last: this.at.last + (this.#changing ? 1 : 0) });
    return answer;
  }

  versionsIn({ first, last }: Span): Truth[] {
    return this.#versions.slice(first, last + 1);
  }
}

const copyOf = ({ stock, orders }: Truth): Truth => ({
  stock: { ...stock },
  orders: orders.map((order) => ({ ...order })),
});
