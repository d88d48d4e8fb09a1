import { expect } from "vitest";
import { mapVariant } from "../../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../../app/domain/ids.ts";
import { changeStockSettings } from "../../../app/domain/stock/settings/change-stock-settings.ts";
import type { AtEnd } from "../../support/share.ts";
import { setOnHand } from "../../support/stock.ts";
import { createWorld, readShop, type World } from "../../support/world.ts";
import {
  ALL_SOLD,
  AT_FIRST,
  FILLING,
  GRACE,
  NOTHING_KEPT,
  offeredOf,
  partsOf,
  type Mode,
  type Sold,
} from "./rules.ts";

/** A location of the store that is not the warehouse. */
const NEIGHBOR = "Shop floor";

export interface Story {
  mode: Mode;
  /** The warehouse's stock counts units that came in defective. */
  countsDefective: boolean;
  /** So many variants that they are compared with bulk queries. */
  isLarge: boolean;
}

/** Both systems with units in them, the app connected, and every variant mapped, for longer than the grace period. */
export async function begin({ mode, countsDefective, isLarge }: Story, atEnd: AtEnd): Promise<World> {
  const filling = isLarge ? FILLING.skus : [];
  const freeOf = (sku: keyof typeof AT_FIRST) => AT_FIRST[sku];
  const variants = ALL_SOLD.map((sku) => ({ sku, onHand: offeredOf(sku, { freeOf, kept: NOTHING_KEPT }) }));
  const world = await createWorld(
    {
      warehouse: { ...AT_FIRST, ...Object.fromEntries(filling.map((sku) => [sku, FILLING.units])) },
      variants: [...variants, ...filling.map((sku) => ({ sku, onHand: FILLING.units }))],
    },
    atEnd,
  );
  if (countsDefective) await world.atWarehouse("behaviours", { defectiveStock: "counted" });
  for (const sku of ALL_SOLD) await setOnHand(world, { sku, pieces: 7, location: NEIGHBOR });
  await world.connect();
  if (mode !== "on_hand") await changeStockSettings(world.ctx, { mode });
  for (const sold of ALL_SOLD) await map(world, sold);
  await world.settle();
  await world.pass(GRACE + 1);
  await world.sweep();
  return world;
}

/** Says what a variant is made of. */
export async function map(world: World, sold: Sold): Promise<void> {
  const components = partsOf(sold).map(([sku, quantity]) => ({ sku: sku as string as Sku, quantity }));
  const variantId = (await readShop(world)).variant(sold).id as VariantId;
  const { outcome } = await mapVariant(world.ctx, { variantId, components });
  expect(outcome).toBe("mapped");
}
