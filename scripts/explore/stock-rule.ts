import type { Sku, VariantId } from "../../app/domain/ids.ts";
import {
  unitsBySku,
  type Component,
  type SkuBalance,
  type StockState,
} from "../../app/domain/stock/balance/balance.ts";
import { decideTargets, type DecidedVariant } from "../../app/domain/stock/balance/decide-targets.ts";
import { expireLots } from "../../app/domain/stock/balance/expire-lots.ts";
import { NO_LOTS } from "../../app/domain/stock/balance/lots.ts";
import { observeStore, type StoreObservation } from "../../app/domain/stock/balance/observe-store.ts";
import { observeWarehouse } from "../../app/domain/stock/balance/observe-warehouse.ts";
import {
  countedAfter,
  findUncounted,
  lotsToCount,
  type CountedBySku,
} from "../../app/domain/stock/balance/uncounted.ts";
import { availableOf, type Setting, type World } from "./small-world.ts";

/** What the searched rule remembers, and how it decides: the app's own, with or without one of its parts. */
export interface Rule<Memory> {
  first(setting: Setting, world: World): Memory;
  observeWarehouse(memory: Memory, reading: WarehouseReading): Memory;
  /** The mistake of counting once more by how much the stock has moved since `before`. */
  observeAgain(memory: Memory, reading: { before: Memory; stock: readonly number[]; at: number }): Memory;
  /** @returns what is remembered, with the target of each variant */
  decide(memory: Memory, reading: StoreReading): Decided<Memory>;
  /** A write of ours has set a variant's quantity. */
  wrote(memory: Memory, write: { variant: number; to: number }): Memory;
  /** A variant is mapped to something else, or to the same again. */
  remap(memory: Memory, variant: number): Memory;
  /** All that was observed is forgotten, as when the quantity mode is changed. */
  forgetAll(memory: Memory): Memory;
  key(memory: Memory): string;
}

interface Decided<Memory> {
  memory: Memory;
  targets: Targets;
  isOnBothSides: boolean;
  /** Something was counted for the first time, which only fulfillments as new as the store allow. */
  isFirst: boolean;
}

/** What each variant should show; nothing of those that are mapped to nothing. */
export type Targets = readonly (number | undefined)[];

export interface WarehouseReading {
  /** Variants that are mapped to nothing: their SKUs are read only where others use them. */
  unmapped: readonly number[];
  stock: readonly number[];
  received: readonly number[];
  at: number;
}

export interface StoreReading {
  /** Of variants that are mapped to nothing, nothing is read. */
  shown: readonly (World["shown"][number] | undefined)[];
  /** Units fulfilled so far, by variant; where fulfillments are not read, `undefined`. */
  fulfilled: readonly number[] | undefined;
  /** When these units were fulfilled. */
  fulfilledAt: World["fulfilledAt"];
  at: number;
  /** Receipts of what came in until then are counted. */
  receiptsCountedUntil: number;
}

/** A part of the rule that a search leaves out, to show that it is missed. */
export type Without = "early" | "matched" | "gross receipts" | "uncounted" | "late receipts";

/** What the app remembers. */
interface Memory extends StockState {
  /** How many of the variants' fulfilled units SKUs count. */
  counted: ReadonlyMap<VariantId, CountedBySku>;
  /** SKUs that the run under way is the first to observe. */
  firstSeen: ReadonlySet<Sku>;
  /** When SKUs were first observed, within the grace period. */
  newSince: ReadonlyMap<Sku, number>;
}

