import { describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { followReturn } from "../../app/domain/returns/follow-return.ts";
import { markSeen, showSeen } from "../../app/domain/returns/mark-seen.ts";
import { readReturnDetail } from "../../app/domain/returns/read-return.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { readTimeline } from "../../app/domain/timeline/timeline.ts";
import { throughAll } from "../support/cut-off.ts";
import { showOddly, without, type ShownInbound } from "../support/odd-answers.ts";
import { announced, hideNeeds, inbounds, sendBack, sold } from "../support/returns.ts";
import { createWorld, readShop, type World } from "../support/world.ts";
import { ReturningShop } from "./support/receipts.ts";

/*
 * What the merchant hides of a return stays hidden, hides nothing else, and stops nothing.
 */

const detail = async ({ ctx }: World, returnId: string) => (await readReturnDetail(ctx, { returnId }))!;
const kinds = async (world: World, returnId: string) =>
  (await detail(world, returnId)).needs.map(({ kind }) => kind);
const hidden = async (world: World, returnId: string) =>
  (await detail(world, returnId)).seen.map(({ kind }) => kind);

/** More came of one line than was sent back, less of the other. */
async function overAndShort(): Promise<{ shop: ReturningShop; world: World; back: string }> {
  const shop = await ReturningShop.open({ MUG: 9, LID: 9 });
  const back = await shop.comesBack({ MUG: 2, LID: 1 });
  await shop.received(back, { sku: "MUG", quantity: 3 });
  await shop.world.atWarehouse(`inbounds/${refOfReturn(back)}/end`, { as: "fully_received" });
  await shop.settle();
  expect(await kinds(shop.world, back)).toEqual(["over", "short"]);
  return { shop, world: shop.world, back };
}

describe("what is hidden hides nothing else", () => {
  test("a change that was refused does not hide that the inbound could not be deleted", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const { world } = shop;
    const back = await shop.comesBack({ MUG: 2 });
    const refuse = (method: string, message: string) =>
      world.atWarehouse("faults", {
        ...{ method, path: "/inbounds/" },
        action: { kind: "status", status: 422, body: { message } },
      });
    await refuse("PUT", "No changes after 5 pm.");
    const { lines } = await shop.shown(back);
    await shop.step(back, "lines", { remove: [{ id: lines[0]!.id, quantity: 1 }] });
    await shop.settle();
    expect(await shop.needs(back)).toMatchObject([{ kind: "refused", what: "change", units: 1 }]);
    await hideNeeds(world, { id: back });
    await refuse("DELETE", "Its parcel is on the truck.");
    await shop.step(back, "cancel");
    await shop.settle();
    expect(await shop.needs(back)).toMatchObject([{ kind: "refused", what: "delete" }]);
  });

  test("units that Shopify did not take do not hide more of them", async () => {
    const shop = await ReturningShop.open({ MUG: 9, LID: 9 });
    const { world } = shop;
    const back = await shop.comesBack({ MUG: 1, LID: 1 });
    await world.atShop("faults", {
      ...{ path: "graphql", operation: "Dispose" },
      action: { kind: "user-error", message: "It is locked.", code: "INVALID" },
    });
    await shop.received(back, { sku: "MUG", quantity: 1, defective: true });
    await shop.settle();
    expect(await shop.needs(back)).toMatchObject([{ kind: "disposition", units: 1 }]);
    const tries = await shop.written(back, "dispose");
    await hideNeeds(world, { id: back });
    await shop.settle();
    // A click on the page is no reason to try again.
    expect(await shop.written(back, "dispose")).toEqual(tries);
    expect(await kinds(world, back)).toEqual([]);
    await shop.received(back, { sku: "LID", quantity: 1 });
    await shop.settle();
    expect(await shop.needs(back)).toMatchObject([{ kind: "disposition", units: 2 }]);
  });

  test("a receipt that says nothing does not hide another", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const { world } = shop;
    const back = await shop.comesBack({ MUG: 5 });
    const odd = (inbound: ShownInbound) => ({
      ...inbound,
      lines: inbound.lines.map((line) => ({ ...line, quantityReceived: null })),
      receipts: inbound.receipts.map(({ lines: _, ...receipt }) => receipt),
    });
    const receive = async (quantity: number) => {
      await world.clearFaults();
      await shop.received(back, { sku: "MUG", quantity });
      await showOddly(world, { refs: [refOfReturn(back)], odd });
      await shop.settle();
    };
    await receive(1);
    const nothing = { kind: "unclear", sku: null, quantity: null };
    expect(await shop.needs(back)).toEqual([nothing]);
    await hideNeeds(world, { id: back });
    await receive(3);
    expect(await shop.needs(back)).toEqual([{ ...nothing, lines: 2 }]);
  });
});

