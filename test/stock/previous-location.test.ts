import { describe, expect, test } from "vitest";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import { disconnectWarehouse } from "../../app/domain/connection/disconnect-warehouse.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { previewGoLive } from "../../app/domain/stock/report/preview-go-live.ts";
import { changePreviousLocation } from "../../app/domain/stock/previous-location/change-previous-location.ts";
import { listPreviousLocations } from "../../app/domain/stock/previous-location/list-previous-locations.ts";
import { setPreviousQuantities } from "../../app/domain/stock/previous-location/set-previous-quantities.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { history, order, setOnHand, shopOf } from "../support/stock.ts";
import { createWorld, LOCATION, productPath, readShop, SHOP } from "../support/world.ts";
import { say } from "./support/cups-and-boxes.ts";
import {
  SHOP_FLOOR,
  moved,
  choose,
  change,
  shown,
  levels,
  available,
  moves,
  beforeWrites,
  tryOnce,
  failing,
  bundle,
  forgetJobs,
  secondsToNextRun,
  dieAfterWriting,
} from "./support/previous-location.ts";

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
    // Before its event is processed.
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
