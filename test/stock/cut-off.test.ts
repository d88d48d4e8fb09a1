import { describe, expect, test } from "vitest";
import { compareStock } from "../../app/domain/stock/sweep/compare-stock.ts";
import { cutAt, CutOff, throughAll } from "../support/cut-off.ts";
import { correct, fulfil, history, ledger, onHand, order } from "../support/stock.ts";
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
    const outcomes = new Set((await ledger(world)).map(({ outcome }) => outcome));
    expect(outcomes).toEqual(new Set(["written", "superseded"]));
  });

  test("an order fulfilled before the app comes back is not offered again", async () => {
    const world = await createWorld({ warehouse: { MUG: 9 }, variants: [{ sku: "MUG", onHand: 9 }] });
    await world.connect();
    for (let call = 1; ; call++) {
      const pieces = 9 + 4 * call;
      await correct(world, { sku: "MUG", pieces });
      const bought = await order(world, { MUG: 1 });
      const wasCut = await comparedUntil(world, { call, when });
      await fulfil(world, bought);
      await compareStock(world.ctx);
      expect(await held(world), `call ${call}`).toBeGreaterThanOrEqual(1);
      expect(await onHand(world, "MUG"), `call ${call}`).toBeLessThan(pieces);
      if (!wasCut) break;
      await correct(world, { sku: "MUG", pieces: 0 });
      await compareStock(world.ctx);
      expect(await held(world), `call ${call}`).toBe(0);
    }
  });
});
