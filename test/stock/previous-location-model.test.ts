// @module-tag proof
import { expect, test } from "vitest";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { available, change, choose, shown, SHOP_FLOOR, tryOnce } from "./support/previous-location.ts";
import fc from "../support/fast-check.ts";
import { history, order } from "../support/stock.ts";
import { createWorld, LOCATION, readShop, type World } from "../support/world.ts";

/** So many stories; `FC_RUNS=500 npm test -- --proof test/stock/previous-location-model.test.ts` for many, `FC_SEED=7` for others. */
const RUNS = Number(process.env["FC_RUNS"] ?? 25);
const SKUS = ["MUG", "BOX", "CUP"] as const;

/** What becomes of the write of one run: it lands or not, and its answer comes, is lost, or is lost with all of Shopify's. */
const FATES = ["answered", "lost", "lost with all", "dropped", "dropped with all"] as const;
type Fate = (typeof FATES)[number];

type Step =
  | { do: "clear" | "restore" | "wait" | "close" | "open" }
  | { do: "run"; fate: Fate }
  | { do: "buy"; sku: (typeof SKUS)[number]; units: number }
  | { do: "come back"; sku: (typeof SKUS)[number]; units: number };

const sku = fc.constantFrom(...SKUS);
const units = fc.integer({ min: 1, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("clear" as const, "restore" as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("run" as const), fate: fc.constantFrom(...FATES) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("buy" as const, "come back" as const), sku, units }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom("wait" as const, "close" as const, "open" as const) }),
  },
);

function withFate({ ctx }: World, fate: Fate): ShopContext {
  const lost = (scope: "record" | "system") =>
    new ShopifyError("unavailable", { message: "no answer" }).with({ scope });
  const request: ShopContext["admin"]["request"] = async (operation, ...rest) => {
    const isWrite = operation.toString().includes("inventorySetQuantities(");
    if (isWrite && fate.startsWith("dropped")) throw lost(fate === "dropped" ? "record" : "system");
    const answer = await ctx.admin.request(operation, ...rest);
    if (isWrite && fate.startsWith("lost")) throw lost(fate === "lost" ? "record" : "system");
    return answer;
  };
  return { ...ctx, admin: { ...ctx.admin, request } };
}

async function begin() {
  const world = await createWorld({
    warehouse: Object.fromEntries(SKUS.map((one) => [one, 4])),
    variants: SKUS.map((one) => ({ sku: one })),
  });
  await world.connect();
  await choose(world, SHOP_FLOOR);
  return world;
}

/** Units that the app has taken off sale and not put back, by SKU. */
async function taken(world: World): Promise<Record<string, number>> {
  const moves = await history(world);
  const ofApp = moves.filter(
    ({ by, location, name }) => by === "app" && location === LOCATION && name === "available",
  );
  const sums = Object.fromEntries(SKUS.map((one) => [one, 0]));
  for (const { sku: one, from, to, referenceDocumentUri } of ofApp)
    if (referenceDocumentUri?.includes("PreviousLocation")) sums[one!]! += from - to;
  return sums;
}

async function happen(world: World, one: Step): Promise<void> {
  const open = (isActive: boolean) =>
    world.atShop("shops/demo/seed", { locations: [{ name: LOCATION, isActive }] });
  switch (one.do) {
    case "clear":
    case "restore":
      return void (await change(world, one.do));
    case "run": {
      const error = await tryOnce(withFate(world, one.fate));
      if (error !== undefined && !(error instanceof ShopifyError)) throw error;
      return;
    }
    case "wait":
      return world.pass(11);
    case "close":
    case "open":
      return void (await open(one.do === "open"));
    case "buy":
      return void (await order(world, { [one.sku]: one.units }));
    case "come back": {
      const variant = (await readShop(world)).variant(one.sku);
      const now = variant.figures!.on_hand;
      const quantities = { on_hand: now + one.units };
      return void (await world.atShop("shops/demo/inventory", {
        sku: one.sku,
        location: LOCATION,
        quantities,
      }));
    }
  }
}

test(
  "no unit is put back that was not taken, however each write ends, and what is shown is true",
  async () => {
    const story = fc.array(step, { minLength: 4, maxLength: 16 });
    const property = fc.asyncProperty(story, async (steps) => {
      const world = await begin();
      let isOpen = true;
      for (const one of [{ do: "clear" } as const, ...steps]) {
        if (one.do === "open" || one.do === "close") isOpen = one.do === "open";
        // At a location that is closed nobody buys anything, and nothing comes back.
        if (isOpen || (one.do !== "buy" && one.do !== "come back")) await happen(world, one);
        for (const units of Object.values(await taken(world))) expect(units).toBeGreaterThanOrEqual(0);
      }
      await happen(world, { do: "open" });
      for (let run = 0; run < 12; run++) await happen(world, { do: "run", fate: "answered" });
      const location = (await shown(world))!;
      expect(location.phase).toMatch(/ed$/);
      const sum = Object.values(await taken(world)).reduce((all, one) => all + one, 0);
      expect(sum).toBeGreaterThanOrEqual(location.taken);
      // A write whose answer never came may have taken units that are not counted.
      if (!steps.some((one) => one.do === "wait"))
        expect(sum).toBeLessThanOrEqual(location.taken + location.unsure);
      if (location.phase === "cleared") {
        await happen(world, { do: "clear" });
        for (let run = 0; run < 12; run++) await happen(world, { do: "run", fate: "answered" });
        expect(Object.values(await available(world)).filter((units) => units > 0)).toEqual([]);
      }
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: process.env["FC_SHRINK"] === "no" });
  },
  RUNS * 60_000 + 600_000,
);
