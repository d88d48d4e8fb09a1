/** A world small enough to search whole: a few SKUs, variants and orders, as they truly are. */

export type Mode = "on_hand" | "available";

/** One unit of variant `variant` sold. Done when it has left both systems. */
export interface Order {
  variant: number;
  /** "returned": fulfilled, and what was sent came back with a receipt; for sale unless its fulfillment is cancelled. */
  status: "open" | "fulfilled" | "returned" | "cancelled";
  /** It has left the warehouse's stock: packed, or in `available` mode imported. */
  left: boolean;
  /** It had left when the run under way read the stock. */
  leftAtRead: boolean;
  /** Its status when the run under way read the store; "none" when it was placed later. */
  statusAtRead: Order["status"] | "none";
  /** A run that has ended has seen that it has left both systems. */
  isSeenSent?: boolean;
}

/** What the store shows of a variant. */
export interface Shown {
  onHand: number;
  committed: number;
  /** Damaged, reserved and the like: on hand, and neither committed nor available. */
  unavailable: number;
}

/** What is left to sell. */
export const availableOf = ({ onHand, committed, unavailable }: Shown): number =>
  onHand - committed - unavailable;

export interface World {
  /** By SKU. */
  stock: number[];
  received: number[];
  /** By variant. */
  shown: Shown[];
  /** By variant: units in fulfillments that were not cancelled. */
  fulfilled: number[];
  /** By variant: when each of these units was fulfilled, the oldest first; empty where no rule looks at that. */
  fulfilledAt: number[][];
  orders: Order[];
  placed: number;
  /** Steps that each happen a limited number of times, by name. */
  used: Record<string, number>;
  now: number;
}

/** What the world is made of and what may happen in it. */
export interface Setting {
  mode: Mode;
  /** Units of each SKU at the beginning. */
  stock: readonly number[];
  /** For each variant, units of each SKU in it. */
  variants: readonly (readonly number[])[];
  safetyStock: number;
  orders: number;
  /** Whether an order is packed before or after it is fulfilled in the store; "soon after": before the clock ticks. */
  packs: "before or after" | "before" | "after" | "soon after";
  /** How long the app waits for the other system to follow, in ticks of the clock. */
  graceTicks: number;
  /** The times of fulfillments are part of the world. */
  hasTimes: boolean;
  /** How often each of the other steps may happen. */
  steps: Partial<Record<StepName, number>>;
}

export type StepName =
  | "receive"
  | "cancel"
  | "cancel without restock"
  | "cancel packed"
  | "unpack"
  | "cancel fulfillment"
  /** A receipt brings back what was seen to be sent. */
  | "return parcel"
  /** Of an order too old for the app to read. */
  | "fulfill unseen"
  /** An order is to be fulfilled from here that was placed elsewhere, whether or not there is a unit for it. */
  | "order from elsewhere"
  /** An order that is packed nowhere yet is to be fulfilled from another location. */
  | "order to elsewhere"
  | "set aside"
  | "set aside no more"
  | "warehouse -1"
  | "warehouse +1"
  /** A receipt of what has come into the warehouse already, by "warehouse +1". */
  | "book receipt"
  /** A defective unit arrives, and the warehouse's stock counts it: a rise that no good unit of a receipt explains. */
  | "receive defective"
  /** Such a unit leaves the warehouse for nobody. */
  | "discard defective"
  /** A receipt turns out to have brought less, and the stock with it. */
  | "correct receipt"
  | "store -1"
  | "store +1"
  | "grace";

export interface Next {
  step: string;
  world: World;
}

/** Units the variant can be made of, from what is free of each SKU. */
export function offered(free: readonly number[], needs: readonly number[], safetyStock: number): number {
  let least = Infinity;
  for (const [sku, units] of needs.entries()) {
    if (units === 0) continue;
    const own = free[sku]!;
    const offer =
      own > safetyStock ? Math.floor((own - safetyStock) / units) : Math.min(0, Math.floor(own / units));
    least = Math.min(least, offer);
  }
  return least;
}

/** The world before anything happens: both systems agree. */
export function firstWorld({ stock, variants, safetyStock }: Setting): World {
  return {
    stock: [...stock],
    received: stock.map(() => 0),
    shown: variants.map((needs) => ({
      onHand: offered(stock, needs, safetyStock),
      committed: 0,
      unavailable: 0,
    })),
    fulfilled: variants.map(() => 0),
    fulfilledAt: variants.map(() => []),
    orders: [],
    placed: 0,
    used: {},
    now: 0,
  };
}

/** Everything that may happen next outside the app. */
export function nextWorlds(world: World, setting: Setting): Next[] {
  return [...nextOrders(world, setting), ...nextOfOrders(world, setting), ...nextOdd(world, setting)];
}

