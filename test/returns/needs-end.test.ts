import { describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { changeToken } from "../../app/domain/connection/change-token.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { announceAnyway } from "../../app/domain/returns/announce/announce-anyway.ts";
import { changeSender } from "../../app/domain/returns/announce/change-sender.ts";
import { readSender } from "../../app/domain/returns/announce/read-sender.ts";
import { letGo } from "../../app/domain/returns/let-go.ts";
import { showSeen } from "../../app/domain/returns/mark-seen.ts";
import { readReturnDetail } from "../../app/domain/returns/read-return.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import type { Need } from "../../app/domain/returns/return-needs.ts";
import { markMissing } from "../../app/domain/returns/settle/mark-missing.ts";
import { tryAgain } from "../../app/domain/returns/try-again.ts";
import { goLive } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { hideNeeds, kept, sendBack, sold } from "../support/returns.ts";
import { share, type AtEnd } from "../support/share.ts";
import { createTwoAccounts, OTHER_TOKEN } from "../support/two-accounts.ts";
import { createWorld, readShop, TOKEN, type World } from "../support/world.ts";
import { caseOf, type Case } from "./support/case.ts";

type Kind = Need["kind"];

/** What becomes of the three returns of each kind. */
const COPIES = ["ends", "hidden", "left"] as const;
type Copy = (typeof COPIES)[number];

const DAYS_30 = 30 * 24 * 60;
const mug = (quantity: number) => ({ sku: "MUG", quantity });
/** An SKU that only one return is about. */
const own = (what: string, copy: Copy) => `${what}-${copy}`;

interface Row {
  /** Of the order; two mugs unless said. The last line is sent back. */
  ordered?(copy: Copy): object[];
  facts?: object;
  more?: object;
  /** Right after it is made, before either system is read. */
  first?(it: Case, copy: Copy): Promise<unknown>;
  /** When the warehouse has it. */
  happens?(it: Case): Promise<unknown>;
  /** How its cause ends, in words and in fact. */
  how: string;
  ends(it: Case): Promise<unknown>;
}

const of = ({ returned: { id: returnId } }: Case) => ({ returnId });
const receive = (quantity: number) => (it: Case) => it.receive(mug(quantity));
const endInbound = ({ world, returned }: Case) =>
  world.atWarehouse(`inbounds/${refOfReturn(returned.id)}/end`, { as: "fully_received" });
const done = { how: "the warehouse is done with it", ends: endInbound };
const closed = { how: "the merchant closes the return", ends: (it: Case) => it.step("close") };
const variantOf = async ({ world }: Case, sku: string) =>
  (await readShop(world)).variant(sku).id as VariantId;

/** Every reason but `other-account`, which concerns all returns at once (below). */
const ROWS: Record<Exclude<Kind, "other-account">, Row> = {
  sender: {
    facts: {
      shippingAddress: {
        ...{ firstName: "Robin", lastName: "Shopper", address1: "Nowhere Street 1", zip: "1000 AA" },
        ...{ countryCode: "NL", city: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" },
      },
    },
    how: "the merchant corrects the sender",
    async ends(it) {
      const read = await readSender(it.world.ctx, of(it));
      if (read.outcome !== "read") throw new Error(read.outcome);
      await changeSender(it.world.ctx, { ...of(it), typed: { ...read.sender, senderCity: "Amsterdam" } });
    },
  },
  unmapped: {
    ordered: (copy) => [{ sku: own("SCARF", copy), quantity: 1 }],
    how: "the merchant maps the variant",
    async ends(it) {
      const variantId = await variantOf(it, own("SCARF", "ends"));
      await mapVariant(it.world.ctx, { variantId, components: [{ sku: "LID" as Sku, quantity: 1 }] });
    },
  },
  custom: {
    ordered: () => [{ custom: { title: "Engraving", price: "5.00" }, quantity: 1 }],
    how: "the merchant settles the item in the store",
    ends: (it) => it.step("dispose", { type: "NOT_RESTOCKED" }),
  },
  unverified: { more: { unverified: [{ quantity: 1, note: "a vase" }] }, ...closed },
  refused: {
    ordered: (copy) => [{ sku: own("GONE", copy), quantity: 1 }],
    async first({ world }, copy) {
      const sku = own("GONE", copy);
      await world.atWarehouse("correct", { sku, stock: 0 });
      await world.ctx.warehouse(TOKEN).products.delete(sku);
    },
    how: "the warehouse has the product again, and the merchant tries again",
    async ends(it) {
      const sku = own("GONE", "ends");
      await it.world.atWarehouse("products", [{ sku, description: sku, stock: 50 }]);
      await tryAgain(it.world.ctx, of(it));
    },
  },
  "inbound-gone": {
    happens: (it) => it.atInterface("DELETE"),
    how: "the merchant announces it again",
    ends: (it) => announceAnyway(it.world.ctx, { returnIds: [it.returned.id] }),
  },
  "not-shown": {
    happens: (it) => it.age(61),
    how: "the merchant marks it as done",
    ends: (it) => letGo(it.world.ctx, of(it)),
  },
  overdue: {
    happens: (it) => it.atInterface("PUT", { expectedReceiveDate: "2026-01-02" }),
    how: "it comes",
    ends: receive(2),
  },
  "changed-late": {
    async happens(it) {
      await it.move("in_progress");
      await it.step("lines", { remove: [{ id: it.returned.lines[0]!.id, quantity: 1 }] });
    },
    ...done,
  },
  "cancelled-late": {
    async happens(it) {
      await it.move("in_progress");
      await it.step("cancel");
    },
    ...done,
  },
  label: {
    first: (it) =>
      it.world.atWarehouse("faults", {
        ...{ method: "GET", path: `/inbounds/${refOfReturn(it.returned.id)}/label` },
        action: { kind: "body", body: "none" },
      }),
    how: "the merchant puts a label on the return",
    ends: (it) => it.step("deliveries", { label: "https://labels.example/1.pdf" }),
  },
  over: { happens: receive(3), ...closed },
  unknown: { happens: (it) => it.receive({ sku: "LID", quantity: 1 }), ...closed },
  unclear: {
    happens: (it) => it.receive({ ...mug(1), leftOut: ["defective"] }),
    how: "somebody settles the unit in the store",
    ends: (it) => it.step("dispose", { lines: [mug(1)], type: "NOT_RESTOCKED" }),
  },
  short: {
    async happens(it) {
      await it.receive(mug(1));
      await endInbound(it);
    },
    how: "the merchant counts the rest as missing",
    ends: (it) => markMissing(it.world.ctx, of(it)),
  },
  late: {
    async happens(it) {
      await it.step("close");
      await it.receive(mug(2));
    },
    how: "the merchant opens the return again",
    ends: (it) => it.step("reopen"),
  },
  corrected: {
    async happens(it) {
      await it.receive(mug(2));
      await it.world.settle();
      const receipts =
        await it.world.atWarehouse<{ vendorShipmentNo: string; lines: { inboundRef: string }[] }[]>(
          "receipts",
        );
      const ref = refOfReturn(it.returned.id);
      const receipt = receipts.find(({ lines }) => lines.some(({ inboundRef }) => inboundRef === ref))!;
      const correction = { quantity: 1, becomes: "gone", event: true };
      await it.world.atWarehouse(`receipts/${receipt.vendorShipmentNo}/correct`, correction);
    },
    how: "the unit comes after all",
    ends: receive(1),
  },
  "turned-up": {
    async happens(it) {
      await it.step("dispose", { lines: [mug(1)], type: "MISSING" });
      await it.world.settle();
      await it.receive(mug(2));
    },
    how: "the merchant hides it",
    ends: (it) => hideNeeds(it.world, it.returned, "turned-up"),
  },
  disposition: {
    async first(it, copy) {
      const [line] = it.returned.reverseFulfillmentOrders[0]!.lines;
      await it.world.atShop("faults", {
        ...{ path: "graphql", body: `${line!.id}"`, ...(copy === "ends" && { times: 1 }) },
        operation: "Dispose",
        action: { kind: "user-error", message: "It is not open.", code: "INVALID" },
      });
    },
    happens: receive(2),
    how: "the store takes it when the merchant tries again",
    ends: (it) => tryAgain(it.world.ctx, of(it)),
  },
  "restock-waits": {
    ordered: (copy) => [{ sku: own("CUP", copy), quantity: 1 }],
    happens: async (it) => {
      const sku = it.returned.lines[0]!.sku!;
      await it.receive({ sku, quantity: 1 });
    },
    how: "the variant goes live",
    ends: async (it) => goLive(it.world.ctx, [await variantOf(it, own("CUP", "ends"))]),
  },
};

const KINDS = Object.keys(ROWS) as (keyof typeof ROWS)[];

interface Looked {
  /** The kinds that its page shows, and those that are hidden. */
  shown: Kind[];
  hidden: Kind[];
}

interface Played {
  /** By what becomes of the return: how it was when the reason came, right after it was ended, and 30 days later. */
  came: Record<Copy, Looked>;
  then: Record<Copy, Looked>;
  later: Record<Copy, Looked>;
  /** The one that was left, hidden after these 30 days, and then read again. */
  atLast: Looked;
  /** The one that was hidden, shown again. */
  again: Looked;
}

async function look({ world, returned: { id: returnId } }: Case): Promise<Looked> {
  const { needs, seen } = (await readReturnDetail(world.ctx, { returnId }))!;
  const kinds = (some: readonly Need[]) => [...new Set(some.map(({ kind }) => kind))];
  return { shown: kinds(needs), hidden: kinds(seen) };
}

async function openWorld(atEnd: AtEnd): Promise<World> {
  const ofCopies = (what: string) => COPIES.map((copy) => own(what, copy));
  const [stored, unknown] = [["MUG", "LID", ...ofCopies("CUP"), ...ofCopies("GONE")], ofCopies("SCARF")];
  const world = await createWorld(
    {
      warehouse: Object.fromEntries(stored.map((sku) => [sku, 500])),
      variants: [...stored, ...unknown].map((sku) => ({ sku, onHand: 500 })),
    },
    atEnd,
  );
  // As a store on Shopify Plus: so many returns at once would wait for its limit.
  await world.atShop("shops/demo/throttle", { maximumAvailable: 20_000, restoreRate: 1_000 });
  await world.connect({ shadow: true });
  const { variants } = await readShop(world);
  const live = variants.filter(({ sku }) => !sku?.startsWith("CUP"));
  await goLive(
    world.ctx,
    live.map(({ id }) => id as VariantId),
  );
  await world.settle();
  return world;
}

async function make(world: World, { row, copy }: { row: Row; copy: Copy }): Promise<Case> {
  const lines = row.ordered?.(copy) ?? [mug(2)];
  const order = await sold(world, lines, row.facts ?? {});
  const returned = await sendBack(world, order, [{ lineId: order.lines.at(-1)!.id }], row.more);
  const it = caseOf(world, { order, returned });
  await row.first?.(it, copy);
  return it;
}

/** Plays all rows in one world. */
async function play(atEnd: AtEnd): Promise<Map<Kind, Played>> {
  const world = await openWorld(atEnd);
  const cases = new Map<Kind, Record<Copy, Case>>();
  for (const kind of KINDS) {
    const made = COPIES.map(async (copy) => [copy, await make(world, { row: ROWS[kind], copy })] as const);
    cases.set(kind, Object.fromEntries(await Promise.all(made)) as Record<Copy, Case>);
  }
  await world.settle();
  for (const kind of KINDS) for (const copy of COPIES) await ROWS[kind].happens?.(cases.get(kind)![copy]);
  const checked = async (minutes: number) => {
    await world.pass(minutes);
    await world.sweep();
    await world.sweep();
  };
  await checked(23 * 60);
  const lookAll = async () => {
    const looked = new Map<Kind, Record<Copy, Looked>>();
    for (const [kind, of] of cases) {
      const entries = await Promise.all(COPIES.map(async (copy) => [copy, await look(of[copy])] as const));
      looked.set(kind, Object.fromEntries(entries) as Record<Copy, Looked>);
    }
    return looked;
  };

  const came = await lookAll();
  for (const kind of KINDS) {
    const { ends, hidden } = cases.get(kind)!;
    await ROWS[kind].ends(ends);
    await hideNeeds(world, hidden.returned, kind);
  }
  await world.settle();
  const then = await lookAll();
  await checked(DAYS_30);
  const later = await lookAll();
  const played = new Map<Kind, Played>();
  for (const kind of KINDS) await hideNeeds(world, cases.get(kind)!.left.returned, kind);
  await checked(24 * 60);
  for (const kind of KINDS) {
    const { left, hidden } = cases.get(kind)!;
    const atLast = await look(left);
    await showSeen(world.ctx, { returnId: hidden.returned.id });
    played.set(kind, {
      ...{ came: came.get(kind)!, then: then.get(kind)!, later: later.get(kind)!, atLast },
      again: await look(hidden),
    });
  }
  return played;
}

describe("a reason why a return needs attention", () => {
  const played = share(play);

  test.each(KINDS)("%s", (kind) => {
    const { came, then, later, atLast, again } = played().get(kind)!;
    for (const copy of COPIES) expect(came[copy].shown, `${copy}, it came`).toContain(kind);

    const { how } = ROWS[kind];
    expect(then.ends.shown, how).not.toContain(kind);
    expect(later.ends.shown, `${how}, 30 days later`).not.toContain(kind);

    expect(then.left.shown, "nobody has done anything").toContain(kind);
    expect(later.left.shown, "30 days later").toContain(kind);

    // It has a button of its own.
    if (kind === "not-shown") return;
    expect(then.hidden.shown, "hidden").not.toContain(kind);
    expect(later.hidden.shown, "hidden, 30 days later").not.toContain(kind);
    expect(atLast.shown, "hidden after 30 days").not.toContain(kind);
    expect(again, "shown again").toMatchObject({ hidden: [] });
    expect(again.shown, "shown again").toContain(kind);
  });
});

test("other-account: the merchant announces it to the account that is connected now, or hides it", async () => {
  const { world, atOther } = await createTwoAccounts({
    warehouse: { MUG: 50 },
    other: { CUP: 3 },
    variants: [{ sku: "MUG", onHand: 50 }],
  });
  await world.connect();
  const back = async () => sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  const [again, hidden] = [await back(), await back()];
  await world.settle();
  expect(await changeToken(world.ctx, { accessToken: OTHER_TOKEN })).toEqual({ outcome: "other-account" });
  await world.settle();
  const shown = async () =>
    Promise.all([again, hidden].map(async (one) => (await kept(world, one))!.needs.map(({ kind }) => kind)));
  expect(await shown()).toEqual([["other-account"], ["other-account"]]);

  await atOther("products", [{ sku: "MUG", description: "MUG", stock: 1 }]);
  await announceAnyway(world.ctx, { returnIds: [again.id] });
  await hideNeeds(world, hidden, "other-account");
  await world.settle();
  expect(await shown()).toEqual([[], []]);
  await world.pass(DAYS_30);
  await world.sweep();
  await world.sweep();
  const [, later] = await shown();
  expect(later).toEqual([]);
  // Nothing is to be expected of it: what becomes of it is decided in the store.
  const detail = await readReturnDetail(world.ctx, { returnId: hidden.id });
  expect(detail).toMatchObject({ waiting: { state: "waiting", awaited: "decision" } });
});
