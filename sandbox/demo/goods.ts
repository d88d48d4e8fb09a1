import { LOCATIONS, NOT_IN_SHOP, PRODUCTS, type DemoProduct } from "./catalogue.ts";

/** One thing that can be sold. */
interface Piece {
  options: Record<string, string>;
  sku: string | null;
}

/** The demo's goods as the warehouse gets them: products with their stock. */
export function warehouseGoods() {
  const kept = PRODUCTS.filter(({ elsewhere }) => !elsewhere).flatMap((product) =>
    piecesOf(product).map(({ sku, options }) => ({
      sku: sku ?? "",
      description: [product.title, ...Object.values(options)].join(", "),
      barcode: barcodeOf(sku ?? ""),
      weight: product.grams,
      stock: stockOf(sku ?? ""),
    })),
  );
  return [...kept, ...NOT_IN_SHOP.map((product) => ({ ...product, barcode: barcodeOf(product.sku) }))];
}

/** The demo's goods as the shop gets them: counted once, long ago, so that almost every figure is off. */
export function shopGoods() {
  const products = PRODUCTS.map((product) => ({
    title: product.title,
    vendor: "Fjord & Field",
    productType: product.type,
    variants: piecesOf(product).map(({ sku, options }) => ({
      ...(Object.keys(options).length > 0 && { options }),
      sku,
      barcode: barcodeOfVariant(product, sku),
      price: product.price,
      weightGrams: product.grams,
      tracked: !product.untracked,
      requiresComponents: Boolean(product.bundle),
      onHand: { [LOCATIONS[0] ?? ""]: product.elsewhere ? 3 : Math.max(0, stockOf(sku ?? "") - 4) },
    })),
  }));
  return { locations: LOCATIONS, products };
}

function piecesOf({ sku, options = {} }: DemoProduct): Piece[] {
  return Object.entries(options).reduce<Piece[]>(
    (pieces, [name, values]) =>
      pieces.flatMap((piece) =>
        Object.entries(values).map(([value, part]) => ({
          options: { ...piece.options, [name]: value },
          sku: piece.sku === null ? null : `${piece.sku}-${part}`,
        })),
      ),
    [{ options: {}, sku }],
  );
}

/** A number that is the same on every run and looks like nothing in particular. */
function digest(text: string): number {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}

/** Some things are sold out, most are not. */
function stockOf(sku: string): number {
  const figure = digest(sku) % 60;
  return figure < 4 ? 0 : figure;
}

function barcodeOfVariant({ elsewhere, barcodeOf: other }: DemoProduct, sku: string | null): string | null {
  if (other) return barcodeOf(other);
  return sku && !elsewhere ? barcodeOf(sku) : null;
}

/** EAN-13 from the range reserved for use inside a company (GS1 prefix 2). */
function barcodeOf(sku: string): string {
  const body = `2${String(digest(sku)).padStart(11, "0")}`;
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
