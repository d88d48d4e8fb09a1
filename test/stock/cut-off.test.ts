// @module-tag proof
import { describe, expect, test } from "vitest";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { cutAt, CutOff, throughAll } from "../support/cut-off.ts";
import { correct, fulfil, history, ledger, onHand, order, receive, ship } from "../support/stock.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

/** A run whose process is killed at its n-th call into the outside. */
async function comparedUntil(world: World, at: { call: number; when: "before" | "after" }): Promise<boolean> {
  const { around, wasCut } = cutAt(at);
  await compareStock(throughAll(world.ctx, around)).catch((error: unknown) => {
    if (!(error instanceof CutOff)) throw error;
  });
  return wasCut();
}

const held = async ({ services }: World) =>
  (await services.db.stockLook.findFirst({ where: { shop: SHOP } }))?.held;

describe.each(["before", "after"] as const)("killed %s any of its calls", (when) => {
  test("the app goes on where it was, writes each figure once, and takes its own write for nobody else's", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    let pieces = 5;
    let writes = 0;
    for (let call = 1; ; call++) {
      pieces = pieces === 5 ? 12 : 5;
      await correct(world, { sku: "MUG", pieces });
      const wasCut = await comparedUntil(world, { call, when });
      await compareStock(world.ctx);
      expect(await onHand(world, "MUG"), `call ${call}`).toBe(pieces);
      expect(await held(world), `call ${call}`).toBe(0);
      expect(await history(world), `call ${call}`).toHaveLength(++writes);
      if (!wasCut) break;
    }
    expect(writes).toBeGreaterThan(10);
    // What became of a write without an answer is found out, not guessed.
    const outcomes = new Set((await ledger(world)).map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(["written"]));
  });

  test("an order fulfilled before the app comes back is not offered again", async () => {
    const world = await createWorld({ warehouse: { MUG: 9 }, variants: [{ sku: "MUG", onHand: 9 }] });
    await world.connect();
    // Each comparison reads all orders again: they are minutes old.
    await world.atShop("shops/demo/throttle", { maximumAvailable: 1e6, available: 1e6, restoreRate: 1e6 });
    let stock = 9;
    for (let call = 1; ; call++) {
      await receive(world, [{ sku: "MUG", quantity: 4 }]);
      stock += 4;
      const bought = await order(world, { MUG: 1 });
      const wasCut = await comparedUntil(world, { call, when });
      await fulfil(world, bought);
      await compareStock(world.ctx);
      expect(await held(world), `call ${call}`).toBe(1);
      expect(await onHand(world, "MUG"), `call ${call}`).toBe(stock - 1);
      if (!wasCut) break;
      await ship(world, { MUG: 1 });
      stock -= 1;
      await compareStock(world.ctx);
      expect(await held(world), `call ${call}`).toBe(0);
      expect(await onHand(world, "MUG"), `call ${call}`).toBe(stock);
    }
  });
});
