import { createLabelIndex, type LabelIndex } from "./label-index.ts";
import type { Order } from "./order-types.ts";
import { createOwners, type Owners } from "./parts.ts";
import type { Mail, Return } from "./return-types.ts";
import { createTable, type Table } from "./table.ts";
import { orderUpToDate } from "./upgrade.ts";

export const PRODUCT_STATUSES = ["ACTIVE", "DRAFT", "ARCHIVED", "UNLISTED"] as const;

export const WEIGHT_UNITS = ["GRAMS", "KILOGRAMS", "OUNCES", "POUNDS"] as const;

export interface Weight {
  value: number;
  unit: (typeof WEIGHT_UNITS)[number];
}

/** An image of a product, somewhere on the web. */
export interface MediaImage {
  id: number;
  url: string;
}

export interface Metafield {
  id: number;
  namespace: string;
  key: string;
  /** In Shopify's words, e.g. `number_integer` or `dimension`. */
  type: string;
  value: string;
  createdAt: string;
  updatedAt: string;
}

/** What most do not have is absent rather than empty: there may be 100,000 of them. */

export interface Product {
  id: number;
  title: string;
  handle: string;
  status: (typeof PRODUCT_STATUSES)[number];
  vendor: string;
  productType: string;
  optionNames: string[];
  /** Plain text. */
  description?: string;
  isGiftCard?: boolean;
  /** Kept from the online store, although it is active. */
  isUnpublished?: boolean;
  /** In the order they are shown. */
  media?: MediaImage[];
  metafields?: Metafield[];
  /** In the order of their positions. */
  variantIds: number[];
  createdAt: string;
  updatedAt: string;
}

export interface Variant {
  id: number;
  productId: number;
  inventoryItemId: number;
  /** One value per option of the product. */
  options: string[];
  /** Neither unique nor always there: Shopify promises nothing about it. */
  sku: string | null;
  barcode: string | null;
  price: string;
  /** A bundle made of other variants: it has no stock of its own. */
  requiresComponents: boolean;
  /** Among its product's. */
  mediaIds?: number[];
  metafields?: Metafield[];
  createdAt: string;
  updatedAt: string;
}

export interface InventoryItem {
  id: number;
  variantId: number;
  tracked: boolean;
  weight: Weight;
  requiresShipping: boolean;
  countryCodeOfOrigin: string | null;
  harmonizedSystemCode: string | null;
  /** By location id; an item is stocked only where it has a level. */
  levels: Record<number, Level>;
  createdAt: string;
  updatedAt: string;
}

/** What the customs and the carrier want to know. */
export type ItemFacts = Pick<
  InventoryItem,
  "weight" | "requiresShipping" | "countryCodeOfOrigin" | "harmonizedSystemCode"
>;

export const STORED_QUANTITIES = [
  "available",
  "committed",
  "incoming",
  "damaged",
  "quality_control",
  "reserved",
  "safety_stock",
] as const;

export type StoredQuantity = (typeof STORED_QUANTITIES)[number];

/** What commits units besides orders. */
export const HOLDERS = ["draft_order", "transfer"] as const;

export type Holder = (typeof HOLDERS)[number];

export interface Level {
  itemId: number;
  locationId: number;
  isActive: boolean;
  /** On hand is not among them: it is the sum of all but the incoming. */
  quantities: Record<StoredQuantity, number>;
  /** Of the committed units, those of draft orders and transfers. */
  committedTo?: Partial<Record<Holder, number>>;
  createdAt: string;
  updatedAt: string;
}

export interface Location {
  id: number;
  name: string;
  isActive: boolean;
  /** Such locations are hidden from a plain `locations` query. */
  isFulfillmentService: boolean;
  /** The number in the ids of this location's inventory levels. */
  levelNumber: number;
  createdAt: string;
  updatedAt: string;
}

export interface AccessToken {
  token: string;
  mode: "offline" | "online";
  expiresAt: string;
}

/** One line of offline tokens: each refresh replaces the pair. */
export interface Grant {
  accessToken: string;
  refreshToken: string;
  /** Still accepted until the pair that replaced it is used: the answer carrying that pair may have been lost. */
  previousRefreshToken: string | null;
  expiresAt: string;
}

interface Installation {
  /** `never` becomes `installed` with the first token exchange; after an uninstall only the merchant can install. */
  status: "never" | "installed" | "uninstalled";
  installationId: number;
  accessTokens: AccessToken[];
  grants: Grant[];
  /** Access scopes the app asks for and the merchant has not granted: those a newer version of it came to ask for. */
  withheld?: string[];
  /** The plan the merchant has of the app. */
  plan?: { id: number; name: string; startedAt: string };
}

export interface KeyedAttempt {
  fingerprint: string;
  outcome: "running" | "done" | "failed";
  /** What the mutation returned; plain data, so that it can be answered again. */
  payload: unknown;
  startedAt: string;
}

export interface Bucket {
  maximumAvailable: number;
  /** Points per second. */
  restoreRate: number;
  available: number;
  at: string;
}

/** One change of a quantity, as the shop's inventory history shows it. */
export interface Adjustment {
  at: string;
  /** Who changed it: our app through the Admin API, another app, somebody in the admin, or the shop with an order. */
  by: "app" | "other-app" | "merchant" | "shop";
  /** The other app's name. */
  app?: string;
  itemId: number;
  locationId: number;
  name: string;
  from: number;
  to: number;
  reason: string;
  referenceDocumentUri: string | null;
}

