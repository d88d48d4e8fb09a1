import { describe, expect, test } from "vitest";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import { disconnectWarehouse } from "../../app/domain/connection/disconnect-warehouse.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { previewGoLive } from "../../app/domain/stock/report/preview-go-live.ts";
import {
  changePreviousLocation,
  type PreviousLocationChange,
} from "../../app/domain/stock/previous-location/change-previous-location.ts";
import { listPreviousLocations } from "../../app/domain/stock/previous-location/list-previous-locations.ts";
import { setPreviousQuantities } from "../../app/domain/stock/previous-location/set-previous-quantities.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { CutOff, cutAt, throughAll, type Around } from "../support/cut-off.ts";
import { countCalls, forgetCalls, history, order, setOnHand, shopOf } from "../support/stock.ts";
import {
  createWorld,
  LOCATION,
  productPath,
  readShop,
  SHOP,
  type SeedVariant,
  type World,
} from "../support/world.ts";
import { say } from "./support/cups-and-boxes.ts";

const SHOP_FLOOR = "Shop floor";

/** Live at one location, and then moved to another. MUG 5 (two of them committed), BOX 3, VASE 0, FREE 7 where it is not tracked. */
async function moved({
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

async function choose(world: World, name: string): Promise<void> {
  const locationId = (await readShop(world)).location(name);
  expect(await chooseLocation(world.ctx, { locationId })).toEqual({ outcome: "chosen" });
  await world.settle();
}

async function change(
  { ctx }: World,
  asked: PreviousLocationChange,
): Promise<Awaited<ReturnType<typeof changePreviousLocation>>["outcome"]> {
  const [location] = await listPreviousLocations(ctx);
  return (await changePreviousLocation(ctx, { locationId: location?.locationId ?? "gone", change: asked }))
    .outcome;
}

/** Units that the merchant sees of the location left last. */
async function shown({ ctx }: World) {
  const [location] = await listPreviousLocations(ctx);
  if (!location) return null;
  const { name, phase, available, taken, unsure } = location;
  return { name, phase, available: available.units, taken: taken.units, unsure: unsure.units };
}

type Quantities = { on_hand: number; available: number; committed: number };

/** Quantities at the previous location, by SKU. */
async function levels(world: World): Promise<Record<string, Quantities>> {
  interface Variant {
    sku: string;
    levels: Record<string, Quantities>;
  }
  const { products } = await world.atShop<{ products: { variants: Variant[] }[] }>("shops/demo/state");
  const variants = products.flatMap((product) => product.variants);
  return Object.fromEntries(variants.map(({ sku, levels }) => [sku, levels[LOCATION]!]));
}

async function available(world: World): Promise<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(await levels(world)).map(([sku, level]) => [sku, level.available]),
  );
}

/** Moves by Dockline at the previous location since `before`. */
async function moves(world: World, before = 0): Promise<string[]> {
  return (await history(world))
    .slice(before)
    .filter(({ by, location, name }) => by === "app" && location === LOCATION && name === "available")
    .map(({ sku, from, to }) => `${sku} ${from} → ${to}`)
    .toSorted();
}

/** A context with something that happens right before each of its writes of quantities. */
function beforeWrites({ ctx }: World, happen: () => Promise<unknown>): ShopContext {
  const request: ShopContext["admin"]["request"] = async (operation, ...rest) => {
    if (operation.toString().includes("inventorySetQuantities(")) await happen();
    return ctx.admin.request(operation, ...rest);
  };
  return { ...ctx, admin: { ...ctx.admin, request } };
}

/** One run of the job, which may fail. */
async function tryOnce(ctx: ShopContext): Promise<unknown> {
  return setPreviousQuantities(ctx).catch((error: unknown) => error);
}

