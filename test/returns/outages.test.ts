import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { readShop } from "../support/world.ts";
import { playOutage, type Case, type Outage, type Situation } from "./support/outage-world.ts";

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
  { name: "sent, and nothing happens" },
  { name: "made and approved", made: "during" },
  { name: "requested", made: "during", more: { status: "requested" } },
  { name: "requested, then approved", more: { status: "requested" }, during: (it) => it.step("approve") },
  { name: "requested, then declined", more: { status: "requested" }, during: (it) => it.step("decline") },
  { name: "requested, then cancelled", more: { status: "requested" }, during: (it) => it.step("cancel") },
  { name: "requested, order passes 60 days", more: { status: "requested" }, during: (it) => it.age(61) },
  { name: "fully received", during: (it) => it.receive(mug(2)) },
  { name: "partly received", during: (it) => it.receive(mug(1)) },
  { name: "rest received", before: (it) => it.receive(mug(1)), during: (it) => it.receive(mug(1)) },
  { name: "received defective", during: (it) => it.receive(mug(2, true)) },
  { name: "received in both conditions", during: (it) => it.receive(mug(1), mug(1, true)) },
  { name: "more received than sent back", during: (it) => it.receive(mug(3)) },
  { name: "something else received", during: (it) => it.receive({ sku: "LID", quantity: 1 }) },
  {
    name: "short: cancelled after part came",
    before: (it) => it.receive(mug(1)),
    during: (it) => it.move("cancelled"),
  },
  {
    name: "part came and the rest was cancelled",
    during: async (it) => {
      await it.receive(mug(1));
      await it.move("cancelled");
    },
  },
  { name: "cancelled at the warehouse", during: (it) => it.move("cancelled") },
  { name: "deleted at the warehouse", during: (it) => it.atInterface("DELETE") },
  { name: "begun at the warehouse", during: (it) => it.move("in_progress") },
  {
    name: "begun, then received",
    before: (it) => it.move("in_progress"),
    during: (it) => it.receive(mug(2)),
  },
  { name: "cancelled in the store", during: (it) => it.step("cancel") },
  {
    name: "cancelled in the store after the warehouse began",
    before: (it) => it.move("in_progress"),
    during: (it) => it.step("cancel"),
  },
  { name: "closed in the store", during: (it) => it.step("close") },
  {
    name: "closed after it was settled",
    before: (it) => it.receive(mug(2)),
    during: (it) => it.step("close"),
  },
  {
    name: "received after it was closed",
    before: (it) => it.step("close"),
    during: (it) => it.receive(mug(2)),
  },
  { name: "reopened", before: (it) => it.step("close"), during: (it) => it.step("reopen") },
  {
    name: "reopened after it was settled",
    before: async (it) => {
      await it.receive(mug(2));
      await it.step("close");
    },
    during: (it) => it.step("reopen"),
  },
  {
    name: "a unit taken out",
    during: (it) => it.step("lines", { remove: [{ id: firstLine(it), quantity: 1 }] }),
  },
  {
    name: "a unit put in",
    ...{ ordered: { MUG: 2, LID: 1 }, lines: { MUG: 2 } },
    during: (it) => it.step("lines", { add: [{ sku: "LID", quantity: 1 }] }),
  },
  {
    name: "a unit swapped for another",
    ...{ ordered: { MUG: 1, LID: 1 }, lines: { MUG: 1 } },
    during: (it) =>
      it.step("lines", { remove: [{ id: firstLine(it), quantity: 1 }], add: [{ sku: "LID", quantity: 1 }] }),
  },
  {
    name: "a unit taken out after the warehouse began",
    before: (it) => it.move("in_progress"),
    during: (it) => it.step("lines", { remove: [{ id: firstLine(it), quantity: 1 }] }),
  },
  { name: "mapping missing", lines: { SCARF: 1 } },
  { name: "mapping missing of one line", lines: { MUG: 1, SCARF: 1 }, during: (it) => it.receive(mug(1)) },
  { name: "mapped meanwhile", lines: { HAT: 1 }, during: mapHat },
  { name: "sender missing", facts: cityTooLong },
  {
    name: "an item the store has no variant for",
    lines: [{ sku: "MUG", quantity: 1 }],
    more: { unverified: [{ quantity: 1 }] },
  },
  {
    name: "exchange, received",
    more: { exchange: [{ sku: "LID", quantity: 1 }] },
    during: (it) => it.receive(mug(2)),
  },
  { name: "label waiting", first: noLabel },
  { name: "order passes 60 days", during: (it) => it.age(61) },
  {
    name: "order passes 60 days, and it is received",
    during: async (it) => {
      await it.age(61);
      await it.receive(mug(2));
    },
  },
  {
    name: "restocked by hand",
    during: (it) => it.step("dispose", { type: "RESTOCKED", location: "Warehouse" }),
  },
  { name: "expected long ago", during: (it) => it.atInterface("PUT", { expectedReceiveDate: "2026-01-02" }) },
  { name: "from before Dockline", made: "before Dockline" },
  { name: "from before Dockline, closed", made: "before Dockline", during: (it) => it.step("close") },
];

type Played = Awaited<ReturnType<typeof playOutage>>;

const ends: (() => Promise<void>)[] = [];
const atEnd = (end: () => Promise<void>) => void ends.unshift(end);
afterAll(async () => {
  for (const end of ends) await end();
});

/** A world of forty returns takes some twenty seconds, and longer on a machine that is busy. */
const WORLD_MS = 400_000;

let undisturbed: Played;
beforeAll(async () => {
  undisturbed = await playOutage({ situations: SITUATIONS, outage: "none" }, atEnd);
}, WORLD_MS);

describe.each<[string, Outage]>([
  ["the app is down for three days and everything both systems sent is lost", "app down"],
  ["the warehouse refuses for three days and its events are lost", "warehouse away"],
  ["the store is away for three days and its webhooks are lost", "store away"],
])("when %s", (_what, outage) => {
  let played: Played;
  beforeAll(async () => {
    played = await playOutage({ situations: SITUATIONS, outage }, atEnd);
  }, WORLD_MS);

  test.each(SITUATIONS.map(({ name }) => name))("a return that is %s ends as without it", (name) => {
    const { outcome, waiting } = played.get(name)!;
    expect(outcome).toEqual(undisturbed.get(name)!.outcome);
    expect(waiting?.state).toMatch(/^(completed|attention|waiting)$/);
    if (waiting?.state !== "waiting") return;
    expect(waiting.since).toBeInstanceOf(Date);
    // It is read again within a day.
    expect(waiting.checkAt!.getTime()).toBeLessThan(Date.now() + 24 * 60 * 60_000);
  });
});
