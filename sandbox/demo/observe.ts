import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { LOCATIONS } from "./catalogue.ts";
import { control } from "./control.ts";
import { shopGoods } from "./goods.ts";
import type { DemoStore } from "./world.ts";

/** Both worlds as anybody outside the app can see them. */
export interface Worlds {
  locationId: string;
  /** The shop's figure at the connected location. */
  onHand(sku: string): number;
  variants: number;
  /** Variants that carry an SKU of their own which the warehouse knows. */
  matchable: number;
  /** How many of those do not show what the warehouse has. */
  differing: number;
  /** Variants nobody may guess about, and whether their figure is still the seeded one. */
  untouched: { name: string; changed: boolean }[];
  /** Changes of stock the app has made in the shop so far. */
  writes: number;
  subscriptions: number;
  /** Events the warehouse has not got a 200 for. */
  pendingEvents: number;
  /** Requests of the app the warehouse holds back because it was told to. */
  held: number;
  lastEvent: { id: string; url: string; body: string };
}

interface ShopState {
  locations: { id: string; name: string }[];
  products: {
    title: string;
    variants: {
      sku: string | null;
      requiresComponents: boolean;
      levels: Record<string, { on_hand: number }>;
    }[];
  }[];
}

export async function readWorlds({ shopUrl, shop: domain, warehouse }: DemoStore): Promise<Worlds> {
  const [shop, products, health, [lastEvent], { held }, history] = await Promise.all([
    control<ShopState>(shopUrl, { path: `shops/${domain}/state` }),
    control<{ sku: string; stock: number }[]>(warehouse.url, { path: "products" }),
    control<{ subscriptions: number; pending: number }>(warehouse.url, { path: "health" }),
    control<{ id: string; url: string; body: string }[]>(warehouse.url, { path: "deliveries?take=1" }),
    control<{ held: number }>(warehouse.url, { path: "held" }),
    control<{ by: string }[]>(shopUrl, { path: `shops/${domain}/history` }),
  ]);
  const [connected = ""] = LOCATIONS;
  const variants = shop.products.flatMap((product) =>
    product.variants.map((variant) => ({
      ...variant,
      name: product.title,
      onHand: variant.levels[connected]?.on_hand,
    })),
  );
  const stock = new Map(products.map((product) => [product.sku, product.stock]));
  const carriers = Map.groupBy(variants, ({ sku }) => sku);
  const matches = variants.filter(
    ({ sku, requiresComponents }) =>
      sku && !requiresComponents && carriers.get(sku)?.length === 1 && stock.has(sku),
  );
  const seeded = seededFigures();
  return {
    locationId: shop.locations.find(({ name }) => name === connected)?.id ?? "",
    onHand: (sku) => carriers.get(sku)?.[0]?.onHand ?? NaN,
    variants: variants.length,
    matchable: matches.length,
    differing: matches.filter(({ sku, onHand }) => onHand !== stock.get(sku ?? "")).length,
    untouched: variants
      .filter((variant) => !matches.includes(variant))
      .map(({ name, onHand }) => ({ name, changed: onHand !== seeded.get(name) })),
    writes: history.filter(({ by }) => by === "app").length,
    subscriptions: health.subscriptions,
    pendingEvents: health.pending,
    held,
    lastEvent: lastEvent ?? { id: "", url: "", body: "" },
  };
}

/** By product title: none of the products left alone has several variants. */
function seededFigures(): Map<string, number | undefined> {
  return new Map(
    shopGoods().products.map(({ title, variants }) => [title, variants[0]?.onHand[LOCATIONS[0] ?? ""]]),
  );
}

/** A step that has not come true by then will not. */
const PATIENCE_MS = 60_000;
/** Between two looks, in milliseconds: often at first, for what is about to be so, and less often from then on. */
const [FIRST_PAUSE_MS, PAUSE_MAX_MS] = [5, 50];

/**
 * Looks again and again until it is so.
 *
 * @returns what was seen then
 * @throws Error with what was seen last, when it is not so after a minute
 */
export async function until<T>(look: () => T | Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  let last: unknown = "nothing yet";
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const say = () => `it had not happened after ${PATIENCE_MS / 1000} s; seen last: ${inShort(last)}`;
    timer = setTimeout(() => reject(new Error(say())), PATIENCE_MS);
  });
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MAX_MS)) {
      const seen = await Promise.race([look(), late]);
      if (isSo(seen)) return seen;
      last = seen;
      await Promise.race([sleep(pauseMs), late]);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The longest text of what was seen, in characters. */
const SEEN_MAX = 500;
const SECRET = /((?:token|secret|password)\w*\W{1,3})[^'",&\s}]+/gi;

/** What was seen as text for people, without the secrets in it. */
function inShort(seen: unknown): string {
  const text = inspect(seen, { depth: 4, breakLength: Infinity }).replace(SECRET, "$1…");
  return text.length > SEEN_MAX ? `${text.slice(0, SEEN_MAX)}…` : text;
}

/** Nothing asked of either world for this long means that the app is done. */
const QUIET_MS = 400;

/** Waits until the app asks nothing of either world any more. */
export async function quiet(store: DemoStore): Promise<void> {
  let [before, since] = [-1, Date.now()];
  while (Date.now() - since < QUIET_MS) {
    const asked = await countRequests(store);
    if (asked !== before) [before, since] = [asked, Date.now()];
    await sleep(50);
  }
}

/** How much the app has asked of the store and its warehouse account so far. */
export async function countRequests({ shopUrl, shop, warehouse }: DemoStore): Promise<number> {
  const [{ requests }, { calls }] = await Promise.all([
    control<{ requests: number }>(shopUrl, { path: `calls?shop=${shop}` }),
    control<{ calls: Record<string, number> }>(warehouse.url, { path: "calls" }),
  ]);
  return Object.values(calls).reduce((sum, times) => sum + times, requests);
}
