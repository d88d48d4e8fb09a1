// @module-tag proof
import { describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { share } from "../support/share.ts";
import { readShop } from "../support/world.ts";
import type { Case } from "./support/case.ts";
import { playOutage, type Outage, type Situation } from "./support/outage-world.ts";

const mug = (quantity: number, defective = false) => ({ sku: "MUG", quantity, defective });
const noLabel = ({ world, returned }: Case) =>
  world.atWarehouse("faults", {
    ...{ method: "GET", path: `/inbounds/return-${returned.id.split("/").at(-1)}/label` },
    action: { kind: "status", status: 404 },
  });
const firstLine = ({ returned }: Case) => returned.lines[0]!.id;
const cityTooLong = {
  shippingAddress: {
    ...{ firstName: "Robin", lastName: "Shopper", address1: "Nowhere Street 1", zip: "1000 AA" },
    ...{ countryCode: "NL", city: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" },
  },
};

/** Maps a variant that the warehouse did not know to its lids. */
async function mapHat({ world }: Case): Promise<void> {
  const variantId = (await readShop(world)).variant("HAT").id as VariantId;
  await mapVariant(world.ctx, { variantId, components: [{ sku: "LID" as Sku, quantity: 1 }] });
}

const SITUATIONS: Situation[] = [
  { name: "sent, and nothing happens", ends: "labelled" },
  { name: "made and approved", ends: "labelled", made: "during" },
  { name: "requested", ends: "requested", made: "during", more: { status: "requested" } },
  {
    name: "requested, then approved",
    ends: "labelled",
    more: { status: "requested" },
    during: (it) => it.step("approve"),
  },
  {
    name: "requested, then declined",
    ends: "declined",
    more: { status: "requested" },
    during: (it) => it.step("decline"),
  },
  {
    name: "requested, then cancelled",
    ends: "cancelled",
    more: { status: "requested" },
    during: (it) => it.step("cancel"),
  },
  {
    name: "requested, order passes 60 days",
    ends: "requested: not-shown",
    more: { status: "requested" },
    during: (it) => it.age(61),
  },
  { name: "fully received", ends: "settled", during: (it) => it.receive(mug(2)) },
  { name: "partly received", ends: "receiving", during: (it) => it.receive(mug(1)) },
  {
    name: "rest received",
    ends: "settled",
    before: (it) => it.receive(mug(1)),
    during: (it) => it.receive(mug(1)),
  },
  { name: "received defective", ends: "settled", during: (it) => it.receive(mug(2, true)) },
  { name: "received in both conditions", ends: "settled", during: (it) => it.receive(mug(1), mug(1, true)) },
  { name: "more received than sent back", ends: "settled: over", during: (it) => it.receive(mug(3)) },
  {
    name: "something else received",
    ends: "receiving: unknown",
    during: (it) => it.receive({ sku: "LID", quantity: 1 }),
  },
  {
    name: "short: cancelled after part came",
    ends: "receiving: inbound-gone, short",
    before: (it) => it.receive(mug(1)),
    during: (it) => it.move("cancelled"),
  },
  {
    name: "part came and the rest was cancelled",
    ends: "receiving: inbound-gone, short",
    during: async (it) => {
      await it.receive(mug(1));
      await it.move("cancelled");
    },
  },
  {
    name: "cancelled at the warehouse",
    ends: "approved: inbound-gone",
    during: (it) => it.move("cancelled"),
  },
  {
    name: "deleted at the warehouse",
    ends: "approved: inbound-gone",
    during: (it) => it.atInterface("DELETE"),
  },
  { name: "begun at the warehouse", ends: "labelled", during: (it) => it.move("in_progress") },
  {
    name: "begun, then received",
    ends: "settled",
    before: (it) => it.move("in_progress"),
    during: (it) => it.receive(mug(2)),
  },
  { name: "cancelled in the store", ends: "cancelled", during: (it) => it.step("cancel") },
  {
    name: "cancelled in the store after the warehouse began",
    ends: "cancelled: cancelled-late",
    before: (it) => it.move("in_progress"),
    during: (it) => it.step("cancel"),
  },
  {
    name: "cancelled in the store, and by the warehouse after it began",
    ends: "cancelled",
    before: (it) => it.move("in_progress"),
    during: async (it) => {
      await it.step("cancel");
      await it.move("cancelled");
    },
  },
  {
    name: "cancelled in the store after the warehouse began, and received",
    ends: "cancelled: late",
    before: (it) => it.move("in_progress"),
    during: async (it) => {
      await it.step("cancel");
      await it.receive(mug(2));
    },
  },
  { name: "closed in the store", ends: "closed", during: (it) => it.step("close") },
  {
    name: "closed after it was settled",
    ends: "closed",
    before: (it) => it.receive(mug(2)),
    during: (it) => it.step("close"),
  },
  {
    name: "received after it was closed",
    ends: "closed: late",
    before: (it) => it.step("close"),
    during: (it) => it.receive(mug(2)),
  },
  { name: "reopened", ends: "labelled", before: (it) => it.step("close"), during: (it) => it.step("reopen") },
  {
    name: "reopened after it was settled",
    ends: "settled",
    before: async (it) => {
      await it.receive(mug(2));
      await it.step("close");
    },
    during: (it) => it.step("reopen"),
  },
  {
    name: "a unit taken out",
    ends: "labelled",
    during: (it) => it.step("lines", { remove: [{ id: firstLine(it), quantity: 1 }] }),
  },
  {
    name: "a unit put in",
    ends: "labelled",
    ...{ ordered: { MUG: 2, LID: 1 }, lines: { MUG: 2 } },
    during: (it) => it.step("lines", { add: [{ sku: "LID", quantity: 1 }] }),
  },
  {
    name: "a unit swapped for another",
    ends: "labelled",
    ...{ ordered: { MUG: 1, LID: 1 }, lines: { MUG: 1 } },
    during: (it) =>
      it.step("lines", { remove: [{ id: firstLine(it), quantity: 1 }], add: [{ sku: "LID", quantity: 1 }] }),
  },
  {
    name: "a unit taken out after the warehouse began",
    ends: "labelled: changed-late",
    before: (it) => it.move("in_progress"),
    during: (it) => it.step("lines", { remove: [{ id: firstLine(it), quantity: 1 }] }),
  },
  {
    name: "a unit taken out after the warehouse began, and the rest received",
    ends: "settled: over",
    before: (it) => it.move("in_progress"),
    during: async (it) => {
      await it.step("lines", { remove: [{ id: firstLine(it), quantity: 1 }] });
      await it.receive(mug(2));
    },
  },
  { name: "mapping missing", ends: "approved: unmapped", lines: { SCARF: 1 } },
  {
    name: "mapping missing of one line",
    ends: "received: unmapped",
    lines: { MUG: 1, SCARF: 1 },
    during: (it) => it.receive(mug(1)),
  },
  { name: "mapped meanwhile", ends: "labelled", lines: { HAT: 1 }, during: mapHat },
  { name: "sender missing", ends: "approved: sender", facts: cityTooLong },
  {
    name: "an item the store has no variant for",
    ends: "labelled: unverified",
    lines: [{ sku: "MUG", quantity: 1 }],
    more: { unverified: [{ quantity: 1 }] },
  },
  {
    name: "exchange, received",
    ends: "settled",
    more: { exchange: [{ sku: "LID", quantity: 1 }] },
    during: (it) => it.receive(mug(2)),
  },
  { name: "label waiting", ends: "labelled", first: noLabel },
  { name: "order passes 60 days", ends: "labelled: not-shown", during: (it) => it.age(61) },
  {
    name: "order passes 60 days, and it is received",
    ends: "received: not-shown",
    during: async (it) => {
      await it.age(61);
      await it.receive(mug(2));
    },
  },
  {
    name: "restocked by hand",
    ends: "settled",
    during: (it) => it.step("dispose", { type: "RESTOCKED", location: "Warehouse" }),
  },
  {
    name: "expected long ago",
    ends: "labelled: overdue",
    during: (it) => it.atInterface("PUT", { expectedReceiveDate: "2026-01-02" }),
  },
  { name: "from before Dockline", ends: "earlier", made: "before Dockline" },
  {
    name: "from before Dockline, closed",
    ends: "closed",
    made: "before Dockline",
    during: (it) => it.step("close"),
  },
];

const undisturbed = share((atEnd) => playOutage({ situations: SITUATIONS, outage: "none" }, atEnd));

test.each(SITUATIONS)(
  "a return that is $name ends $ends when both systems answer",
  ({ name, ends: expected }) => {
    const { stage, needs } = undisturbed().get(name)!.outcome!;
    expect([stage, needs.join(", ")].filter(Boolean).join(": ")).toBe(expected);
  },
);

describe.each<[string, Outage]>([
  ["the app is down for three days and everything both systems sent is lost", "app down"],
  ["the warehouse refuses for three days and its events are lost", "warehouse away"],
  ["the store is away for three days and its webhooks are lost", "store away"],
])("when %s", (_what, outage) => {
  const played = share((atEnd) => playOutage({ situations: SITUATIONS, outage }, atEnd));

  test.each(SITUATIONS.map(({ name }) => name))("a return that is %s ends as without it", (name) => {
    const { outcome, waiting } = played().get(name)!;
    expect(outcome).toEqual(undisturbed().get(name)!.outcome);
    expect(waiting?.state).toMatch(/^(completed|attention|waiting)$/);
    if (waiting?.state !== "waiting") return;
    expect(waiting.since).toBeInstanceOf(Date);
    // It is read again within a day.
    expect(waiting.checkAt!.getTime()).toBeLessThan(Date.now() + 24 * 60 * 60_000);
  });
});
