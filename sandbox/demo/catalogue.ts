/**
 * The demo's goods: an outdoor shop as a merchant would have it, with the loose ends real catalogues have. What each
 * loose end is there for is said beside it.
 */

export interface DemoProduct {
  title: string;
  type: string;
  /** In whole units of the shop's currency. */
  price: number;
  /** Of one piece, in grams. */
  grams: number;
  /** Start of its SKUs; null when the merchant gave none. */
  sku: string | null;
  /** Option name and its values with the SKU part each stands for. One variant for every combination. */
  options?: Record<string, Record<string, string>>;
  /** Not kept at the warehouse. */
  elsewhere?: true;
  /** Carries the barcode of another SKU. */
  barcodeOf?: string;
  /** Made of other goods: the shop works out its stock. */
  bundle?: true;
  /** The shop does not count it. */
  untracked?: true;
}

const SIZES = { S: "S", M: "M", L: "L", XL: "XL" };
const SHOES = { "39": "39", "40": "40", "41": "41", "42": "42", "43": "43" };

export const LOCATIONS = ["Warehouse", "Harbour Street shop"];

export const PRODUCTS: DemoProduct[] = [
  {
    title: "Fjord Rain Jacket",
    type: "Jackets",
    price: 189,
    grams: 540,
    sku: "FRJ",
    options: { Colour: { Moss: "MOS", Slate: "SLA" }, Size: SIZES },
  },
  {
    title: "Dune Wind Shell",
    type: "Jackets",
    price: 129,
    grams: 310,
    sku: "DWS",
    options: { Colour: { Sand: "SAN", Ink: "INK" }, Size: SIZES },
  },
  { title: "Tarn Down Vest", type: "Jackets", price: 149, grams: 360, sku: "TDV", options: { Size: SIZES } },
  {
    title: "Heron Fleece",
    type: "Midlayers",
    price: 89,
    grams: 420,
    sku: "HFL",
    options: { Colour: { Oat: "OAT", Pine: "PIN" }, Size: SIZES },
  },
  {
    title: "Merino Base Layer",
    type: "Midlayers",
    price: 69,
    grams: 210,
    sku: "MBL",
    options: { Size: SIZES },
  },
  {
    title: "Ridge Trekking Trousers",
    type: "Trousers",
    price: 109,
    grams: 450,
    sku: "RTT",
    options: { Colour: { Coal: "COA", Olive: "OLI" }, Size: SIZES },
  },
  {
    title: "Cloudburst Rain Trousers",
    type: "Trousers",
    price: 99,
    grams: 280,
    sku: "CRT",
    options: { Colour: { Slate: "SLA", Moss: "MOS" }, Size: SIZES },
  },
  { title: "Creek Shorts", type: "Trousers", price: 59, grams: 240, sku: "CRS", options: { Size: SIZES } },
  {
    title: "Wool Hiking Socks",
    type: "Accessories",
    price: 19,
    grams: 80,
    sku: "WHS",
    options: { Size: { "36–39": "A", "40–43": "B", "44–47": "C" } },
  },
  {
    title: "Merino Beanie",
    type: "Accessories",
    price: 29,
    grams: 70,
    sku: "MBE",
    options: { Colour: { Moss: "MOS", Rust: "RUS", Night: "NIG" } },
  },
  {
    title: "Felt Cap",
    type: "Accessories",
    price: 34,
    grams: 110,
    sku: "FCA",
    options: { Colour: { Grey: "GRY", Brown: "BRN" } },
  },
  {
    title: "Windproof Gloves",
    type: "Accessories",
    price: 39,
    grams: 120,
    sku: "WPG",
    options: { Size: { S: "S", M: "M", L: "L" } },
  },
  { title: "Ranger Boots", type: "Shoes", price: 219, grams: 1450, sku: "RAB", options: { Size: SHOES } },
  {
    title: "Pebble Trail Shoes",
    type: "Shoes",
    price: 139,
    grams: 780,
    sku: "PTS",
    options: { Size: SHOES },
  },
  { title: "Shoreline Sandals", type: "Shoes", price: 79, grams: 520, sku: "SHS", options: { Size: SHOES } },
  { title: "Two-Person Tent Lark", type: "Tents", price: 349, grams: 2300, sku: "TEN-LARK" },
  { title: "Three-Person Tent Owl", type: "Tents", price: 449, grams: 3100, sku: "TEN-OWL" },
  { title: "Tarp 3 × 3", type: "Tents", price: 99, grams: 690, sku: "TARP-3" },
  {
    title: "Ground Sheet",
    type: "Tents",
    price: 39,
    grams: 400,
    sku: "GSH",
    options: { For: { Lark: "LARK", Owl: "OWL" } },
  },
  { title: "Titanium Tent Pegs, set of 8", type: "Tents", price: 24, grams: 90, sku: "PEG-8" },
  {
    title: "Down Sleeping Bag",
    type: "Sleeping",
    price: 279,
    grams: 950,
    sku: "DSB",
    options: { Comfort: { "5 °C": "P05", "−5 °C": "M05" } },
  },
  {
    title: "Self-Inflating Mat",
    type: "Sleeping",
    price: 89,
    grams: 720,
    sku: "SIM",
    options: { Length: { Regular: "R", Long: "L" } },
  },
  { title: "Camp Pillow", type: "Sleeping", price: 29, grams: 130, sku: "CPI" },
  { title: "Silk Liner", type: "Sleeping", price: 49, grams: 140, sku: "SLI" },
  { title: "Gas Stove Ember", type: "Kitchen", price: 59, grams: 110, sku: "STV-EMB" },
  { title: "Titanium Pot 900 ml", type: "Kitchen", price: 64, grams: 120, sku: "POT-900" },
  {
    title: "Enamel Mug",
    type: "Kitchen",
    price: 14,
    grams: 160,
    sku: "MUG",
    options: { Colour: { Cream: "CRE", Forest: "FOR", Sky: "SKY" } },
  },
  { title: "Folding Spoon", type: "Kitchen", price: 9, grams: 20, sku: "SPO" },
  { title: "Olive Wood Board", type: "Kitchen", price: 32, grams: 480, sku: "BRD/OLIVE" }, // A slash has to survive the warehouse's paths.
  {
    title: "Water Bottle 1 l",
    type: "Kitchen",
    price: 24,
    grams: 150,
    sku: "BOT-1L",
    options: { Colour: { Steel: "STE", Black: "BLK" } },
  },
  { title: "Coffee Dripper", type: "Kitchen", price: 27, grams: 90, sku: "DRIP" },
  {
    title: "Day Pack 18 l",
    type: "Packs",
    price: 89,
    grams: 640,
    sku: "DP18",
    options: { Colour: { Moss: "MOS", Clay: "CLA", Black: "BLK" } },
  },
  {
    title: "Trekking Pack 55 l",
    type: "Packs",
    price: 229,
    grams: 1680,
    sku: "TP55",
    options: { Back: { Short: "S", Regular: "R" } },
  },
  {
    title: "Dry Bag",
    type: "Packs",
    price: 22,
    grams: 110,
    sku: "DRY",
    options: { Volume: { "5 l": "05", "10 l": "10", "20 l": "20" } },
  },
  { title: "Rain Cover", type: "Packs", price: 19, grams: 95, sku: "RCO" },
  { title: "Head Torch 350", type: "Tools", price: 49, grams: 90, sku: "HT350" },
  { title: "Camp Lantern", type: "Tools", price: 54, grams: 260, sku: "LANT" },
  { title: "Pocket Knife Birch", type: "Tools", price: 44, grams: 95, sku: "KNF-B" },
  { title: "Repair Kit", type: "Tools", price: 17, grams: 140, sku: "REP" },
  { title: "Trekking Poles, pair", type: "Tools", price: 95, grams: 480, sku: "POL" },
  { title: "First Aid Kit", type: "Tools", price: 36, grams: 310, sku: "AID" },
  {
    title: "Topographic Map",
    type: "Books",
    price: 16,
    grams: 80,
    sku: "MAP",
    options: { Sheet: { North: "N", South: "S", Coast: "C" } },
  },
  { title: "Field Guide to Birds", type: "Books", price: 29, grams: 620, sku: "BOOK-BIRD" },
  // Two products that carry one barcode by mistake: nobody can tell which one the warehouse stores.
  {
    title: "Beeswax Balm",
    type: "Care",
    price: 12,
    grams: 60,
    sku: "BALM",
    elsewhere: true,
    barcodeOf: "CARE-01",
  },
  {
    title: "Leather Grease",
    type: "Care",
    price: 14,
    grams: 90,
    sku: "GREASE",
    elsewhere: true,
    barcodeOf: "CARE-01",
  },
  // The merchant never gave these an SKU.
  { title: "Sticker Sheet", type: "Extras", price: 4, grams: 10, sku: null, elsewhere: true },
  { title: "Engraving", type: "Extras", price: 8, grams: 0, sku: null, elsewhere: true, untracked: true },
  // Made in the shop, so the warehouse does not know it.
  {
    title: "Waxed Apron, made to order",
    type: "Extras",
    price: 119,
    grams: 700,
    sku: "APR-MTO",
    elsewhere: true,
  },
  // A kit the merchant packs from goods the warehouse keeps under SKUs of their own.
  { title: "Camp Coffee Set", type: "Kits", price: 79, grams: 400, sku: "KIT-COFFEE", elsewhere: true },
  // A bundle the shop itself makes of its parts.
  {
    title: "Weekend Bundle",
    type: "Kits",
    price: 599,
    grams: 4200,
    sku: "BND-WEEKEND",
    elsewhere: true,
    bundle: true,
  },
];

/** In the warehouse under an SKU that no variant has. */
export const NOT_IN_SHOP = [
  { sku: "CARE-01", description: "Leather care, tin", stock: 24 },
  { sku: "PACK-S", description: "Shipping box small", stock: 1400 },
  { sku: "PACK-L", description: "Shipping box large", stock: 620 },
];