describe("what is hidden stops nothing", () => {
  test("a variant that is mapped afterwards is added to what the warehouse expects", async () => {
    const world = await createWorld({
      warehouse: { MUG: 50, LID: 50 },
      variants: [
        { sku: "MUG", onHand: 50 },
        { sku: "SCARF", onHand: 5 },
      ],
    });
    await world.connect();
    const back = await sendBack(world, await sold(world, { MUG: 1, SCARF: 1 }), { MUG: 1, SCARF: 1 });
    await world.settle();
    expect(await kinds(world, back.id)).toEqual(["unmapped"]);
    await hideNeeds(world, back);
    await world.settle();
    const variantId = (await readShop(world)).variant("SCARF").id as VariantId;
    await mapVariant(world.ctx, { variantId, components: [{ sku: "LID" as Sku, quantity: 1 }] });
    await world.settle();
    expect(announced((await inbounds(world))[0]!)).toEqual({ MUG: 1, LID: 1 });
    expect(await hidden(world, back.id)).toEqual([]);
  });

  test("a return whose inbound is gone can be announced again, and until then has no sender to correct", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const { world } = shop;
    const back = await shop.comesBack({ MUG: 1 });
    await shop.deleteInbound(back);
    await shop.settle();
    await hideNeeds(world, { id: back });
    await shop.settle();
    expect(await detail(world, back)).toMatchObject({
      ...{ needs: [], mayCorrectSender: false },
      waiting: { awaited: "decision" },
    });
    expect(await announceAnyway(world.ctx, { returnIds: [back] })).toBe(1);
    await shop.settle();
    expect(await hidden(world, back)).toEqual([]);
    expect((await shop.row(back)).inboundStatus).toBe("new");
  });

  test("a return over which more came is closed, where the settings say so", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    await shop.choose({ close: true });
    const back = await shop.comesBack({ MUG: 1 });
    await shop.received(back, { sku: "MUG", quantity: 2 });
    await shop.settle();
    expect(await kinds(shop.world, back)).toEqual(["over"]);
    expect((await shop.shown(back)).status).toBe("OPEN");
    await hideNeeds(shop.world, { id: back });
    await shop.settle();
    expect((await shop.shown(back)).status).toBe("CLOSED");
  });
});

