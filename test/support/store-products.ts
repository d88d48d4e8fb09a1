import type { Stage } from "./panel.ts";

/** A product, as the sandbox shop shows it. */
export interface StoreProduct {
  id: string;
  title: string;
  variants: {
    id: string;
    sku: string | null;
    barcode: string | null;
    /** By location's name. */
    levels: Record<string, { on_hand: number }>;
  }[];
}

/** The number at the end of one of Shopify's ids, by which addresses name the same. */
export const numberOf = (id: string): string => id.split("/").at(-1)!;

async function readProducts({ atShop }: Stage): Promise<StoreProduct[]> {
  return (await atShop<{ products: StoreProduct[] }>("state")).products;
}

export async function findProduct(stage: Stage, title: string): Promise<StoreProduct> {
  return (await readProducts(stage)).find((product) => product.title === title)!;
}

/** The app's page of the variant that has this SKU in the store. */
export async function pageOfVariant(stage: Stage, sku: string): Promise<string> {
  const variants = (await readProducts(stage)).flatMap((product) => product.variants);
  return `/app/products/${numberOf(variants.find((variant) => variant.sku === sku)!.id)}`;
}
