import { control } from "../../sandbox/demo/control.ts";
import { createMerchant, type Merchant } from "../../sandbox/demo/merchant.ts";
import type { Sku, Sold } from "./goods.ts";
import type { MerchantDeed, SideName, StorePlan } from "./story.ts";
import type { Account, ChaosWorld } from "./world.ts";

/** For as long the app refuses events of a store that has sent too many. */
export const LIMIT_PERIOD_MS = 60_000;

/** One of the story's two shops with its account at the warehouse, and what people have done there so far. */
export interface Side {
  name: SideName;
  /** `chaos-17-a.myshopify.com` */
  shop: string;
  account: Account;
  merchant: Merchant;
  locationId: string;
  orders: KnownOrder[];
  returns: KnownReturn[];
  /** What the merchant keeps back of an SKU. */
  kept: Map<Sku, number>;
  /** SKUs whose stock moved in a way that looks like an order, or like a cancelled one. */
  doubtful: Set<Sku>;
  /** How far its clock has been moved, in minutes. */
  minutesPassed: number;
  purchases: { ref: string; sku: Sku; pieces: number }[];
  /** What could not be done when it was to be, in its order: the merchant tries again later. */
  undone: MerchantDeed[];
  /** The last ledger entry before the merchant first confirmed a stock that was held back; null when they did not. */
  confirmedAfter: bigint | null;
  /** When its warehouse last sent a flood of events, in milliseconds since 1970: the app refuses more for a minute. */
  floodedAt: number;
  behaviours: StorePlan["behaviours"];
  mode: StorePlan["mode"];
  /** Variants whose stock is written. */
  live: "all" | Set<Sold>;
  /** Receipts of inbounds that the warehouse has deleted, by the return's name. */
  deleted: { name: string; lines: ReceiptLine[] }[];
  /** Units that receipts said had come in good, by the return's name. */
  corrected: { name: string; sku: string; becomes: "gone" | "defective" }[];
  /** The access tokens of the account so far. */
  tokens: string[];
  /** Parcels that have come before their return was announced. */
  atTheGate: { returnId: string; good: number; defective: number }[];
  atShop<T = unknown>(path: string, body?: unknown): Promise<T>;
  atWarehouse<T = unknown>(path: string, body?: unknown): Promise<T>;
}

/** A line of a receipt, as the warehouse's floor shows it. */
export interface ReceiptLine {
  sku: string;
  quantity: number;
  defective: boolean;
  inboundRef: string;
}

export interface KnownOrder {
  id: string;
  sold: Sold;
  pieces: number;
  sent: boolean;
  shipped: boolean;
  cancelled: boolean;
  /** At a location that the warehouse has nothing to do with. */
  isElsewhere: boolean;
  /** In returns. */
  back: number;
}

export interface KnownReturn {
  id: string;
  sold: Sold;
  /** The most it has ever had: what was disposed of stays so when the merchant takes pieces out of the return. */
  pieces: number;
  status: "requested" | "open" | "over";
  /** Of an order that the warehouse has nothing to do with. */
  isElsewhere: boolean;
}

/** As most stores are. */
export const USUAL: StorePlan = { behaviours: {}, mode: "on_hand", live: "all" };

export const isLive = ({ live }: Pick<Side, "live">, sold: Sold) => live === "all" || live.has(sold);

/** Whether a return is of an order that the warehouse has nothing to do with. */
export function isFromElsewhere({ returns }: Pick<Side, "returns">, { id }: { id: string }): boolean {
  return returns.some((known) => known.id === id && known.isElsewhere);
}

/** The id of a variant: gid://shopify/ProductVariant/7 */
export async function variantIdOf({ atShop }: Pick<Side, "atShop">, sold: Sold): Promise<string> {
  const { products } = await atShop<{ products: { variants: { id: string; sku: string }[] }[] }>("state");
  return products.flatMap(({ variants }) => variants).find(({ sku }) => sku === sold)!.id;
}

/** `short` is the shop's name without `.myshopify.com`. */
export function createSide(
  world: Pick<ChaosWorld, "shopUrl" | "appUrl" | "accounts">,
  { short, name, plan = USUAL }: { short: string; name: SideName; plan?: StorePlan },
): Side {
  const { shopUrl, appUrl } = world;
  const account = world.accounts[name];
  const shop = `${short}.myshopify.com`;
  return {
    ...{ name, shop, account, locationId: "" },
    merchant: createMerchant({ shopUrl, appUrl, shop }),
    ...{ doubtful: new Set(), minutesPassed: 0 },
    ...{ orders: [], returns: [], kept: new Map(), purchases: [], undone: [], atTheGate: [] },
    ...{ floodedAt: -Infinity, confirmedAfter: null },
    ...{
      behaviours: plan.behaviours,
      mode: plan.mode,
      live: plan.live === "all" ? "all" : new Set(plan.live),
    },
    ...{ deleted: [], corrected: [], tokens: [account.accessToken] },
    atShop: (path, body) => control(shopUrl, { path: `shops/${short}/${path}`, body }),
    atWarehouse: (path, body) => control(account.url, { path, body }),
  };
}
