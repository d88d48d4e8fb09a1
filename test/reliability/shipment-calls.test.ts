// @module-tag proof
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { InboundRef } from "../../app/domain/ids.ts";
import { askAboutPurchase } from "../../app/domain/inbounds/ask-about-purchase.ts";
import { editPurchase } from "../../app/domain/inbounds/edit-purchase.ts";
import { readPurchaseNeeds } from "../../app/domain/inbounds/purchase-needs.ts";
import { announce, contentOf, inbounds, rowOf, type WarehouseInbound } from "../support/purchases.ts";
import type { World } from "../support/world.ts";
import { GOOD, switchOn } from "./cells.ts";
import { createFastWorld } from "./fast.ts";
import { forgetJobs, run, runForRecord, tryTogether, type Together } from "./jobs.ts";
import { answersTo } from "./table.ts";

const follow = (world: World, ref: string) => run(world, { name: "follow-purchase", payload: { ref } });

async function followed(world: World, ref: string): Promise<string> {
  const job = { name: "follow-purchase", payload: { ref } } as const;
  const outcome = await runForRecord(world, { ...job, problem: "shipment-unsynced", subject: ref });
  const { needs } = await rowOf(world, ref);
  const isRefused = readPurchaseNeeds(needs).some(({ kind }) => kind === "refused");
  return outcome === "processed" && isRefused ? "refused" : outcome;
}

type Content = Parameters<typeof contentOf>[0];

describe("a call about one incoming shipment", () => {
  test("changes its inbound, line by line, until it is deleted", async () => {
    const world = await createFastWorld({
      warehouse: { GOOD: 5, MUG: 0, CUP: 0, VASE: 0 },
      variants: [{ sku: GOOD, onHand: 5 }],
    });
    await world.connect();
    const refs: InboundRef[] = [];
    for (let index = 0; index < Object.keys(answersTo("updateInbound")).length; index++)
      refs.push(await announce(world, { formId: randomUUID() }));
    await forgetJobs(world);

    const edit = async (over: Content) => {
      for (const ref of refs) {
        const { outcome } = await editPurchase(world.ctx, { ref, content: contentOf(over) });
        expect(outcome).toBe("asked");
      }
      await forgetJobs(world);
    };
    const tryAll = (call: string, targetOf: Together<InboundRef>["targetOf"]) =>
      tryTogether(world, {
        call,
        system: "warehouse",
        records: refs,
        targetOf,
        runOne: (ref) => followed(world, ref),
      });
    /** With the faults over, each inbound becomes what is wanted. */
    const heal = async (isWanted: (inbound: WarehouseInbound) => boolean) => {
      for (const ref of refs) expect(await follow(world, ref), ref).toBeUndefined();
      await forgetJobs(world);
      const all = await inbounds(world);
      const ours = all.filter(({ ref }) => (refs as string[]).includes(ref));
      expect(
        ours.filter((one) => !isWanted(one)),
        "inbounds that are not as wanted",
      ).toEqual([]);
      expect(ours).toHaveLength(refs.length);
    };
    const has = (wanted: Record<string, number>) => (inbound: WarehouseInbound) => {
      const units = inbound.lines.map(({ sku, quantity }) => `${quantity} ${sku}`).toSorted();
      return (
        units.join() ===
        Object.entries(wanted)
          .map(([sku, quantity]) => `${quantity} ${sku}`)
          .toSorted()
          .join()
      );
    };
    await heal(has({ MUG: 8 }));

    const fields = { senderName: "Kiln" };
    await edit({ fields });
    await tryAll("updateInbound", (ref) => ({ method: "PUT", path: `/inbounds/${ref}\\?` }));
    await heal(({ senderName }) => senderName === "Kiln");

    await edit({ fields, lines: { MUG: 9 } });
    await tryAll("updateLine", (ref) => ({ method: "PUT", path: `/inbounds/${ref}/lines/` }));
    await heal(has({ MUG: 9 }));

    await edit({ fields, lines: { MUG: 9, CUP: 3 } });
    await tryAll("createLine", (ref) => ({ method: "POST", path: `/inbounds/${ref}/lines` }));
    await heal(has({ MUG: 9, CUP: 3 }));

    await edit({ fields, lines: { MUG: 9, CUP: 3, VASE: 2 } });
    // The lines are listed only where it is not known whether a line was created.
    const lost = { method: "POST", path: "/lines", action: { kind: "status", status: 500 } };
    await switchOn(world, { system: "warehouse", fault: lost });
    await tryAll("listLines", (ref) => ({ method: "GET", path: `/inbounds/${ref}/lines` }));
    await heal(has({ MUG: 9, CUP: 3, VASE: 2 }));

    await edit({ fields, lines: { MUG: 9 } });
    await tryAll("deleteLine", (ref) => ({ method: "DELETE", path: `/inbounds/${ref}/lines/` }));
    // Of these lines the warehouse said that they are gone, and it is believed.
    const believed = refs[Object.keys(answersTo("deleteLine")).indexOf("404")]!;
    await heal((one) => one.ref === believed || has({ MUG: 9 })(one));

    for (const ref of refs) await askAboutPurchase(world.ctx, { ref, what: "delete" });
    await forgetJobs(world);
    await tryAll("deleteInbound", (ref) => ({ method: "DELETE", path: `/inbounds/${ref}$` }));
    for (const ref of refs) expect(await follow(world, ref), ref).toBeUndefined();
    const left = new Set((await inbounds(world)).map(({ ref }) => ref));
    expect(refs.filter((ref) => left.has(ref))).toEqual([]);
  });
});
