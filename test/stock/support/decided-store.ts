import type { StockMode } from "@prisma/client";
import type { InventoryItemId, Sku, VariantId } from "../../../app/domain/ids.ts";
import type { StoreQuantities, VariantBaseline } from "../../../app/domain/stock/balance/balance.ts";
import { unitsIn, type Lots } from "../../../app/domain/stock/balance/lots.ts";
import { afterWriting } from "../../../app/domain/stock/mirror/decide-stock.ts";
import { decideTogether, type DecidedTogether } from "../../../app/domain/stock/mirror/decide-together.ts";
import type { Mapped } from "../../../app/domain/stock/mirror/load-mapped.ts";
import type { ShopReading } from "../../../app/domain/stock/mirror/read-shop-stock.ts";
import type { StoredBalance } from "../../../app/domain/stock/mirror/stock-balances.ts";

/*
 * A merchant's store as the rule sees it, reading by reading. A mug and a second listing of it are one unit of SKU A, a bowl is
 * one of SKU B, a pair is two of A, and the kit is one of each. Times are in hours.
 */
const MADE_OF = {
  mug: { A: 1 },
  listing: { A: 1 },
  pair: { A: 2 },
  bowl: { B: 1 },
  kit: { A: 1, B: 1 },
} as const;
type Name = keyof typeof MADE_OF;

export const mapped = (name: Name): Mapped => ({
  variantId: name as string as VariantId,
  inventoryItemId: `item of ${name}` as InventoryItemId,
  components: Object.entries(MADE_OF[name]).map(([sku, quantity]) => ({
    ...{ sku: sku as Sku, quantity, buffer: null },
  })),
});

const START = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;
export const DAY = 24;
export const at = (hours: number) => new Date(START + hours * HOUR);

/** So many units on hand, of which some are committed to open orders, and some neither that nor available. */
export const shelf = (onHand: number, committed = 0, unavailable = 0): StoreQuantities => ({
  onHand,
  committed,
  available: onHand - committed - unavailable,
});

type Shown = StoreQuantities | "gone" | "unread" | "untracked" | "not stocked";

interface Reading {
  hours: number;
  /** When the warehouse was read; right before the store when left out. */
  warehouseHours?: number;
  /** By SKU, where they were read at other times. */
  readAt?: Record<string, number>;
  /** SKUs that could not be read are missing; `null`: the warehouse does not know it. */
  stock: Record<string, number | null>;
  received?: Record<string, number>;
  /** When receipts were read; when the warehouse was when left out, and `null` when they never were. */
  receiptsReadAt?: number | null;
  store: Partial<Record<Name, Shown>>;
  fulfilled?: Partial<Record<Name, number>>;
  /** By variant and SKU: what the SKU does not count yet. */
  uncounted?: Partial<Record<Name, Record<string, Lots>>>;
  bases?: Partial<Record<Name, StoreQuantities>>;
  isSecondRound?: boolean;
}

export const MINUTE = 1 / 60;

export interface Choices {
  mode?: StockMode;
  safetyStock?: Record<string, number>;
  /** In hours. */
  grace?: number;
}

export function openStore({ mode = "on_hand", safetyStock = {}, grace = 48 }: Choices = {}) {
  let balances = new Map<Sku, StoredBalance>();
  const baselines = new Map<VariantId, VariantBaseline>();
  let dispatchSeenAt: Date | null = null;
  const names = new Set<Name>();

  const store = {
    /** Both systems are read. @returns what the store should show, by variant */
    reads(reading: Reading): Partial<Record<Name, number>> {
      for (const name of Object.keys(reading.store) as Name[]) names.add(name);
      const decided = decide(reading);
      balances = new Map(decided.balances);
      for (const [variantId, baseline] of decided.baselines) baselines.set(variantId, baseline);
      dispatchSeenAt = decided.dispatchSeenAt ?? dispatchSeenAt;
      return Object.fromEntries([...decided.targets.variants].map(([id, { target }]) => [id, target]));
    },
    /** The store shows what it should: a write has landed. */
    shows(targets: Partial<Record<Name, number>>): void {
      for (const [name, target] of Object.entries(targets)) {
        const known = baselines.get(name as VariantId)!;
        const quantities = afterWriting(known.quantities, { mode, target });
        baselines.set(name as VariantId, { ...known, quantities });
      }
    },
    balance: (sku: string) => balances.get(sku as Sku),
    awaiting: (sku: string) => unitsIn(balances.get(sku as Sku)!.awaiting),
    departed: (sku: string) => unitsIn(balances.get(sku as Sku)!.departed),
    baseline: (name: Name) => baselines.get(name as string as VariantId),
    decide,
  };

  function decide(reading: Reading): DecidedTogether {
    const {
      hours,
      warehouseHours = hours - MINUTE,
      stock,
      received = {},
      receiptsReadAt = warehouseHours,
      fulfilled = {},
      uncounted = {},
      bases = {},
    } = reading;
    const all = [...new Set([...names, ...(Object.keys(reading.store) as Name[])])].map(mapped);
    const shownOf = ({ variantId }: Mapped): Shown => reading.store[variantId as string as Name] ?? "gone";
    return decideTogether(
      {
        mapped: all,
        warehouse: new Map(
          Object.entries(stock).map(([sku, units]) => [
            sku as Sku,
            { stock: units, readAt: at(reading.readAt?.[sku] ?? warehouseHours) },
          ]),
        ),
        isWarehouseObserved: reading.isSecondRound ?? false,
        received: {
          units: new Map(Object.entries(received) as [Sku, number][]),
          readAt: receiptsReadAt === null ? null : at(receiptsReadAt),
        },
        shop: new Map(
          all.flatMap((one) => {
            const reads = readingOf(shownOf(one));
            return reads ? [[one.inventoryItemId, reads] as const] : [];
          }),
        ),
        unread: new Set(all.filter((one) => shownOf(one) === "unread").map((one) => one.inventoryItemId)),
        shopReadAt: at(hours),
        balances,
        baselines,
        bases: new Map(Object.entries(bases) as [VariantId, StoreQuantities][]),
        fulfilled: new Map(Object.entries(fulfilled) as [VariantId, number][]),
        uncounted: new Map(
          Object.entries(uncounted).map(([name, lots]) => [
            name as VariantId,
            new Map(Object.entries(lots) as [Sku, Lots][]),
          ]),
        ),
        dispatchSeenAt,
      },
      { mode, graceMs: grace * HOUR, safetyStock: (sku) => safetyStock[sku] ?? 0 },
    );
  }
  return store;
}

function readingOf(shown: Shown): ShopReading | null {
  if (shown === "gone" || shown === "unread") return null;
  if (shown === "not stocked") return { tracked: true, figures: null };
  if (shown === "untracked") return { tracked: false, figures: shelf(7, 3) };
  return { tracked: true, figures: shown };
}
