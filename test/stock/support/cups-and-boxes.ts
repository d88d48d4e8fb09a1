import { expect } from "vitest";
import { applyWords, previewWords } from "../../../app/domain/catalog/mapping/change-words.ts";
import { mapVariant } from "../../../app/domain/catalog/mapping/map-variants.ts";
import type { WordsAction } from "../../../app/domain/catalog/mapping/plan-words.ts";
import type { Sku, VariantId } from "../../../app/domain/ids.ts";
import { changeStockSettings } from "../../../app/domain/stock/settings/change-stock-settings.ts";
import { fulfil, history, order } from "../../support/stock.ts";
import { createWorld, readShop, type World } from "../../support/world.ts";

/** Ten mugs and ten boxes in both systems. The store sells the mugs as CUP, and boxes with a mug in them as SET. */
export async function cupsAndBoxes(): Promise<World> {
  const world = await createWorld({
    warehouse: { MUG: 10, BOX: 10 },
    variants: ["CUP", "BOX", "SET"].map((sku) => ({ sku, onHand: 10 })),
  });
  await world.connect();
  return world;
}

export async function sell(world: World, pieces: Record<string, number>): Promise<void> {
  await fulfil(world, await order(world, pieces));
  await world.settle();
}

export async function idOf(world: World, sku: string): Promise<VariantId> {
  return (await readShop(world)).variant(sku).id as VariantId;
}

export async function map(world: World, sku: string, parts: Record<string, number>): Promise<void> {
  const components = Object.entries(parts).map(([part, quantity]) => ({ sku: part as Sku, quantity }));
  expect(await mapVariant(world.ctx, { variantId: await idOf(world, sku), components })).toEqual({
    outcome: "mapped",
  });
  await world.settle();
}

export async function say(world: World, sku: string, action: WordsAction): Promise<void> {
  const change = { action, selection: { variantIds: [await idOf(world, sku)] } };
  const { fingerprint } = await previewWords(world.ctx, change);
  const outcome = await applyWords(world.ctx, { ...change, expected: fingerprint, confirmed: true });
  expect(outcome).toMatchObject({ outcome: "done", changed: 1 });
  await world.settle();
}

/** The most that the app has written for an SKU. */
export async function mostWritten(world: World, sku: string): Promise<number> {
  const moves = await history(world);
  return Math.max(0, ...moves.flatMap((one) => (one.by === "app" && one.sku === sku ? one.to : [])));
}

/** The quantity mode is changed to the other, and back. */
export async function changeModeThereAndBack(world: World): Promise<void> {
  for (const mode of ["available", "on_hand"] as const) {
    await changeStockSettings(world.ctx, { mode });
    await world.settle();
  }
}

/** Shopify cannot list the orders that changed. */
export async function failChangedOrders(world: World): Promise<void> {
  const errors = [{ message: "Internal error.", code: "INTERNAL_SERVER_ERROR" }];
  await world.atShop("faults", {
    path: "graphql",
    operation: "FulfillmentsOfChangedOrders",
    action: { kind: "graphql-errors", errors, data: "null" },
  });
}

/** The warehouse cannot answer at this path. */
export async function fail(world: World, path: string): Promise<void> {
  await world.atWarehouse("faults", { path, action: { kind: "status", status: 500, body: {} } });
}

/** Both systems answer again, and all is tried again. */
export async function recover(world: World): Promise<void> {
  await world.clearFaults();
  await world.retryNow();
  await world.sweep();
}
