import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";

/** Variants of one product, as many shops have. */
const PER_PRODUCT = 8;
/** One in so many variants has no SKU, one carries another's: matching must have something to decide. */
const WITHOUT_SKU = 50;
const DUPLICATE = 40;

/** What Shopify's bulk operation writes of the nth variant of a made-up shop. */
function line(n: number): string {
  const product = Math.floor(n / PER_PRODUCT);
  const sku = n % WITHOUT_SKU === 0 ? null : n % DUPLICATE === 0 ? skuOf(n - 1) : skuOf(n);
  return JSON.stringify({
    id: `gid://shopify/ProductVariant/${46_000_000_000_000 + n}`,
    title: `Colour ${n % PER_PRODUCT} / M`,
    sku,
    barcode: String(4_000_000_000_000 + n),
    requiresComponents: false,
    product: {
      id: `gid://shopify/Product/${8_000_000_000_000 + product}`,
      title: `${["Organic", "Stoneware", "Linen", "Brass"][product % 4]} thing number ${product}`,
      status: "ACTIVE",
      isGiftCard: false,
      onlineStoreUrl: `https://shop.example/products/thing-${product}`,
      featuredMedia: { preview: { image: { url: `https://cdn.example/files/thing-${product}.jpg` } } },
    },
    inventoryItem: {
      id: `gid://shopify/InventoryItem/${48_000_000_000_000 + n}`,
      tracked: true,
      measurement: { weight: { unit: "KILOGRAMS", value: 0.31 } },
      inventoryLevel: { quantities: [{ name: "on_hand", quantity: n % 50 }] },
    },
  });
}

const skuOf = (n: number) => `THING-${Math.floor(n / PER_PRODUCT)}-${n % PER_PRODUCT}`;

/** Writes a bulk result of so many variants. */
export async function writeResult(file: string, variants: number): Promise<void> {
  function* lines() {
    for (let n = 0; n < variants; n++) yield `${line(n)}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

/** The warehouse's side of the same shop: nine in ten of the SKUs. */
export async function storeProducts(
  pool: pg.Pool,
  { shop, variants }: { shop: string; variants: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO "WarehouseProduct" ("shop", "sku", "skuFolded", "description", "barcode", "stock", "search", "readAt")
     SELECT $1, s, lower(s), 'Thing', NULL, n % 50, lower(s), now()
     FROM (SELECT n, 'THING-' || n / $3::int || '-' || n % $3::int AS s FROM generate_series(0, $2::int - 1) n
           WHERE n % 10 <> 0) numbers`,
    [shop, variants, PER_PRODUCT],
  );
}
