import { expect, test } from "vitest";
import { openProblem } from "../../app/domain/problems/problems.ts";
import { LOOK_ASKED } from "../../app/domain/events/translate-hint.ts";
import { askForComparison } from "../../app/domain/stock/sweep/ask-for-comparison.ts";
import { cancelComparison } from "../../app/domain/stock/sweep/cancel-comparison.ts";
import { sweepStock } from "../../app/domain/stock/sweep/sweep-stock.ts";
import { shopOf } from "../support/stock.ts";
import { SHOP, type World } from "../support/world.ts";

/** A store of 272 mapped SKUs, none of which the warehouse's list shows any more. */
async function unlisted(): Promise<{ world: World; skus: string[] }> {
  const { world, pieces } = await shopOf(34);
  await world.atWarehouse("faults", { path: "/products\\?", action: { kind: "body", body: "[]" } });
  return { world, skus: pieces.map(({ sku }) => sku) };
}

/** The SKUs that a full sync has asked for one by one. Nothing comes of it: each is as unknown as before. */
async function askedBySync(world: World): Promise<string[]> {
  const { ctx, services } = world;
  await askForComparison(ctx);
  await sweepStock(ctx);
  await cancelComparison(ctx);
  const where = { shop: SHOP, event: LOOK_ASKED, followedAt: null };
  const asked = await services.db.hint.findMany({ where });
  await services.db.hint.updateMany({ where, data: { followedAt: ctx.clock() } });
  return asked.map(({ identifier }) => identifier!);
}

test("each SKU that the warehouse's list does not show is asked for before any is asked for again", async () => {
  const { world, skus } = await unlisted();
  const first = await askedBySync(world);
  const second = await askedBySync(world);
  const third = await askedBySync(world);
  expect([first.length, second.length, third.length]).toEqual([100, 100, 100]);
  expect(new Set([...first, ...second, ...third])).toEqual(new Set(skus));
});

test("SKUs with a problem take no place of the others, and each of them has its turn", async () => {
  const { world, skus } = await unlisted();
  for (const [index, sku] of skus.slice(0, 60).entries())
    await openProblem(world.ctx, {
      kind: index < 30 ? "stock-unreadable" : "quantity-unsynced",
      ...{ subject: sku, details: { sku } },
    });
  const rounds = [await askedBySync(world), await askedBySync(world), await askedBySync(world)];
  expect(rounds.map(({ length }) => length)).toEqual([120, 120, 120]);
  expect(new Set(rounds.flat())).toEqual(new Set(skus));
});
