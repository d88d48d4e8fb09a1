import { variantNodeSchema, type MetafieldNode, type VariantNode } from "../../../shopify/variants.ts";

/** A variant and its product as the catalogue keeps them: null where the shop has nothing the warehouse could take. */
export interface VariantReading {
  variantId: string;
  inventoryItemId: string;
  productId: string;
  productTitle: string;
  variantTitle: string;
  sku: string | null;
  barcode: string | null;
  tracked: boolean;
  bundle: boolean;
  /** In grams. */
  weight: number | null;
  /** In millimetres. */
  width: number | null;
  height: number | null;
  length: number | null;
  onHand: number | null;
  ofStatus: string;
  /** https, as the other address. */
  ofUrl: string | null;
  ofImageUrl: string | null;
}

/** Shopify's units of weight, in grams. */
const GRAMS: Record<string, number> = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 };

/** Shopify's units of a dimension, in millimetres, as older and newer metafields write them. */
const MILLIMETRES: Record<string, number> = {
  ...{ mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8, yd: 914.4 },
  ...{ millimeters: 1, centimeters: 10, meters: 1000, inches: 25.4, feet: 304.8, yards: 914.4 },
};

/** PostgreSQL's integers end here; no parcel does. */
const MOST = 2_147_483_647;

/** Variants as the catalog keeps them. Those that cannot be read stay as they were. */
export interface VariantReadings {
  readings: VariantReading[];
  /** The ids of variants that cannot be read. */
  unreadable: string[];
  /** How many cannot be read and do not even say which variant they are. */
  unnamed: number;
}

/** Reads variants one by one, so that one that is not as Shopify describes it hides no other. Gift cards are left out. */
export function readVariantNodes(nodes: readonly unknown[]): VariantReadings {
  const read: VariantReadings = { readings: [], unreadable: [], unnamed: 0 };
  for (const node of nodes) {
    const { data } = variantNodeSchema.safeParse(node);
    const reading = data && readVariantNode(data);
    if (reading) read.readings.push(reading);
    if (data) continue;
    const { id } = (node ?? {}) as { id?: unknown };
    if (typeof id === "string") read.unreadable.push(id);
    else read.unnamed++;
  }
  return read;
}

/** What a variant that Shopify showed is to the catalogue; null for a gift card, which lies in no warehouse. */
export function readVariantNode(node: VariantNode): VariantReading | null {
  const { product, inventoryItem } = node;
  if (product.isGiftCard) return null;
  return {
    variantId: node.id,
    inventoryItemId: inventoryItem.id,
    productId: product.id,
    productTitle: storable(product.title),
    variantTitle: storable(node.title),
    sku: node.sku?.trim() ? storable(node.sku) : null,
    barcode: storable(node.barcode?.trim() ?? "") || null,
    tracked: inventoryItem.tracked,
    bundle: node.requiresComponents,
    weight: grams(inventoryItem.measurement?.weight),
    width: millimetres(node.width) ?? millimetres(product.width),
    height: millimetres(node.height) ?? millimetres(product.height),
    length: millimetres(node.length) ?? millimetres(product.length),
    onHand: inventoryItem.inventoryLevel?.quantities[0]?.quantity ?? null,
    ofStatus: product.status,
    ofUrl: https(product.onlineStoreUrl),
    ofImageUrl: https(product.featuredMedia?.preview?.image?.url),
  };
}

/** PostgreSQL cannot hold a NUL or half a character, and a merchant cannot see them. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

/** The warehouse takes https addresses only. */
function https(address: string | null | undefined): string | null {
  return address?.startsWith("https://") ? storable(address) : null;
}

/** 0 is what Shopify shows for a weight nobody entered. */
function grams(weight: { unit: string; value: number } | null | undefined): number | null {
  return weight ? whole(weight.value * (GRAMS[weight.unit] ?? 1)) || null : null;
}

/** From a metafield of type `dimension`, or a plain number, which is taken for millimetres. Anything else is none. */
function millimetres(field: MetafieldNode | null | undefined): number | null {
  if (field?.type === "number_integer" || field?.type === "number_decimal") return whole(Number(field.value));
  if (field?.type !== "dimension") return null;
  try {
    const { value, unit } = JSON.parse(field.value) as { value?: unknown; unit?: unknown };
    return whole(Number(value) * (MILLIMETRES[String(unit).toLowerCase()] ?? NaN));
  } catch {
    return null;
  }
}

function whole(value: number): number | null {
  return value >= 0 ? Math.min(Math.round(value), MOST) : null;
}