/** Requests of one kind about an item have no answer, and all others do; without an item, no request has one. */
function failing({ ctx }: World, about?: { operation: string; item: string }): ShopContext {
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
async function bundle(world: World, sku: string, requiresComponents: boolean): Promise<void> {
  const { id, productId } = (await readShop(world)).variant(sku);
  await world.atShop(productPath({ productId }), { variants: [{ id, requiresComponents }] });
}

/** As where every job has failed for good. */
async function forgetJobs({ services }: World): Promise<void> {
  await services.pool.query("SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs");
}

async function secondsToNextRun({ services }: World): Promise<number> {
  const { rows } = await services.pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM run_at - now())::float8 AS "seconds" FROM graphile_worker.jobs
     WHERE task_identifier = 'set-previous-quantities'`,
  );
  return rows[0]!.seconds;
}

/** One run that dies as soon as its first write of quantities has landed. */
async function dieAfterWriting({ ctx }: World): Promise<void> {
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

const NONE = { variants: 0, units: 0, most: [] };

describe("a location that the merchant changes to another", () => {
  test("is offered to be set to 0, with what it had on sale, and is left as it is", async () => {
    const world = await moved({ untracked: true, variants: [{ sku: null, onHand: 9 }] });
    const named = { variantTitle: "Default Title", units: 3 };
    expect(await listPreviousLocations(world.ctx)).toEqual([
      {
        ...{ locationId: (await readShop(world)).location(LOCATION), name: LOCATION, phase: "offered" },
        ...{ percent: 0, taken: NONE, unsure: NONE },
        available: {
          ...{ variants: 2, units: 6 },
          most: [
            { productTitle: "MUG", ...named },
            { productTitle: "BOX", ...named },
          ],
        },
      },
    ]);
    expect(await available(world)).toMatchObject({ MUG: 3, BOX: 3, VASE: 0, FREE: 7 });
    expect(await previewGoLive(world.ctx)).toMatchObject({ previous: [LOCATION] });
  });

  test("is not offered where it had nothing on sale, is closed, or was only the first choice", async () => {
    const world = await createWorld({ warehouse: { MUG: 0 }, variants: [{ sku: "MUG" }] });
    await world.connect();
    expect(await shown(world)).toBeNull();
    await choose(world, SHOP_FLOOR);
    expect(await shown(world)).toBeNull();
    await setOnHand(world, { sku: "MUG", pieces: 4, location: SHOP_FLOOR });
    await world.sweep();
    await world.atShop("shops/demo/seed", { locations: [{ name: SHOP_FLOOR, isActive: false }] });
    await choose(world, LOCATION);
    expect(await shown(world)).toBeNull();
    expect(await previewGoLive(world.ctx)).toMatchObject({ previous: [] });
  });

  test("is forgotten once it is chosen again, or the warehouse is disconnected", async () => {
    const world = await moved();
    await choose(world, LOCATION);
    expect(await shown(world)).toBeNull();
    const count = () => world.ctx.db.previousQuantity.count({ where: { shop: SHOP } });
    expect(await count()).toBe(0);
    await world.sweep();
    await choose(world, SHOP_FLOOR);
    expect(await count()).toBe(3);
    await disconnectWarehouse(world.ctx);
    expect(await count()).toBe(0);
    expect(await change(world, "clear")).toBe("previous-changed-meanwhile");
  });

  test("is not written any more once it is chosen again, also in the middle of a run", async () => {
    const world = await moved();
    await change(world, "clear");
    let isChosen = false;
    const request: ShopContext["admin"]["request"] = async (operation, ...rest) => {
      const answer = await world.ctx.admin.request(operation, ...rest);
      const locationId = (await readShop(world)).location(LOCATION);
      if (!isChosen) await chooseLocation(world.ctx, { locationId });
      isChosen = true;
      return answer;
    };
    await setPreviousQuantities({ ...world.ctx, admin: { ...world.ctx.admin, request } });
    expect(isChosen).toBe(true);
    expect(await available(world)).toMatchObject({ MUG: 3, BOX: 3 });
  });

  test("is one of several, each of which has its turn", async () => {
    const world = await moved();
    await setOnHand(world, { sku: "MUG", pieces: 4, location: SHOP_FLOOR });
    await world.sweep();
    await world.atShop("shops/demo/seed", { locations: [{ name: "Attic", isActive: true }] });
    await choose(world, "Attic");
    const both = await listPreviousLocations(world.ctx);
    expect(both.map(({ name }) => name)).toEqual([SHOP_FLOOR, LOCATION]);
    await world.atShop("shops/demo/seed", { locations: [{ name: LOCATION, isActive: false }] });
    for (const { locationId } of both)
      await changePreviousLocation(world.ctx, { locationId, change: "clear" });
    await world.settle();
    const phases = (await listPreviousLocations(world.ctx)).map(({ phase, taken }) => [phase, taken.units]);
    expect(phases).toEqual([
      ["cleared", 4],
      ["closed", 0],
    ]);
  });
});

describe("set to 0", () => {
  test("a location has nothing left on sale, and what is committed to orders stays", async () => {
    const world = await moved({ variants: [{ sku: null, onHand: 9 }] });
    const before = (await history(world)).length;
    expect(await change(world, "clear")).toBe("previous-clearing");
    await world.settle();
    expect(await levels(world)).toMatchObject({
      MUG: { available: 0, committed: 2, on_hand: 2 },
      BOX: { available: 0, committed: 0, on_hand: 0 },
      VASE: { available: 0 },
      null: { available: 9 },
    });
    expect(await moves(world, before)).toEqual(["BOX 3 → 0", "MUG 3 → 0"]);
    expect((await history(world)).at(-1)).toMatchObject({ reason: "correction" });
    expect(await shown(world)).toMatchObject({ phase: "cleared", available: 0, taken: 6 });
    expect(await previewGoLive(world.ctx)).toMatchObject({ previous: [] });
  });

  test("it takes what is there when it is set, and never raises a quantity below 0", async () => {
    const world = await moved();
    await setOnHand(world, { sku: "MUG", pieces: 12, location: LOCATION });
    await order(world, { BOX: 4 });
    await world.settle();
    await change(world, "clear");
    await world.settle();
    expect(await available(world)).toMatchObject({ MUG: 0, BOX: -1 });
    expect(await shown(world)).toMatchObject({ taken: 10 });
  });

  test("what is not mapped or not tracked any more by then stays", async () => {
    const world = await moved();
    const shop = await readShop(world);
    await say(world, "MUG", "unmap");
    expect(await shown(world)).toMatchObject({ available: 3 });
    const { productId, id } = shop.variant("BOX");
    await world.atShop(productPath({ productId }), { variants: [{ id, tracked: false }] });
    await change(world, "clear");
    await world.settle();
    expect(await available(world)).toMatchObject({ MUG: 3, BOX: 3 });
    expect(await shown(world)).toMatchObject({ phase: "cleared", available: 0, taken: 0 });
  });

  test("units that come back later can be taken too", async () => {
    const world = await moved();
    await change(world, "clear");
    await world.settle();
    await setOnHand(world, { sku: "BOX", pieces: 2, location: LOCATION });
    expect(await change(world, "clear")).toBe("previous-clearing");
    await world.settle();
    expect(await available(world)).toMatchObject({ MUG: 0, BOX: 0 });
    expect(await shown(world)).toMatchObject({ phase: "cleared", taken: 8 });
  });

  test("a quantity that moves right before it is set is read again, a little later if it is the only one", async () => {
    const world = await moved();
    await change(world, "clear");
    let buys = 2;
    const ctx = beforeWrites(world, async () => {
      if (buys-- > 0) await order(world, { MUG: 1 });
    });
    await forgetJobs(world);
    await setPreviousQuantities(ctx);
    expect(await secondsToNextRun(world)).toBeLessThan(5);
    await setPreviousQuantities(world.ctx);
    expect(await available(world)).toMatchObject({ MUG: 2, BOX: 0 });
    await forgetJobs(world);
    await setPreviousQuantities(ctx);
    expect(await secondsToNextRun(world)).toBeGreaterThan(20);
    await world.retryNow();
    expect(await levels(world)).toMatchObject({ MUG: { available: 0, committed: 4 }, BOX: { available: 0 } });
    expect(await shown(world)).toMatchObject({ phase: "cleared", taken: 4 });
  });

  test("one that Shopify refuses keeps none of the others, is shown, and can be tried again", async () => {
    const world = await moved();
    await bundle(world, "BOX", true);
    await change(world, "clear");
    // Before we have heard of it.
    for (let run = 0; run < 3; run++) await setPreviousQuantities(world.ctx);
    expect(await available(world)).toMatchObject({ MUG: 0, BOX: 3 });
    expect(await shown(world)).toMatchObject({ phase: "cleared", available: 3, taken: 3 });
    await bundle(world, "BOX", false);
    await world.settle();
    expect(await change(world, "clear")).toBe("previous-clearing");
    await world.settle();
    expect(await shown(world)).toMatchObject({ phase: "cleared", available: 0, taken: 6 });
  });

  test("one whose write always fails keeps none of the others", async () => {
    const world = await moved();
    const item = (await readShop(world)).variant("BOX").inventoryItemId;
    const ctx = failing(world, { operation: "inventorySetQuantities(", item });
    await change(world, "clear");
    // Once for all of them, and once alone.
    for (let wait = 0; wait < 2; wait++) {
      expect(await tryOnce(ctx)).toBeInstanceOf(ShopifyError);
      expect(await shown(world)).toMatchObject({ phase: "clearing" });
      await world.pass(11);
      for (let run = 0; run < 4; run++) await tryOnce(ctx);
    }
    expect(await available(world)).toMatchObject({ MUG: 0, BOX: 3 });
    expect(await shown(world)).toMatchObject({ phase: "cleared", available: 3, taken: 3 });
  });

  test("a write without an answer is asked for again after an outage of all of Shopify, however long", async () => {
    const world = await moved();
    await change(world, "clear");
    await dieAfterWriting(world);
    await world.pass(11);
    expect(await tryOnce(failing(world))).toBeInstanceOf(ShopifyError);
    await world.retryNow();
    expect(await shown(world)).toMatchObject({ phase: "cleared", available: 0, taken: 6 });
  });

  test("one that cannot be read keeps none of the others", async () => {
    const world = await moved();
    const item = (await readShop(world)).variant("BOX").inventoryItemId;
    await change(world, "clear");
    for (let run = 0; run < 3; run++)
      await setPreviousQuantities(failing(world, { operation: "StockLevels", item }));
    expect(await available(world)).toMatchObject({ MUG: 0, BOX: 3 });
    expect(await shown(world)).toMatchObject({ phase: "cleared", available: 3, taken: 3 });
  });

  test("a deleted variant keeps none of the others", async () => {
    const world = await moved();
    await world.remove(productPath((await readShop(world)).variant("BOX")));
    await change(world, "clear");
    await world.settle();
    expect(await available(world)).toMatchObject({ MUG: 0 });
    expect(await shown(world)).toMatchObject({ phase: "cleared", available: 0, taken: 3 });
  });

  test("where it is closed meanwhile, nothing is tried any more", async () => {
    const world = await moved();
    const open = (isActive: boolean) =>
      world.atShop("shops/demo/seed", { locations: [{ name: LOCATION, isActive }] });
    await open(false);
    await change(world, "clear");
    await world.settle();
    expect(await shown(world)).toMatchObject({ phase: "closed", taken: 0 });
    await open(true);
    expect(await change(world, "clear")).toBe("previous-clearing");
    await world.settle();
    expect(await shown(world)).toMatchObject({ phase: "cleared", taken: 6 });
  });

  test("while it is under way, it cannot be asked for again or dismissed, and an hour later it is tried again in any case", async () => {
    const world = await moved();
    await change(world, "clear");
    for (const asked of ["clear", "dismiss"] as const)
      expect(await change(world, asked)).toBe("previous-changed-meanwhile");
    await world.services.pool.query(
      "SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs",
    );
    await world.settle();
    expect(await shown(world)).toMatchObject({ phase: "clearing" });
    await world.sweep();
    expect(await shown(world)).toMatchObject({ phase: "cleared" });
    expect(await change(world, "dismiss")).toBe("previous-dismissed");
    expect(await shown(world)).toBeNull();
  });

  test("an event waits for one call at most, and every quantity comes to its turn", async () => {
    const { world, pieces } = await shopOf(34, { mostOnHand: 9 });
    await choose(world, SHOP_FLOOR);
    const onSale = pieces.reduce((sum, { stock }) => sum + stock, 0);
    expect(await shown(world)).toMatchObject({ available: onSale });
    await change(world, "clear");
    await setPreviousQuantities(world.ctx);
    const { phase, taken } = (await shown(world))!;
    expect(phase).toBe("clearing");
    expect(taken).toBeLessThan(onSale);
    await world.settle();
    expect(await shown(world)).toMatchObject({ phase: "cleared", available: 0, taken: onSale });
  });

  test("who asked for it, and for how much, is among the activities", async () => {
    const world = await moved();
    world.ctx.staffId = "77";
    await change(world, "clear");
    await world.settle();
    await change(world, "restore");
    const where = { shop: SHOP, kind: { startsWith: "previous-" } };
    const rows = await world.ctx.db.activity.findMany({ where, orderBy: { id: "asc" } });
    const details = { location: LOCATION, count: 2, units: 6 };
    expect(rows).toMatchObject([
      { kind: "previous-location-cleared", details, staffId: "77" },
      { kind: "previous-location-restored", details, staffId: "77" },
    ]);
  });
});

describe("undone", () => {
  test("what was taken is added to what is there now", async () => {
    const world = await moved();
    await change(world, "clear");
    await world.settle();
    await setOnHand(world, { sku: "BOX", pieces: 4, location: LOCATION });
    await say(world, "MUG", "unmap");
    const before = (await history(world)).length;
    expect(await change(world, "restore")).toBe("previous-restoring");
    await world.settle();
    expect(await available(world)).toMatchObject({ MUG: 3, BOX: 7, VASE: 0 });
    expect(await moves(world, before)).toEqual(["BOX 4 → 7", "MUG 0 → 3"]);
    expect(await shown(world)).toMatchObject({ phase: "restored", taken: 0, unsure: 0 });
    // Nothing is left to be added a second time.
    expect(await change(world, "restore")).toBe("previous-restoring");
    await world.settle();
    expect(await available(world)).toMatchObject({ MUG: 3, BOX: 7 });
  });

  test("while it is set to 0, all that was taken by then is put back", async () => {
    const { world, pieces } = await shopOf(34, { mostOnHand: 9 });
    await choose(world, SHOP_FLOOR);
    const before = await available(world);
    await change(world, "clear");
    await setPreviousQuantities(world.ctx);
    // It is asked for while a call is under way.
    const ctx = beforeWrites(world, () => change(world, "restore"));
    await setPreviousQuantities(ctx);
    const taken = pieces.reduce((sum, { stock }) => sum + stock, 0);
    expect(await shown(world)).toMatchObject({ phase: "restoring", taken });
    await world.settle();
    expect(await available(world)).toEqual(before);
    expect(await shown(world)).toMatchObject({ phase: "restored", taken: 0 });
  });

  test("while a call that sets to 0 waits for its answer, what that call took is put back", async () => {
    const world = await moved();
    await change(world, "clear");
    await dieAfterWriting(world);
    await change(world, "restore");
    await world.retryNow();
    expect(await available(world)).toMatchObject({ MUG: 3, BOX: 3 });
    expect(await shown(world)).toMatchObject({ phase: "restored", taken: 0, unsure: 0 });
  });

  test("what Shopify does not take back is shown", async () => {
    const world = await moved();
    await change(world, "clear");
    await world.settle();
    await bundle(world, "BOX", true);
    await change(world, "restore");
    await world.settle();
    expect(await shown(world)).toMatchObject({ phase: "restored", taken: 3 });
  });

  test("a call without an answer is not sent again once Shopify may have forgotten it, and the merchant is told", async () => {
    const world = await moved();
    await change(world, "clear");
    await world.settle();
    await change(world, "restore");
    await dieAfterWriting(world);
    expect(await available(world)).toMatchObject({ MUG: 3, BOX: 3 });
    // All of them are sold: the quantities are again what the call began with.
    await order(world, { MUG: 3, BOX: 3 });
    await forgetCalls(world);
    await world.pass(11);
    await world.settle();
    expect(await countCalls(world)).toMatchObject({ writes: 0 });
    expect(await available(world)).toMatchObject({ MUG: 0, BOX: 0 });
    expect(await shown(world)).toMatchObject({ phase: "restored", taken: 0, unsure: 6 });
  });
});

describe("cut off at any of its calls", () => {
  for (const asked of ["clear", "restore"] as const)
    for (const when of ["before", "after"] as const)
      test(`${asked}, ${when} the call: each quantity is changed once`, async () => {
        const world = await moved();
        let calls = 0;
        for (let call = 1, wasCut = true; wasCut; call++) {
          await change(world, "clear");
          await world.settle();
          if (asked === "clear") {
            await change(world, "restore");
            await world.settle();
          }
          const before = (await history(world)).length;
          await change(world, asked);
          const cut = cutAt({ call, when });
          const error = await tryOnce(throughAll(world.ctx, cut.around));
          wasCut = cut.wasCut();
          if (wasCut) expect(error).toBeInstanceOf(CutOff);
          calls = call;
          await world.retryNow();
          const [all, none] = [
            { MUG: 3, BOX: 3, VASE: 0 },
            { MUG: 0, BOX: 0, VASE: 0 },
          ];
          expect(await available(world)).toEqual(asked === "clear" ? none : all);
          expect(await moves(world, before)).toHaveLength(2);
          expect(await shown(world)).toMatchObject(
            asked === "clear" ? { phase: "cleared", taken: 6 } : { phase: "restored", taken: 0, unsure: 0 },
          );
        }
        expect(calls).toBeGreaterThan(6);
      });
});