/** A query running in the background; what it found becomes a file. */
export interface BulkOperation {
  id: number;
  status: "CREATED" | "RUNNING" | "CANCELING" | "CANCELED" | "COMPLETED" | "FAILED";
  errorCode: "ACCESS_DENIED" | "INTERNAL_SERVER_ERROR" | "TIMEOUT" | null;
  query: string;
  createdAt: string;
  /** When it came to an end, whichever. */
  endedAt: string | null;
  objectCount: number;
  rootObjectCount: number;
  /** Its name at the storage and its size in bytes; null when nothing was found. */
  file: { name: string; bytes: number } | null;
}

/** Everything of a shop that is kept between runs. */
export interface SavedShop {
  domain: string;
  id: number;
  lastId: number;
  createdAt: string;
  locations: Location[];
  products: Product[];
  variants: Variant[];
  items: InventoryItem[];
  installation: Installation;
  bucket: Bucket;
  /** By mutation and key. */
  keyedAttempts: Record<string, KeyedAttempt>;
  /** Oldest first. */
  adjustments: Adjustment[];
  /** Oldest first. */
  bulkOperations: BulkOperation[];
  orders: Order[];
  returns: Return[];
  /** To shoppers, oldest first. */
  mails: Mail[];
  /** What Shopify Flow was told, oldest first. */
  flowTriggers: FlowTrigger[];
}

export interface FlowTrigger {
  at: string;
  handle: string;
  payload: Record<string, unknown>;
}

type Tables = "locations" | "products" | "variants" | "items" | "orders" | "returns";

export interface Shop extends Omit<SavedShop, Tables> {
  locations: Table<Location>;
  products: Table<Product>;
  variants: Table<Variant>;
  items: Table<InventoryItem>;
  orders: Table<Order>;
  returns: Table<Return>;
  /** What belongs to which order or return. */
  owners: Owners;
  /** Variants by SKU and by barcode. */
  skus: LabelIndex;
  barcodes: LabelIndex;
}

/** One shop, the time, and the way to tell the app that something happened: what every change to a shop needs. */
export interface ShopContext {
  shop: Shop;
  now: () => Date;
  /** Sends a webhook to whoever subscribed to `topic`; `payload` is only made when somebody did. */
  announce: (topic: string, payload: () => object) => void;
}

/** Shopify's limits on a normal shop: 2,000 points, 100 more each second. */
const NORMAL_BUCKET = { maximumAvailable: 2000, restoreRate: 100 };

/**
 * Ids are one sequence for all kinds of things, and each shop's starts elsewhere, so that an app that mixes up a
 * variant with its inventory item, or two shops, never gets away with it by chance.
 */
export function newShop(domain: string, { index, now }: { index: number; now: Date }): Shop {
  const firstId = 7_000_000_000_000 + index * 1_000_000_000;
  return openShop({
    domain,
    id: firstId,
    lastId: firstId + 1,
    createdAt: now.toISOString(),
    locations: [],
    products: [],
    variants: [],
    items: [],
    installation: { status: "never", installationId: firstId + 1, accessTokens: [], grants: [] },
    bucket: { ...NORMAL_BUCKET, available: NORMAL_BUCKET.maximumAvailable, at: now.toISOString() },
    keyedAttempts: {},
    adjustments: [],
    bulkOperations: [],
    orders: [],
    returns: [],
    mails: [],
    flowTriggers: [],
  });
}

export function openShop(saved: SavedShop): Shop {
  const skus = createLabelIndex();
  const barcodes = createLabelIndex();
  for (const variant of saved.variants) {
    skus.change(variant.id, { to: variant.sku });
    barcodes.change(variant.id, { to: variant.barcode });
  }
  const ids = { next: () => ++saved.lastId };
  const orders = (saved.orders ?? []).map((order) => orderUpToDate(order, ids));
  return {
    ...saved,
    // Files of earlier versions have none of these.
    bulkOperations: saved.bulkOperations ?? [],
    mails: saved.mails ?? [],
    flowTriggers: saved.flowTriggers ?? [],
    orders: createTable(orders),
    returns: createTable(saved.returns ?? []),
    owners: createOwners(orders, saved.returns ?? []),
    locations: createTable(saved.locations),
    products: createTable(saved.products),
    variants: createTable(saved.variants),
    items: createTable(saved.items.map(upToDate)),
    skus,
    barcodes,
  };
}

/** Files of earlier versions knew weights in grams only, and nothing for the customs. */
const upToDate = (item: InventoryItem & { weightGrams?: number }): InventoryItem =>
  item.weightGrams === undefined
    ? item
    : { ...item, ...newItemFacts({ weight: { value: item.weightGrams, unit: "GRAMS" } }) };

/** What is known of an item when nobody says otherwise. */
export const newItemFacts = (facts: Partial<ItemFacts> = {}): ItemFacts => ({
  weight: { value: 0, unit: "GRAMS" },
  requiresShipping: true,
  countryCodeOfOrigin: null,
  harmonizedSystemCode: null,
  ...facts,
});

export function savedShop({ skus: _skus, barcodes: _barcodes, owners: _owners, ...shop }: Shop): SavedShop {
  return {
    ...shop,
    locations: [...shop.locations.all()],
    products: [...shop.products.all()],
    variants: [...shop.variants.all()],
    items: [...shop.items.all()],
    orders: [...shop.orders.all()],
    returns: [...shop.returns.all()],
  };
}

export const nextId = (shop: Shop): number => ++shop.lastId;

/** The part of the domain before `.myshopify.com`, as in the admin's addresses. */
export const shopName = (domain: string): string => domain.replace(/\.myshopify\.com$/, "");