function nextOrders(world: World, setting: Setting): Next[] {
  if (world.placed >= setting.orders) return [];
  return world.shown.flatMap((shown, variant): Next[] => {
    const order: Order = { variant, status: "open", left: false, leftAtRead: false, statusAtRead: "none" };
    const ordered: World = {
      ...moveShown(world, variant, { committed: 1 }),
      orders: sorted([...world.orders, order]),
      placed: world.placed + 1,
    };
    if (availableOf(shown) > 0) return [{ step: `order ${variant}`, world: ordered }];
    const moved = use(ordered, "order from elsewhere", setting);
    return moved ? [{ step: `order from elsewhere ${variant}`, world: moved }] : [];
  });
}

function nextOfOrders(world: World, setting: Setting): Next[] {
  return world.orders.flatMap((order, at): Next[] => {
    if (at > 0 && keyOf(order) === keyOf(world.orders[at - 1]!)) return [];
    const { variant, status, left } = order;
    const needs = setting.variants[variant]!;
    const put = (changed: World, to: Partial<Order>): World => ({
      ...changed,
      orders: sorted(world.orders.map((one, place) => (place === at ? { ...one, ...to } : one))),
    });
    const found: Next[] = [];
    const add = (step: string, next: World) => found.push({ step: `${step} (of ${variant})`, world: next });
    const spend = (name: StepName, next: World) => {
      const after = use(next, name, setting);
      if (after) add(name, after);
    };
    if (status === "open" && (left || setting.packs !== "before")) {
      add("fulfill", put(fulfill(world, setting, { variant, units: 1 }), { status: "fulfilled" }));
      const { fulfilled, fulfilledAt } = world;
      const unseen = { ...fulfill(world, setting, { variant, units: 1 }), fulfilled, fulfilledAt };
      spend("fulfill unseen", put(unseen, { status: "fulfilled" }));
    }
    const isFulfilled = status === "fulfilled" || status === "returned";
    if (isFulfilled && world.fulfilled[variant]! > 0)
      spend("cancel fulfillment", put(fulfill(world, setting, { variant, units: -1 }), { status: "open" }));
    const isPackedLast = setting.packs === "after" || setting.packs === "soon after";
    const mayPack = status === "fulfilled" || (!isPackedLast && status === "open");
    if (mayPack && !left && needs.every((units, sku) => world.stock[sku]! >= units))
      add("pack", put(moveStock(world, needs, -1), { left: true }));
    if (status === "open" && !left) {
      const cancelled = put(moveShown(world, variant, { committed: -1 }), { status: "cancelled" });
      spend("cancel", cancelled);
      spend("order to elsewhere", cancelled);
      spend(
        "cancel without restock",
        put(moveShown(world, variant, { onHand: -1, committed: -1 }), { status: "cancelled" }),
      );
    }
    if (status === "open" && left)
      spend("cancel packed", put(moveShown(world, variant, { committed: -1 }), { status: "cancelled" }));
    if (order.isSeenSent && status === "fulfilled") {
      const received = world.received.map((units, sku) => units + needs[sku]!);
      const back = { ...moveStock(world, needs, 1), received };
      spend("return parcel", put(back, { status: "returned", left: false, isSeenSent: false }));
    }
    if (left && status !== "fulfilled") spend("unpack", put(moveStock(world, needs, 1), { left: false }));
    return found;
  });
}

function nextOdd(world: World, setting: Setting): Next[] {
  const found: Next[] = [];
  const add = (name: StepName, detail: string, next: World) => {
    const after = use(next, name, setting);
    if (after) found.push({ step: `${name}${detail}`, world: after });
  };
  for (const sku of world.stock.keys()) {
    const one = world.stock.map((_, other) => (other === sku ? 1 : 0));
    const received = world.received.map((units, other) => units + one[other]!);
    add("receive", ` ${sku}`, { ...moveStock(world, one, 1), received });
    if (world.stock[sku]! > 0) add("warehouse -1", ` of ${sku}`, moveStock(world, one, -1));
    add("warehouse +1", ` of ${sku}`, moveStock(world, one, 1));
    add("receive defective", ` ${sku}`, moveStock(world, one, 1));
    const defective = (world.used["receive defective"] ?? 0) - (world.used["discard defective"] ?? 0);
    if (defective > 0 && world.stock[sku]! > 0)
      add("discard defective", ` ${sku}`, moveStock(world, one, -1));
    if (world.received[sku]! > 0 && world.stock[sku]! > 0) {
      const corrected = world.received.map((units, other) => units - one[other]!);
      add("correct receipt", ` of ${sku}`, { ...moveStock(world, one, -1), received: corrected });
    }
    if ((world.used["warehouse +1"] ?? 0) > (world.used["book receipt"] ?? 0))
      add("book receipt", ` of ${sku}`, { ...world, received });
  }
  for (const [variant, shown] of world.shown.entries()) {
    if (shown.onHand > 0) add("store -1", ` of ${variant}`, moveShown(world, variant, { onHand: -1 }));
    if (availableOf(shown) > 0)
      add("set aside", ` of ${variant}`, moveShown(world, variant, { unavailable: 1 }));
    if (shown.unavailable > 0)
      add("set aside no more", ` of ${variant}`, moveShown(world, variant, { unavailable: -1 }));
    add("store +1", ` of ${variant}`, moveShown(world, variant, { onHand: 1 }));
  }
  const isPacked = world.orders.every(({ status, left }) => status === "cancelled" || left);
  if (isPacked || setting.packs !== "soon after") add("grace", "", { ...world, now: world.now + 1 });
  return found;
}