export function appRule(
  setting: Setting,
  {
    without,
    options,
  }: { without: Without | undefined; options: { fulfillments: string; unmapped: readonly number[] } },
): Rule<Memory> {
  const skuOf = (at: number) => String(at) as Sku;
  const idOf = (at: number) => String(at) as VariantId;
  const components = setting.variants.map((needs) =>
    needs.flatMap((units, sku): Component[] => (units > 0 ? [{ sku: skuOf(sku), units }] : [])),
  );
  const skusWithout = (unmapped: readonly number[]) =>
    setting.stock
      .map((_, sku) => skuOf(sku))
      .filter((sku) =>
        components.some((parts, at) => !unmapped.includes(at) && parts.some((part) => part.sku === sku)),
      );
  const quantities = (shown: World["shown"][number]) => ({
    onHand: shown.onHand,
    committed: shown.committed,
    available: availableOf(shown),
  });
  const mapBalances = (state: Memory, change: (balance: SkuBalance, sku: Sku) => SkuBalance): Memory => ({
    ...state,
    balances: new Map([...state.balances].map(([sku, balance]) => [sku, change(balance, sku)])),
  });
  const forget = (state: Memory): Memory =>
    without === "early" || without === "matched"
      ? mapBalances(state, (balance) => ({ ...balance, [without]: NO_LOTS }))
      : state;
  const rules = { mode: setting.mode, safetyStock: () => setting.safetyStock, creditsDispatch: () => true };

  return {
    first: (_, { stock, shown }) => ({
      ...{ mode: setting.mode, firstSeen: new Set(), newSince: new Map() },
      counted: new Map(
        components
          .map(
            (parts, at) => [idOf(at), new Map(parts.map(({ sku }) => [sku, { units: 0, at: 0 }]))] as const,
          )
          .filter(([id]) => !options.unmapped.includes(Number(id))),
      ),
      balances: new Map(
        skusWithout(options.unmapped).map((sku) => [
          sku,
          observeWarehouse(undefined, { stock: stock[Number(sku)]!, received: 0, at: 0 }),
        ]),
      ),
      variants: new Map(
        [...shown.entries()]
          .filter(([at]) => !options.unmapped.includes(at))
          .map(([at, one]) => [
            idOf(at),
            {
              quantities: quantities(one),
              fulfilled: options.fulfillments === "unread" ? undefined : 0,
              unconfirmed: NO_LOTS,
            },
          ]),
      ),
    }),
    observeWarehouse: (state, { unmapped, stock, received, at }) => {
      const skus = skusWithout(unmapped);
      const firstSeen = new Set(skus.filter((sku) => !state.balances.has(sku)));
      const newSince = new Map([...state.newSince].filter(([, since]) => at - since < setting.graceTicks));
      const balances = skus.map((sku): [Sku, SkuBalance] => [
        sku,
        observeWarehouse(state.balances.get(sku), {
          stock: stock[Number(sku)]!,
          received: without === "gross receipts" ? 0 : received[Number(sku)]!,
          at,
          isNew: newSince.has(sku) && without !== "late receipts",
        }),
      ]);
      for (const sku of firstSeen) newSince.set(sku, at);
      return forget({ ...state, balances: new Map(balances), firstSeen, newSince });
    },
    observeAgain: (state, { before, stock, at }) =>
      mapBalances(state, (balance, sku) => {
        const { stock: stockBefore, received } = before.balances.get(sku)!;
        const unseen = { ...balance, stock: stockBefore, received };
        return observeWarehouse(unseen, { stock: stock[Number(sku)]!, received: balance.received, at });
      }),
    decide(before, { shown, fulfilled, fulfilledAt, at, receiptsCountedUntil }) {
      const variants = shown.flatMap((one, variant): DecidedVariant[] =>
        one
          ? [{ variantId: idOf(variant), components: components[variant]!, quantities: quantities(one) }]
          : [],
      );
      const skus = findUncounted({
        variants,
        observed: (id) => before.variants.get(id)?.fulfilled,
        counted: (id) => before.counted.get(id),
        hasBalance: (sku) => !before.firstSeen.has(sku),
      });
      const mayWaitSince = at - setting.graceTicks + 1;
      const observations = variants.map((one): StoreObservation => {
        if (!fulfilled) return one;
        const units = fulfilled[Number(one.variantId)]!;
        const counts = skus.get(one.variantId);
        if (!counts || without === "uncounted") return { ...one, fulfilled: units };
        const times = fulfilledAt[Number(one.variantId)]!.filter((time) => time >= mayWaitSince);
        const lots = times.map((time) => ({ units: 1, at: time }));
        return { ...one, fulfilled: units, uncounted: lotsToCount(counts, { lots, fulfilled: units }) };
      });
      const observed = observeStore(before, { observations, at });
      const promised = unitsBySku(variants, (variant) => variant.quantities.committed);
      const known = { ...before, ...observed.state, firstSeen: new Set<Sku>() };
      const { state } = expireLots(forget(known), {
        before: mayWaitSince,
        receiptsCountedUntil,
        awaitingBefore: () => Math.min(at, receiptsCountedUntil) - setting.graceTicks + 1,
        promised,
      });
      const decided = decideTargets(state.balances, variants, rules);
      const targets = shown.map((_, variant) => decided.variants.get(idOf(variant))?.target);
      const counted = new Map(before.counted);
      for (const { variantId, components: parts } of variants)
        counted.set(
          variantId,
          countedAfter(counted.get(variantId), {
            ...{ components: parts, balances: state.balances },
            ...{ baseline: state.variants.get(variantId), at },
          }),
        );
      const isFirst = observations.some(({ uncounted }) => uncounted !== undefined);
      return {
        memory: { ...known, ...state, counted },
        ...{ targets, isFirst, isOnBothSides: isOnBothSides(observed.state) },
      };
    },
    wrote(state, { variant, to }) {
      const id = idOf(variant);
      const known = state.variants.get(id);
      if (!known) return state;
      const after = { ...known, quantities: afterWrite(known.quantities, { to, mode: setting.mode }) };
      return { ...state, variants: new Map(state.variants).set(id, after) };
    },
    remap(state, variant) {
      const variants = new Map(state.variants);
      variants.delete(idOf(variant));
      return { ...state, variants };
    },
    forgetAll: (state) => ({
      ...state,
      ...{ balances: new Map(), variants: new Map(), counted: new Map(), newSince: new Map() },
    }),
    key: stateKey,
  };
}

