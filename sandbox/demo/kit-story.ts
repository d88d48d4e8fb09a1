import { LOCATIONS } from "./catalogue.ts";
import { control } from "./control.ts";
import { createMerchant } from "./merchant.ts";
import { quiet, readWorlds, until } from "./observe.ts";
import { expect, type Step } from "./play.ts";
import type { DemoStore } from "./world.ts";

const KIT = "KIT-COFFEE";
/** Units of each SKU in one kit. Both are also sold singly. */
const PARTS = { DRIP: 1, "MUG-FOR": 2 } as const;
const PART_SKUS = Object.keys(PARTS) as (keyof typeof PARTS)[];

interface ShopState {
  products: { variants: { id: string; sku: string | null }[] }[];
}

/** A kit is mapped and ordered once: its parts show at once that they are promised, and nothing is subtracted twice. */
export function kitStory(world: DemoStore): Step {
  const { shopUrl, shop, warehouse } = world;
  const merchant = createMerchant(world);
  const look = () => readWorlds(world);
  const asShop = <T>(path: string, body?: object) =>
    control<T>(shopUrl, { path: `shops/${shop}/${path}`, body });

  return {
    step: "A kit shares its parts' stock: one order takes from all of them",
    async play() {
      const { products } = await asShop<ShopState>("state");
      const kit = products.flatMap(({ variants }) => variants).find(({ sku }) => sku === KIT);
      const components = PART_SKUS.map((sku) => ({ sku, quantity: PARTS[sku] }));
      await merchant.say(`/app/products/${kit?.id.split("/").at(-1)}`, { intent: "map", components });
      const before = await until(look, ({ onHand }) => onHand(KIT) === kitsIn(onHand));

      const order = { lines: [{ sku: KIT, quantity: 1 }], location: LOCATIONS[0] };
      const { id } = await asShop<{ id: string }>("orders", order);
      const isLess = ({ onHand }: typeof before) =>
        PART_SKUS.every((sku) => onHand(sku) === before.onHand(sku) - PARTS[sku]);
      await until(look, isLess);

      const lines = PART_SKUS.map((sku) => ({ sku, quantity: PARTS[sku] }));
      await control(warehouse.url, { path: "ship", body: { lines } });
      await quiet(world);
      await asShop(`orders/${encodeURIComponent(id)}/fulfill`, {});
      await quiet(world);
      const after = await look();
      expect(isLess(after), "a parcel was subtracted twice");
      expect(after.onHand(KIT) === kitsIn(after.onHand), "the kit shows another number than its parts make");
      return [KIT, ...PART_SKUS]
        .map((sku) => `${sku}: ${before.onHand(sku)} → ${after.onHand(sku)}`)
        .join(", ");
    },
  };
}

function kitsIn(onHand: (sku: string) => number): number {
  return Math.min(...PART_SKUS.map((sku) => Math.floor(onHand(sku) / PARTS[sku])));
}