function use(world: World, name: StepName, { steps }: Setting): World | undefined {
  const used = world.used[name] ?? 0;
  if (used >= (steps[name] ?? 0)) return undefined;
  return { ...world, used: { ...world.used, [name]: used + 1 } };
}

function moveShown(world: World, variant: number, by: Partial<Shown>): World {
  const shown = world.shown.map((one, at) =>
    at === variant
      ? {
          onHand: one.onHand + (by.onHand ?? 0),
          committed: one.committed + (by.committed ?? 0),
          unavailable: one.unavailable + (by.unavailable ?? 0),
        }
      : one,
  );
  return { ...world, shown };
}

function fulfill(
  world: World,
  { hasTimes }: Setting,
  { variant, units }: { variant: number; units: 1 | -1 },
): World {
  const moved = moveShown(world, variant, { onHand: -units, committed: -units });
  const times = world.fulfilledAt[variant]!;
  const now = units > 0 ? [...times, world.now] : times.slice(0, -1);
  return {
    ...moved,
    fulfilled: world.fulfilled.map((sum, at) => (at === variant ? sum + units : sum)),
    fulfilledAt: hasTimes ? world.fulfilledAt.with(variant, now) : world.fulfilledAt,
  };
}

function moveStock(world: World, needs: readonly number[], by: 1 | -1): World {
  return { ...world, stock: world.stock.map((units, sku) => units + by * needs[sku]!) };
}

/** Notes which orders have left as the stock is read. */
export function markStockRead(world: World): World {
  return { ...world, orders: sorted(world.orders.map((order) => ({ ...order, leftAtRead: order.left }))) };
}

/** Notes how the orders stand as the store is read. */
export function markStoreRead(world: World): World {
  return {
    ...world,
    orders: sorted(world.orders.map((order) => ({ ...order, statusAtRead: order.status }))),
  };
}

/** Notes which orders the run that ends has seen to have left both systems. */
export function markSent(world: World): World {
  const orders = world.orders.map((order) => {
    const isSeenSent = order.left && order.leftAtRead && order.statusAtRead === "fulfilled";
    return isSeenSent ? { ...order, isSeenSent } : order;
  });
  return { ...world, orders: sorted(orders) };
}

/** Forgets orders to which nothing more happens, and what the run that ended had read. */
export function endRun(world: World, { steps }: Pick<Setting, "steps">): World {
  const isDone = ({ status, left }: Order) =>
    status === "cancelled" ? !left : status === "fulfilled" && left && !steps["return parcel"];
  const orders = world.orders
    .filter((order) => !isDone(order))
    .map((order): Order => ({ ...order, leftAtRead: false, statusAtRead: "none" }));
  return { ...world, orders: sorted(orders) };
}

const keyOf = ({ variant, status, left, leftAtRead, statusAtRead, isSeenSent }: Order) =>
  `${variant}${status[0]}${left ? 1 : 0}${leftAtRead ? 1 : 0}${statusAtRead[0]}${isSeenSent ? 1 : 0}`;

function sorted(orders: Order[]): Order[] {
  return orders.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** A variant's quantities as text. */
export const shownKey = ({ onHand, committed, unavailable }: Shown): string =>
  `${onHand}/${committed}/${unavailable}`;

/** The world as text: two worlds with the same text have the same future. */
export function worldKey(world: World): string {
  const { stock, received, shown, fulfilled, fulfilledAt, orders, placed, used, now } = world;
  const counted = Object.keys(used)
    .sort()
    .map((name) => `${name}${used[name]}`);
  const items = shown.map(shownKey);
  const times = fulfilledAt.map((some) => some.join("+"));
  return [stock, received, items, fulfilled, times, orders.map(keyOf), placed, counted, now].join("|");
}
