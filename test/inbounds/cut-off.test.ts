import { describe, expect, test } from "vitest";
import { askAboutPurchase } from "../../app/domain/inbounds/ask-about-purchase.ts";
import { editPurchase } from "../../app/domain/inbounds/edit-purchase.ts";
import { followPurchase } from "../../app/domain/inbounds/follow-purchase.ts";
import { refOfPurchase } from "../../app/domain/inbounds/purchase-ref.ts";
import type { InboundRef } from "../../app/domain/ids.ts";
import { cutAt, CutOff, throughAll } from "../support/cut-off.ts";
import {
  announce,
  contentOf,
  goodsWorld,
  inbounds,
  move,
  rowOf,
  shown,
  story,
} from "../support/purchases.ts";
import type { World } from "../support/world.ts";

/** A run whose process is killed at its n-th call into the outside. */
async function followedUntil(
  world: World,
  { ref, ...at }: { ref: InboundRef; call: number; when: "before" | "after" },
): Promise<boolean> {
  const { around, wasCut } = cutAt(at);
  await followPurchase(throughAll(world.ctx, around), { ref }).catch((error: unknown) => {
    if (!(error instanceof CutOff)) throw error;
  });
  return wasCut();
}

const formId = (number: number) => `11111111-1111-4111-8111-${String(number).padStart(12, "0")}`;

/** What the warehouse has of each SKU on one inbound; null when it does not have it. */
async function linesOf(world: World, ref: InboundRef): Promise<[string, number][] | null> {
  const found = (await inbounds(world)).filter((one) => one.ref === ref);
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0]
    ? found[0].lines.map(({ sku, quantity }): [string, number] => [sku, quantity]).sort()
    : null;
}

describe.each(["before", "after"] as const)("killed %s any of its calls", (when) => {
  /** Does `first` and `then` to a new purchase for each call a run can be killed at, until there is none left. */
  async function atEachCall(
    world: World,
    ways: {
      first?: (ref: InboundRef) => Promise<unknown>;
      meanwhile?: (ref: InboundRef) => Promise<unknown>;
      judge: (ref: InboundRef, call: number) => Promise<unknown>;
      least: number;
    },
  ): Promise<void> {
    for (let call = 1; ; call++) {
      const ref = refOfPurchase(formId(call));
      await announce(world, { formId: formId(call), lines: { MUG: 8, CUP: 3 } });
      if (ways.first) {
        await followPurchase(world.ctx, { ref });
        await ways.first(ref);
      }
      const wasCut = await followedUntil(world, { ref, call, when });
      await ways.meanwhile?.(ref);
      await followPurchase(world.ctx, { ref });
      await ways.judge(ref, call);
      expect(await rowOf(world, ref), `call ${call}`).toMatchObject({ due: false });
      if (!wasCut) return expect(call).toBeGreaterThan(ways.least);
    }
  }

  test("a purchase is announced once, and its timeline says so once", async () => {
    const world = await goodsWorld();
    await atEachCall(world, {
      least: 7,
      async judge(ref, call) {
        expect(await linesOf(world, ref), `call ${call}`).toEqual([
          ["CUP", 3],
          ["MUG", 8],
        ]);
        expect(await story(world, ref), `call ${call}`).toEqual(["asked purchase", "announce"]);
      },
    });
  });

  test("a change is made whole", { tags: ["proof"] }, async () => {
    const world = await goodsWorld();
    const content = contentOf({ lines: { MUG: 9, VASE: 2 }, fields: { senderCity: "Delft" } });
    await atEachCall(world, {
      least: 14,
      first: (ref) => editPurchase(world.ctx, { ref, content }),
      async judge(ref, call) {
        expect(await linesOf(world, ref), `call ${call}`).toEqual([
          ["MUG", 9],
          ["VASE", 2],
        ]);
        expect(await shown(world, ref), `call ${call}`).toMatchObject({
          ...{ fields: { senderCity: "Delft" }, needs: [], due: null },
        });
      },
    });
  });

  test("what was changed while it was being announced is announced as it is now", async () => {
    const world = await goodsWorld();
    await atEachCall(world, {
      least: 7,
      meanwhile: (ref) => editPurchase(world.ctx, { ref, content: contentOf({ lines: { VASE: 1 } }) }),
      async judge(ref, call) {
        expect(await linesOf(world, ref), `call ${call}`).toEqual([["VASE", 1]]);
      },
    });
  });

  test("what was deleted while it was being announced leaves no inbound behind", async () => {
    const world = await goodsWorld();
    await atEachCall(world, {
      least: 7,
      meanwhile: (ref) => askAboutPurchase(world.ctx, { ref, what: "delete" }),
      async judge(ref, call) {
        expect(await linesOf(world, ref), `call ${call}`).toBeNull();
        expect(await shown(world, ref), `call ${call}`).toMatchObject({ stage: "deleted" });
      },
    });
  });

  test("a deletion is made", async () => {
    const world = await goodsWorld();
    await atEachCall(world, {
      least: 5,
      first: (ref) => askAboutPurchase(world.ctx, { ref, what: "delete" }),
      async judge(ref, call) {
        expect(await linesOf(world, ref), `call ${call}`).toBeNull();
      },
    });
  });

  test("what came in is noted once", async () => {
    const world = await goodsWorld();
    await atEachCall(world, {
      least: 5,
      async first(ref) {
        await move(world, "in_progress", ref);
        await world.atWarehouse("receive", {
          inboundRef: ref,
          lines: [
            { sku: "MUG", quantity: 8 },
            { sku: "CUP", quantity: 3, defective: true },
          ],
        });
        await askAboutPurchase(world.ctx, { ref, what: "again" });
      },
      async judge(ref, call) {
        expect(await shown(world, ref), `call ${call}`).toMatchObject({
          ...{ stage: "received", sums: { good: 8, defective: 3, short: 0 } },
        });
        expect((await story(world, ref)).slice(2), `call ${call}`).toEqual([
          ...["asked again", "inbound-status fully_received", "received MUG", "received CUP"],
        ]);
      },
    });
  });
});
