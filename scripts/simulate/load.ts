import { uniformFloat32 } from "pure-rand/distribution/uniformFloat32";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Story } from "./costs.ts";

/** What merchants and shoppers are taken to do. What each figure rests on stands in docs/scale.md. */
export interface Model {
  /** Orders a day of the shop in the middle, and how far shops are apart: the logarithm's standard deviation. */
  orders: number;
  spread: number;
  /** By how much a day has more orders than others. */
  peak: number;
  /** Lines of an order, each another SKU. */
  lines: number;
  /** Returns for an order. */
  returned: number;
  /** Moments in which the warehouse tells of an order besides its leaving, too far apart to be followed together. */
  tidings: number;
  /** Of each shop, every day. */
  receipts: number;
  products: number;
}

export const MODEL: Model = {
  ...{ orders: 10, spread: 1.5, peak: 1, lines: 1.5, returned: 0.15, tidings: 2, receipts: 1, products: 5 },
};

const DAY_MINUTES = 24 * 60;
/** The busiest hour, UTC, and how much more than the mean it has: all merchants in one part of the world. */
const BUSIEST_HOUR = 15;
const SWING = 0.9;

export interface Arrival {
  /** Milliseconds from the beginning. */
  at: number;
  shop: number;
  story: Story;
}

export interface Load {
  /** Orders of each shop on this day. */
  orders: Float64Array;
  /** What happens in one minute, in the order in which it does. */
  minute(minute: number): Arrival[];
}

/** The same for the same `seed`. */
export function createLoad({ shops, seed, model }: { shops: number; seed: number; model: Model }): Load {
  const generator = xoroshiro128plus(seed);
  const random = () => uniformFloat32(generator);
  const orders = new Float64Array(shops);
  /** Orders of this shop and all before it. */
  const upTo = new Float64Array(shops);
  let all = 0;
  for (let shop = 0; shop < shops; shop++) {
    orders[shop] = model.peak * model.orders * Math.exp(model.spread * normal(random));
    upTo[shop] = all += orders[shop]!;
  }
  const byOrders = () => firstBeyond(upTo, random() * all);
  const anyShop = () => Math.floor(random() * shops);
  const kinds: { story: Story; aDay: number; shop: () => number }[] = [
    { story: "order", aDay: all, shop: byOrders },
    { story: "shipment", aDay: all, shop: byOrders },
    { story: "tiding", aDay: all * model.tidings, shop: byOrders },
    { story: "fulfilment", aDay: all, shop: byOrders },
    { story: "return", aDay: all * model.returned, shop: byOrders },
    { story: "receipt", aDay: shops * model.receipts, shop: anyShop },
    { story: "product", aDay: shops * model.products, shop: anyShop },
  ];
  return {
    orders,
    minute(minute) {
      const hour = (minute / 60) % 24;
      const share = (1 + SWING * Math.cos(((hour - BUSIEST_HOUR) / 24) * 2 * Math.PI)) / DAY_MINUTES;
      const arrivals: Arrival[] = [];
      for (const { story, aDay, shop } of kinds)
        for (let left = poisson(aDay * share, random); left > 0; left--)
          arrivals.push({ at: (minute + random()) * 60_000, shop: shop(), story });
      return arrivals.sort((a, b) => a.at - b.at);
    },
  };
}

/** Box and Muller's way. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** How often something happens that happens `mean` times on average. */
function poisson(mean: number, random: () => number): number {
  // Beyond this the difference to a normal distribution is less than what a day's swing leaves open.
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let count = 0;
  for (let left = Math.exp(mean) * (1 - random()); left > 1; left *= 1 - random()) count++;
  return count;
}

function firstBeyond(upTo: Float64Array, value: number): number {
  let [from, to] = [0, upTo.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (upTo[middle]! > value) to = middle;
    else from = middle + 1;
  }
  return from;
}