function afterWrite(
  known: { onHand: number; available: number; committed: number },
  { to, mode }: { to: number; mode: Setting["mode"] },
) {
  const by = to - (mode === "on_hand" ? known.onHand : known.available);
  return { ...known, onHand: known.onHand + by, available: known.available + by };
}

/** Whether units of an SKU wait on both sides at once, which the rule rules out. */
function isOnBothSides({ balances }: StockState): boolean {
  return [...balances.values()].some((one) => one.awaiting.length > 0 && one.departed.length > 0);
}

const keys = new WeakMap<SkuBalance, string>();

function stateKey({ balances, variants, counted, firstSeen, newSince }: Memory): string {
  const parts: string[] = [[...firstSeen].join(), [...newSince].join("/")];
  for (const [id, counts] of counted)
    parts.push(`${id}:${[...counts].map(([sku, { units, at }]) => `${sku}*${units}@${at}`).join("/")}`);
  for (const balance of balances.values()) {
    let key = keys.get(balance);
    if (!key) {
      const { stock, received, awaiting, uncertain, departed, matched, returned, early, cancelled } = balance;
      const lots = [awaiting, uncertain, departed, matched, returned, early, cancelled].map((some) =>
        some.map(({ units, at }) => `${units}@${at}`).join("+"),
      );
      key = [stock, received, ...lots].join(",");
      keys.set(balance, key);
    }
    parts.push(key);
  }
  for (const [id, { quantities: shown, fulfilled, unconfirmed }] of variants) {
    const lots = unconfirmed.map(({ units, at }) => `${units}@${at}`).join("+");
    parts.push(`${id}:${shown.onHand}/${shown.available}/${shown.committed}/${fulfilled}/${lots}`);
  }
  return parts.join(";");
}
