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
import { observeStore } from "../../app/domain/stock/balance/observe-store.ts";
import { observeWarehouse } from "../../app/domain/stock/balance/observe-warehouse.ts";
import { availableOf, type Setting, type World } from "./small-world.ts";

/** What the searched rule remembers, and how it decides: the app's own, with or without one of its parts. */
export interface Rule<Memory> {
  first(setting: Setting, world: World): Memory;
  observeWarehouse(memory: Memory, reading: WarehouseReading): Memory;
  /** The mistake of counting once more by how much the stock has moved since `before`. */
  observeAgain(memory: Memory, reading: { before: Memory; stock: readonly number[]; at: number }): Memory;
  /** @returns what is remembered, with the target of each variant */
  decide(
    memory: Memory,
    reading: StoreReading,
  ): { memory: Memory; targets: number[]; isOnBothSides: boolean };
  /** A write of ours has set a variant's quantity. */
  wrote(memory: Memory, write: { variant: number; to: number }): Memory;
  key(memory: Memory): string;
}

export interface WarehouseReading {
  stock: readonly number[];
  received: readonly number[];
  at: number;
}

export interface StoreReading {
  shown: World["shown"];
  /** Units fulfilled so far, by variant; where fulfillments are not read, `undefined`. */
  fulfilled: readonly number[] | undefined;
  at: number;
  /** Receipts of what came in until then are counted. */
  receiptsCountedUntil: number;
}

/** A part of the rule that a search leaves out, to show that it is missed. */
export type Without = "early" | "matched" | "gross receipts";

export function appRule(
  setting: Setting,
  { without, options }: { without: Without | undefined; options: { fulfillments: string } },
): Rule<StockState> {
  const skuOf = (at: number) => String(at) as Sku;
  const idOf = (at: number) => String(at) as VariantId;
  const components = setting.variants.map((needs) =>
    needs.flatMap((units, sku): Component[] => (units > 0 ? [{ sku: skuOf(sku), units }] : [])),
  );
  const quantities = (shown: World["shown"][number]) => ({
    onHand: shown.onHand,
    committed: shown.committed,
    available: availableOf(shown),
  });
  const mapBalances = (
    state: StockState,
    change: (balance: SkuBalance, sku: Sku) => SkuBalance,
  ): StockState => ({
    ...state,
    balances: new Map([...state.balances].map(([sku, balance]) => [sku, change(balance, sku)])),
  });
  const forget = (state: StockState): StockState =>
    without === "early" || without === "matched"
      ? mapBalances(state, (balance) => ({ ...balance, [without]: NO_LOTS }))
      : state;
  const rules = { mode: setting.mode, safetyStock: () => setting.safetyStock, creditsDispatch: () => true };

  return {
    first: (_, { stock, shown }) => ({
      mode: setting.mode,
      balances: new Map(
        stock.map((units, at) => [
          skuOf(at),
          observeWarehouse(undefined, { stock: units, received: 0, at: 0 }),
        ]),
      ),
      variants: new Map(
        shown.map((one, at) => [
          idOf(at),
          {
            quantities: quantities(one),
            fulfilled: options.fulfillments === "unread" ? undefined : 0,
            unconfirmed: NO_LOTS,
          },
        ]),
      ),
    }),
    observeWarehouse: (state, { stock, received, at }) =>
      forget(
        mapBalances(state, (balance, sku) =>
          observeWarehouse(balance, {
            stock: stock[Number(sku)]!,
            received: without === "gross receipts" ? 0 : received[Number(sku)]!,
            at,
          }),
        ),
      ),
    observeAgain: (state, { before, stock, at }) =>
      mapBalances(state, (balance, sku) => {
        const { stock: stockBefore, received } = before.balances.get(sku)!;
        const unseen = { ...balance, stock: stockBefore, received };
        return observeWarehouse(unseen, { stock: stock[Number(sku)]!, received: balance.received, at });
      }),
    decide(before, { shown, fulfilled, at, receiptsCountedUntil }) {
      const observations = shown.map((one, variant) => ({
        variantId: idOf(variant),
        components: components[variant]!,
        quantities: quantities(one),
        ...(fulfilled && { fulfilled: fulfilled[variant]! }),
      }));
      const observed = observeStore(before, { observations, at });
      const variants: DecidedVariant[] = observations;
      const promised = unitsBySku(variants, (variant) => variant.quantities.committed);
      const { state } = expireLots(forget(observed.state), {
        before: at - setting.graceTicks + 1,
        receiptsCountedUntil,
        awaitingBefore: () => Math.min(at, receiptsCountedUntil) - setting.graceTicks + 1,
        promised,
      });
      const decided = decideTargets(state.balances, variants, rules);
      const targets = shown.map((_, variant) => decided.variants.get(idOf(variant))!.target);
      return { memory: state, targets, isOnBothSides: isOnBothSides(observed.state) };
    },
    wrote(state, { variant, to }) {
      const id = idOf(variant);
      const known = state.variants.get(id)!;
      const after = { ...known, quantities: afterWrite(known.quantities, { to, mode: setting.mode }) };
      return { ...state, variants: new Map(state.variants).set(id, after) };
    },
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
  return [...balances.values()].some(({ awaiting, departed }) => awaiting.length > 0 && departed.length > 0);
}

const keys = new WeakMap<SkuBalance, string>();

function stateKey({ balances, variants }: StockState): string {
  const parts: string[] = [];
  for (const balance of balances.values()) {
    let key = keys.get(balance);
    if (!key) {
      const { stock, received, awaiting, departed, matched, returned, early, cancelled } = balance;
      const lots = [awaiting, departed, matched, returned, early, cancelled].map((some) =>
        some.map(({ units, at }) => `${units}@${at}`).join("+"),
      );
      key = [stock, received, ...lots].join(",");
      keys.set(balance, key);
    }
    parts.push(key);
  }
  for (const { quantities: shown, fulfilled, unconfirmed } of variants.values()) {
    const lots = unconfirmed.map(({ units, at }) => `${units}@${at}`).join("+");
    parts.push(`${shown.onHand}/${shown.available}/${shown.committed}/${fulfilled}/${lots}`);
  }
  return parts.join(";");
}