describe("what is hidden stays hidden", () => {
  test("at once, while the warehouse does not answer", async () => {
    const { shop, world, back } = await overAndShort();
    await world.atWarehouse("faults", { path: "/fulfilment/", action: { kind: "status", status: 503 } });
    expect(await hideNeeds(world, { id: back })).toBe(true);
    await shop.settle();
    expect(await detail(world, back)).toMatchObject({ needs: [], waiting: { state: "waiting" } });
    expect(await shop.row(back)).toMatchObject({ needsPerson: false });
  });

  test("when it is hidden, or shown again, while the return is being read", async () => {
    const { world, back } = await overAndShort();
    const calls = await followWhile(world, back, { call: 0, happens: async () => undefined });
    expect(calls).toBeGreaterThan(10);
    for (let call = 1; call <= calls; call++) {
      await followWhile(world, back, { call, happens: () => hideNeeds(world, { id: back }, "short") });
      expect(await kinds(world, back), `hidden after call ${call}`).toEqual(["over"]);
      expect(await hidden(world, back), `hidden after call ${call}`).toEqual(["short"]);
      await followWhile(world, back, { call, happens: () => showSeen(world.ctx, { returnId: back }) });
      expect((await kinds(world, back)).sort(), `shown after call ${call}`).toEqual(["over", "short"]);
      expect(await hidden(world, back), `shown after call ${call}`).toEqual([]);
    }
  });

  test("when it is hidden twice, and is not shown twice", async () => {
    const { world, back } = await overAndShort();
    const needs = (await detail(world, back)).needs.filter(({ kind }) => kind === "over");
    expect(await markSeen(world.ctx, { returnId: back, needs })).toBe(true);
    expect(await markSeen(world.ctx, { returnId: back, needs })).toBe(true);
    expect(await hidden(world, back)).toEqual(["over"]);
    expect(await showSeen(world.ctx, { returnId: back })).toBe(true);
    expect(await showSeen(world.ctx, { returnId: back })).toBe(false);
    await world.settle();
    const entries = await readTimeline(world.ctx, { subject: back });
    const words = entries.reverse().map(({ kind, details }) => `${kind} ${details["what"] ?? ""}`.trim());
    const since = words.indexOf("asked seen");
    expect(words.slice(since)).toEqual(["asked seen", "needs", "asked show-seen", "needs"]);
    expect(entries[since]).toMatchObject({ details: { needs: "over" } });
  });

  test("while a label that failed is asked for and the warehouse fails otherwise", async () => {
    const shop = await ReturningShop.open({ MUG: 9 });
    const { world } = shop;
    await shop.choose({ label: true });
    const bought = await shop.sold({ MUG: 1 });
    const onLabel = async (action: object) => {
      await world.clearFaults();
      await world.atWarehouse("faults", { method: "GET", path: "/label$", action });
    };
    await onLabel({ kind: "body", body: "none" });
    const back = await shop.returned(bought, { MUG: 1 });
    expect(await kinds(world, back)).toEqual(["label"]);
    await hideNeeds(world, { id: back });
    expect(await detail(world, back)).toMatchObject({ waiting: { awaited: "parcel" } });
    await onLabel({ kind: "status", status: 503 });
    await expect(followReturn(world.ctx, { returnId: back })).rejects.toThrow();
    expect(await hidden(world, back)).toEqual(["label"]);
    await onLabel({ kind: "body", body: "none" });
    await followReturn(world.ctx, { returnId: back });
    expect(await kinds(world, back)).toEqual([]);
    expect(await hidden(world, back)).toEqual(["label"]);
  });
});

/** Reads the return, and after so many calls into the outside something else happens at the same time. @returns how many there were */
async function followWhile(
  { ctx }: World,
  returnId: string,
  { call, happens }: { call: number; happens(): Promise<unknown> },
): Promise<number> {
  let calls = 0;
  let happening: Promise<unknown> | undefined;
  const around = async <T>(send: () => Promise<T>): Promise<T> => {
    const answer = await send();
    calls += 1;
    // Once the reading is being stored, it waits for that.
    if (calls === call) happening = happens();
    return answer;
  };
  await followReturn(throughAll(ctx, around), { returnId });
  await happening;
  return calls;
}

describe("a return that was changed or cancelled too late", () => {
  test.each(["cancelled-late", "changed-late"] as const)(
    "needs attention until the warehouse shows what came: %s",
    async (kind) => {
      const shop = await ReturningShop.open({ MUG: 9 });
      const { world } = shop;
      const back = await shop.comesBack({ MUG: 2 });
      await world.atWarehouse(`inbounds/${refOfReturn(back)}/status`, { status: "in_progress" });
      const { lines } = await shop.shown(back);
      if (kind === "cancelled-late") await shop.step(back, "cancel");
      else await shop.step(back, "lines", { remove: [{ id: lines[0]!.id, quantity: 1 }] });
      await shop.settle();
      expect(await kinds(world, back)).toEqual([kind]);

      await shop.received(back, { sku: "MUG", quantity: 2 });
      await showOddly(world, {
        refs: [refOfReturn(back)],
        odd: (inbound) => ({
          ...without("receipts")(inbound),
          lines: inbound.lines.map((line) => ({ ...line, quantityReceived: null })),
        }),
      });
      await shop.settle();
      expect(await kinds(world, back)).toContain(kind);
      await world.clearFaults();
      await world.pass(24 * 60);
      await shop.sweep();
      expect(await kinds(world, back)).toEqual([kind === "cancelled-late" ? "late" : "over"]);
    },
  );
});
