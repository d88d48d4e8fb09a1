import { expect } from "vitest";
import { chooseLocation } from "../../../app/domain/connection/choose-location.ts";
import type { ShopContext } from "../../../app/domain/shop-context.ts";
import {
  changePreviousLocation,
  type PreviousLocationChange,
} from "../../../app/domain/stock/previous-location/change-previous-location.ts";
import { listPreviousLocations } from "../../../app/domain/stock/previous-location/list-previous-locations.ts";
import { setPreviousQuantities } from "../../../app/domain/stock/previous-location/set-previous-quantities.ts";
import { ShopifyError } from "../../../app/shopify/errors.ts";
import { CutOff, throughAll, type Around } from "../../support/cut-off.ts";
import { history, order } from "../../support/stock.ts";
import {
  createWorld,
  LOCATION,
  productPath,
  readShop,
  type SeedVariant,
  type World,
} from "../../support/world.ts";

export const SHOP_FLOOR = "Shop floor";

/** Live at one location, and then moved to another. MUG 5 (two of them committed), BOX 3, VASE 0, FREE 7 where it is not tracked. */
export async function moved({
  variants = [],
  untracked = false,
}: { variants?: SeedVariant[]; untracked?: boolean } = {}): Promise<World> {
  const free = { sku: "FREE", tracked: false, onHand: 7 };
  const world = await createWorld({
    warehouse: { MUG: 5, BOX: 3, VASE: 0, ...(untracked && { FREE: 7 }) },
    variants: [{ sku: "MUG" }, { sku: "BOX" }, { sku: "VASE" }, ...(untracked ? [free] : []), ...variants],
  });
  await world.connect();
  await order(world, { MUG: 2 });
  await world.settle();
  await choose(world, SHOP_FLOOR);
  return world;
}

export async function choose(world: World, name: string): Promise<void> {
  const locationId = (await readShop(world)).location(name);
  expect(await chooseLocation(world.ctx, { locationId })).toEqual({ outcome: "chosen" });
  await world.settle();
}

export async function change(
  { ctx }: World,
  asked: PreviousLocationChange,
): Promise<Awaited<ReturnType<typeof changePreviousLocation>>["outcome"]> {
  const [location] = await listPreviousLocations(ctx);
  return (await changePreviousLocation(ctx, { locationId: location?.locationId ?? "gone", change: asked }))
    .outcome;
}

/** Units that the merchant sees of the location left last. */
export async function shown({ ctx }: World) {
  const [location] = await listPreviousLocations(ctx);
  if (!location) return null;
  const { name, phase, available, taken, unsure } = location;
  return { name, phase, available: available.units, taken: taken.units, unsure: unsure.units };
}

type Quantities = { on_hand: number; available: number; committed: number };

/** Quantities at the previous location, by SKU. */
export async function levels(world: World): Promise<Record<string, Quantities>> {
  interface Variant {
    sku: string;
    levels: Record<string, Quantities>;
  }
  const { products } = await world.atShop<{ products: { variants: Variant[] }[] }>("shops/demo/state");
  const variants = products.flatMap((product) => product.variants);
  return Object.fromEntries(variants.map(({ sku, levels }) => [sku, levels[LOCATION]!]));
}

export async function available(world: World): Promise<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(await levels(world)).map(([sku, level]) => [sku, level.available]),
  );
}

/** Moves by Dockline at the previous location since `before`. */
export async function moves(world: World, before = 0): Promise<string[]> {
  return (await history(world))
    .slice(before)
    .filter(({ by, location, name }) => by === "app" && location === LOCATION && name === "available")
    .map(({ sku, from, to }) => `${sku} ${from} → ${to}`)
    .toSorted();
}

/** A context with something that happens right before each of its writes of quantities. */
export function beforeWrites({ ctx }: World, happen: () => Promise<unknown>): ShopContext {
  const request: ShopContext["admin"]["request"] = async (operation, ...rest) => {
    if (operation.toString().includes("inventorySetQuantities(")) await happen();
    return ctx.admin.request(operation, ...rest);
  };
  return { ...ctx, admin: { ...ctx.admin, request } };
}

/** One run of the job, which may fail. */
export async function tryOnce(ctx: ShopContext): Promise<unknown> {
  return setPreviousQuantities(ctx).catch((error: unknown) => error);
}

/** Requests of one kind about an item have no answer, and all others do; without an item, no request has one. */
export function failing({ ctx }: World, about?: { operation: string; item: string }): ShopContext {
  const request: ShopContext["admin"]["request"] = async (operation, variables, ...rest) => {
    const failure = new ShopifyError("unavailable", { message: "no answer" });
    if (!about) throw failure.with({ scope: "system" });
    const isAboutIt =
      operation.toString().includes(about.operation) && JSON.stringify(variables).includes(about.item);
    if (isAboutIt) throw failure;
    return ctx.admin.request(operation, variables, ...rest);
  };
  return { ...ctx, admin: { ...ctx.admin, request } };
}

/** Makes a variant a bundle, whose quantities nobody may set, or a plain one again. */
export async function bundle(world: World, sku: string, requiresComponents: boolean): Promise<void> {
  const { id, productId } = (await readShop(world)).variant(sku);
  await world.atShop(productPath({ productId }), { variants: [{ id, requiresComponents }] });
}

/** As where every job has failed for good. */
export async function forgetJobs({ services }: World): Promise<void> {
  await services.pool.query("SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs");
}

export async function secondsToNextRun({ services }: World): Promise<number> {
  const { rows } = await services.pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM run_at - now())::float8 AS "seconds" FROM graphile_worker.jobs
     WHERE task_identifier = 'set-previous-quantities'`,
  );
  return rows[0]!.seconds;
}

/** One run that dies as soon as its first write of quantities has landed. */
export async function dieAfterWriting({ ctx }: World): Promise<void> {
  let isDead = false;
  const request: ShopContext["admin"]["request"] = async (operation, ...rest) => {
    const answer = await ctx.admin.request(operation, ...rest);
    isDead ||= operation.toString().includes("inventorySetQuantities(");
    return answer;
  };
  const alive: Around = async (carryOut) => {
    if (isDead) throw new CutOff();
    const answer = await carryOut();
    if (isDead) throw new CutOff();
    return answer;
  };
  const error = await tryOnce(throughAll({ ...ctx, admin: { ...ctx.admin, request } }, alive));
  expect(error).toBeInstanceOf(CutOff);
}
