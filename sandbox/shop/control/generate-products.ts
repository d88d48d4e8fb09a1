import { uniformFloat32 } from "pure-rand/distribution/uniformFloat32";
import { mersenne } from "pure-rand/generator/mersenne";
import { newItemFacts } from "../store/shop.ts";
import type { NewProduct, NewVariant } from "../store/catalogue.ts";

export interface Generation {
  products: number;
  variantsPerProduct: number;
  /** The same number makes the same products, whatever else the shop has. */
  seed: number;
  /** Shares of the variants, 0 to 1: without a SKU, and with the SKU of an earlier one. */
  missingSkus: number;
  duplicateSkus: number;
  /** On hand lies something between nothing and this. */
  mostOnHand: number;
}

const LOOKS = [
  "Classic",
  "Nordic",
  "Slim",
  "Relaxed",
  "Heavy",
  "Light",
  "Rustic",
  "Folded",
  "Everyday",
  "Winter",
];
const STUFFS = [
  "Cotton",
  "Wool",
  "Linen",
  "Oak",
  "Steel",
  "Cork",
  "Leather",
  "Stoneware",
  "Bamboo",
  "Canvas",
];
const GOODS = [
  { name: "T-shirt", code: "TS", type: "Shirts", hs: "610910", grams: 180, price: 24 },
  { name: "Sweater", code: "SW", type: "Knitwear", hs: "611020", grams: 520, price: 79 },
  { name: "Backpack", code: "BP", type: "Bags", hs: "420292", grams: 900, price: 95 },
  { name: "Mug", code: "MG", type: "Kitchen", hs: "691200", grams: 340, price: 14 },
  { name: "Chopping board", code: "CB", type: "Kitchen", hs: "441911", grams: 1200, price: 39 },
  { name: "Blanket", code: "BL", type: "Home", hs: "630120", grams: 1400, price: 89 },
  { name: "Notebook", code: "NB", type: "Stationery", hs: "482010", grams: 210, price: 12 },
  { name: "Lamp", code: "LP", type: "Lighting", hs: "940521", grams: 1900, price: 119 },
];
const VENDORS = ["Fjord & Field", "Mølle", "Harbour Goods", "Studio Ebb", "Kontor"];
const COUNTRIES = ["PT", "TR", "CN", "SE", "DE", "IN"];

const SIZES = ["XS", "S", "M", "L", "XL", "XXL", "3XL", "4XL"];
const COLOURS = "Black White Grey Navy Blue Sky Green Olive Moss Sand Brown Rust Red Rose Plum Yellow".split(
  " ",
);
const FITS = Array.from({ length: 16 }, (_, index) => `Cut ${index + 1}`);

/** Products as a merchant might have them: nothing about them is true, and none of it looks it. */
export function* generateProducts(of: Generation & { locationId: number }): Generator<NewProduct> {
  const luck = mersenne(of.seed);
  const chance = () => uniformFloat32(luck);
  const one = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;
  const options = optionsFor(of.variantsPerProduct);
  let count = 0;
  let earlier: string | null = null;

  for (let index = 1; index <= of.products; index++) {
    const kind = one(GOODS);
    const title = `${one(LOOKS)} ${one(STUFFS)} ${kind.name} ${index}`;
    const price = (kind.price + Math.floor(chance() * 20) - 0.05).toFixed(2);
    const facts = newItemFacts({
      weight: { value: Math.round(kind.grams * (0.8 + chance() * 0.4)), unit: "GRAMS" },
      countryCodeOfOrigin: one(COUNTRIES),
      harmonizedSystemCode: kind.hs,
    });
    const variants = options.rows.map(({ values, code }): NewVariant => {
      count++;
      const own = `${kind.code}-${String(index).padStart(6, "0")}${code}`;
      const fate = chance();
      const isDuplicate = fate >= of.missingSkus && fate < of.missingSkus + of.duplicateSkus;
      const sku = fate < of.missingSkus ? null : isDuplicate && earlier ? earlier : own;
      // Not always the last one, so that the two of a pair lie far apart.
      earlier = one([earlier, sku]) ?? sku;
      return {
        ...facts,
        options: values,
        sku,
        barcode: ean(of.seed * 10_000_000 + count),
        price,
        tracked: true,
        requiresComponents: false,
        stock: [{ locationId: of.locationId, onHand: Math.floor(chance() * (of.mostOnHand + 1)) }],
      };
    });
    yield {
      title,
      status: "ACTIVE",
      vendor: one(VENDORS),
      productType: kind.type,
      description: `${title}, made to be used.`,
      images: [`https://images.example/${kind.code.toLowerCase()}/${index}.jpg`],
      optionNames: options.names,
      variants,
    };
  }
}

/** So many different rows of option values; with one there are no options. */
function optionsFor(count: number): { names: string[]; rows: { values: string[]; code: string }[] } {
  if (count === 1) return { names: ["Title"], rows: [{ values: ["Default Title"], code: "" }] };
  const all = [
    { name: "Size", values: SIZES },
    { name: "Colour", values: COLOURS },
    { name: "Cut", values: FITS },
  ];
  const depth = count <= SIZES.length ? 1 : count <= SIZES.length * COLOURS.length ? 2 : 3;
  const used = all.slice(0, depth);
  const rows = Array.from({ length: count }, (_, row) => {
    let rest = row;
    const values = used.map(({ values: list }) => {
      const value = list[rest % list.length]!;
      rest = Math.floor(rest / list.length);
      return value;
    });
    return { values, code: `-${values.map((value) => value.replace("Cut ", "C").toUpperCase()).join("-")}` };
  });
  return { names: used.map(({ name }) => name), rows };
}

/** A barcode of the range that is kept for use within a shop, with its check digit. */
function ean(number: number): string {
  const digits = `20${String(number).slice(-10).padStart(10, "0")}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
