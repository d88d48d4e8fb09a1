import { describe, expect, test } from "vitest";
import { setPreviousQuantities } from "../../app/domain/stock/previous-location/set-previous-quantities.ts";
import { CutOff, cutAt, throughAll } from "../support/cut-off.ts";
import { countCalls, forgetCalls, history, order, setOnHand, shopOf } from "../support/stock.ts";
import { LOCATION } from "../support/world.ts";
import { say } from "./support/cups-and-boxes.ts";
import {
  SHOP_FLOOR,
  moved,
  choose,
  change,
  shown,
  available,
  moves,
  beforeWrites,
  tryOnce,
  bundle,
  dieAfterWriting,
} from "./support/previous-location.ts";

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
