import type { World } from "../support/world.ts";

/** A small shop in which matching has something of each kind to decide. */
export const goods = {
  warehouse: { MUG: 5, CUP: 2, SET: 1 },
  variants: [
    { title: "Mug", sku: "MUG" },
    { title: "Cup", sku: "cup" },
    { title: "Vase", sku: "VASE" },
    { title: "Sticker", sku: null },
  ],
};

/** How its variants stand when both catalogues are read. */
export const IMPORTED = { Cup: "suggested", Mug: "mapped", Sticker: "unmapped", Vase: "not_at_warehouse" };

export const operations = (world: World) => world.atShop<{ status: string }[]>("shops/demo/bulk-operations");
