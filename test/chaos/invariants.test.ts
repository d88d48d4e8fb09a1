import { beforeEach, describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { startWarehouse } from "../../sandbox/warehouse/start-warehouse.ts";
import { findInbound } from "../../scripts/chaos/at-the-floor.ts";
import { shopGoods, warehouseGoods } from "../../scripts/chaos/goods.ts";
import type { Watched } from "../../scripts/chaos/invariants/evidence.ts";
import { judge } from "../../scripts/chaos/invariants/judge.ts";
import { createSide, type Side } from "../../scripts/chaos/side.ts";
import { workLeft } from "../../scripts/chaos/work-left.ts";
import { announce, FORM, REF } from "../support/purchases.ts";
import { inbounds, sendBack, sold, step, type ShownReturn } from "../support/returns.ts";
import { share } from "../support/share.ts";
import { correct, order, setOnHand } from "../support/stock.ts";
import { createWorld, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

/*
 * Chaos is worth what its judges are. So here nothing goes wrong by chance: after a quiet story, in which there is nothing
 * to find, one thing after the other is broken on purpose, and each time the judges have to see what is new.
 */

let world: World;
let watched: Watched;
let sides: [Side, Side];
/** Of one piece each, of which the first has come in; the last is of an SKU of its own. */
let back: [ShownReturn, ShownReturn, ShownReturn];
let known = new Set<string>();

share(async (atEnd) => {
  const stock = Object.fromEntries(warehouseGoods("a").map(({ sku, stock }) => [sku, stock]));
  world = await createWorld({ warehouse: stock }, atEnd);
  const { shop, warehouse, appUrl, services } = world;
  watched = {
    shopUrl: shop.url,
    database: { read: async (text, values) => (await services.pool.query(text, values)).rows as never[] },
  };
  const another = await startWarehouse({ port: 0 });
  atEnd(() => another.close());
  const account = { url: warehouse.url, accessToken: TOKEN, webhookKey: WEBHOOK_KEY };
  const accounts = { a: account, b: { ...account, url: another.url } };
  const of = { shopUrl: shop.url, appUrl, accounts };
  sides = [createSide(of, { name: "a", short: "demo" }), createSide(of, { name: "b", short: "neighbour" })];
  for (const side of sides) await side.atShop("seed", shopGoods(side.name));
  await world.connect();
  await mapKit();
  await world.settle();
  back = [await bring("MUG"), await bring("MUG"), await bring("TEE")];
  await world.settle();
  await receive(back[0]);
  await world.settle();
  sides[0].purchases.push({ ref: REF, sku: "MUG", pieces: 8 });
  await announce(world, { formId: FORM });
  await world.settle();
});

async function mapKit(): Promise<void> {
  const variantId = (await readShop(world)).variant("KIT").id as VariantId;
  const components = [
    { sku: "LID" as Sku, quantity: 1 },
    { sku: "JAR" as Sku, quantity: 2 },
  ];
  await mapVariant(world.ctx, { variantId, components });
}

/** Somebody bought a piece, got it, and sends it back. */
async function bring(sku: string): Promise<ShownReturn> {
  const order = await sold(world, { [sku]: 1 });
  await world.atWarehouse("ship", { lines: [{ sku, quantity: 1 }] });
  return sendBack(world, order, { [sku]: 1 });
}

async function receive({ name, lines: [line] }: ShownReturn): Promise<void> {
  const inbound = (await inbounds(world)).find(({ supplierRef }) => supplierRef === name);
  const lines = [{ sku: line!.sku, quantity: 1 }];
  await world.atWarehouse("receive", { inboundRef: inbound!.ref, lines });
}

/** What is found in the first shop and was not found before. The second has no app, so its own figures are nobody's. */
async function fresh(): Promise<string[]> {
  const all = (await judge(watched, sides)).filter(({ shop }) => shop === SHOP);
  const found = all.map(({ invariant, what }) => `${invariant}: ${what}`);
  const news = found.filter((one) => !known.has(one));
  known = new Set(found);
  return news;
}

const sql = (text: string) => world.services.pool.query(text);
const only = (what: RegExp) => [expect.stringMatching(what) as string];
const theFirst = (where: string) => `"id" = (SELECT min("id") FROM "LedgerEntry" WHERE ${where})`;

test("after a quiet story there is nothing to find", async () => {
  expect(await fresh()).toEqual([]);
});

describe("after one more thing is broken", () => {
  // What was found of a break before does not count as news, whether it is still there or not.
  beforeEach(async () => void (await fresh()));

  test("a figure in the shop that nobody put right is found", async () => {
    await setOnHand(world, { sku: "TEE", pieces: 99 });
    expect(await fresh()).toContainEqual(expect.stringMatching(/^stock: TEE shows 99 and should show \d+$/));
  });

  test("so is one that does not follow the warehouse, and the kit's of which a part is missing", async () => {
    await correct(world, { sku: "JAR", pieces: 3 });
    expect(await fresh()).toEqual([
      "stock: JAR shows 16 and should show 3",
      "stock: KIT shows 8 and should show 1",
    ]);
  });

  test("so is one that does not heed what the merchant keeps back", async () => {
    // No other test changes its quantity.
    sides[0].kept.set("BOX", 2);
    expect(await fresh()).toEqual(["stock: BOX shows 20 and should show 18"]);
  });

  test("so is one that was moved where the app has no business", async () => {
    await setOnHand(world, { sku: "LID", pieces: 4, location: "Shop floor" });
    expect(await fresh()).toContain("stock: LID was moved at a location that is not the app's: 4");
  });

  test("so is one that was written before its variant was live", async () => {
    sides[0].live = new Set(["MUG", "LID", "JAR", "TEE", "KIT"]);
    expect(await fresh()).toEqual(["stock: BOX was written and is not live: 20"]);
    sides[0].live = "all";
  });

  test("in available mode an open order that the warehouse does not know is held back", async () => {
    sides[0].kept.delete("BOX");
    const { id } = await order(world, { BOX: 3 });
    sides[0].mode = "available";
    await setOnHand(world, { sku: "BOX", pieces: 22 });
    const ofStock = async () => (await fresh()).filter((one) => one.startsWith("stock"));
    // It may know it.
    expect(await ofStock()).toEqual([]);
    const about = { shipped: false, cancelled: false, isElsewhere: false, back: 0 };
    sides[0].orders.push({ id, sold: "BOX", pieces: 3, sent: false, ...about });
    expect(await ofStock()).toEqual(["stock: BOX shows 22 and should show 20"]);
    sides[0].mode = "on_hand";
  });

  test("a return that another location shipped and that was announced is found", async () => {
    const made = await bring("MUG");
    await world.settle();
    await fresh();
    const one = { id: made.id, sold: "MUG", pieces: 1, status: "open" } as const;
    sides[0].returns.push({ ...one, isElsewhere: true });
    expect(await fresh()).toEqual([`returns: ${made.name} (OPEN) has 1 inbounds and is of another location`]);
    sides[0].returns.pop();
  });

  test("a second inbound of a return is found", async () => {
    const made = await bring("TEE");
    await world.settle();
    await fresh();
    await world.ctx.warehouse(TOKEN).inbounds.create({ ...inboundOf(made.name), ref: "another" });
    expect(await fresh()).toEqual(only(/^returns: .* has 2 inbounds$/));
  });

  test("a return that was never announced is found", async () => {
    const { name } = await sendBack(world, await sold(world, { LID: 1 }), { LID: 1 });
    expect(await fresh()).toContain(`returns: ${name} (OPEN) has 0 inbounds`);
  });

  test("a return that was withdrawn and whose inbound still waits is found", async () => {
    await step(world, back[2], "cancel");
    expect(await fresh()).toContain(
      `returns: ${back[2].name} (CANCELED) has an inbound that nobody will fill`,
    );
  });

  test("a second label and a second mail are found", async () => {
    const twice = await sold(world, { MUG: 2 });
    const made = await sendBack(world, twice, { MUG: 1 });
    await world.settle();
    await fresh();
    await step(world, made, "lines", { add: [{ sku: "MUG", quantity: 1 }] });
    await step(world, made, "deliveries", { label: "https://example.com/label.pdf", notify: true });
    const found = await fresh();
    expect(found).toContain(`returns: ${made.name} (OPEN) has 2 labels`);
    expect(found).toContain(`returns: ${made.name} (OPEN) was told of by 2 mails`);
  });

  test("pieces that were disposed of and never came in are found", async () => {
    await step(world, back[1], "dispose", { type: "NOT_RESTOCKED" });
    expect(await fresh()).toContain(
      `dispositions: ${back[1].name} (OPEN) 0 of 1 have come in and 1 are disposed of`,
    );
  });

  test("pieces that the merchant takes out of a return after they were disposed of are not", async () => {
    const made = await sendBack(world, await sold(world, { TEE: 2 }), { TEE: 2 });
    await world.settle();
    const { ref } = (await inbounds(world)).find(({ supplierRef }) => supplierRef === made.name)!;
    await world.atWarehouse("receive", {
      inboundRef: ref,
      lines: [{ sku: "TEE", quantity: 2, defective: true }],
    });
    await world.settle();
    await fresh();
    await step(world, made, "lines", { change: [{ id: made.lines[0]!.id, quantity: 1 }] });
    await world.settle();
    const findings = only(/^dispositions: .* 1 of 1 have come in and 2 are disposed of$/);
    expect((await fresh()).filter((one) => one.startsWith("dispositions"))).toEqual(findings);
    sides[0].returns.push({ id: made.id, sold: "TEE", pieces: 2, status: "open", isElsewhere: false });
    expect((await judge(watched, sides)).filter(({ what }) => what.startsWith(made.name))).toEqual([]);
  });

  test("pieces that came in and were not disposed of are found", async () => {
    const other = await bring("TEE");
    await world.settle();
    await receive(other);
    expect(await fresh()).toContain(
      `dispositions: ${other.name} (OPEN) 1 have come in and 0 are disposed of`,
    );
  });

  test("a return of which nothing more is expected is found until its page says so", async () => {
    const made = await bring("TEE");
    await world.settle();
    const { ref } = (await inbounds(world)).find(({ supplierRef }) => supplierRef === made.name)!;
    await fresh();
    await world.atWarehouse(`inbounds/${ref}/delete`, {});
    const stuck = only(
      /^silence: .* has 0 of 1 units settled, nothing is expected, and its page says labelled, label ready$/,
    );
    expect(await fresh()).toEqual([`returns: ${made.name} (OPEN) has 0 inbounds`, ...stuck]);
    sides[0].deleted.push({ name: made.name, lines: [] });
    expect(await fresh()).toEqual([]);
    await world.sweep();
    await fresh();
    expect([...known].filter((one) => one.includes(made.name))).toEqual([]);
  });

  test("units of a corrected receipt may stay settled, and no more than ever came", async () => {
    const made = await bring("TEE");
    await world.settle();
    await receive(made);
    await world.settle();
    await fresh();
    const { receipts } = (await findInbound(sides[0], made.id))!;
    const number = receipts[0]!.vendorShipmentNo;
    await world.atWarehouse(`receipts/${number}/correct`, { quantity: 1, becomes: "gone" });
    expect((await fresh()).filter((one) => one.startsWith("dispositions"))).toEqual([
      `dispositions: ${made.name} (OPEN) 0 of 1 have come in and 1 are disposed of`,
      `dispositions: ${made.name} (OPEN) 0 have come in good and 1 are restocked`,
      `dispositions: ${made.name} (OPEN) its receipts show 0 good units and 1 are restocked`,
    ]);
    sides[0].corrected.push({ name: made.name, sku: "TEE", becomes: "gone" });
    await world.settle();
    await fresh();
    expect([...known].filter((one) => one.startsWith("dispositions: " + made.name))).toEqual([]);
  });

  test("a purchase that never reached the warehouse is found", async () => {
    sides[0].purchases.push({ ref: "purchase-lost", sku: "LID", pieces: 1 });
    expect(await fresh()).toEqual(["purchases: purchase purchase-lost has 0 inbounds"]);
  });

  test("an event that was answered and not kept is found", async () => {
    await world.settle();
    await fresh();
    await sql(`DELETE FROM "Hint" WHERE "event" = 'receipt-received'`);
    expect(await fresh()).toContainEqual(
      expect.stringMatching(/^hints: receipt-received of .* kept 0 times$/),
    );
  });

  test("so is a webhook of the shop", async () => {
    await sql(`DELETE FROM "Hint" WHERE "event" = 'returns/approve' AND "identifier" = '${back[0].id}'`);
    expect(await fresh()).toEqual(only(/^hints: returns\/approve of .* kept 0 times$/));
  });

  test("a hint that was never followed is found", async () => {
    await sql(`UPDATE "Hint" SET "followedAt" = NULL WHERE "identifier" = '${back[1].id}'`);
    expect(await fresh()).toContainEqual(expect.stringMatching(/^hints: .* never followed$/));
    expect(await workLeft(watched.database)).toContainEqual(
      expect.stringMatching(`^hint \\d+, returns/approve of ${back[1].id} in ${SHOP}: heard \\d+ s ago$`),
    );
  });

  test("a write that is not in the ledger is found", async () => {
    await sql(`DELETE FROM "LedgerEntry" WHERE ${theFirst(`"outcome" = 'written' AND "cause" IS NULL`)}`);
    expect(await fresh()).toEqual(only(/^ledger: .* is not in the ledger$/));
  });

  test("so is a restocking", async () => {
    await sql(`DELETE FROM "LedgerEntry" WHERE "cause" = 'return/restocked'`);
    expect(await fresh()).toContainEqual(expect.stringMatching(/^ledger: .* is not in the ledger$/));
  });

  test("an entry that says that something was written which never was is found", async () => {
    await sql(
      `INSERT INTO "LedgerEntry" ("shop", "variantId", "inventoryItemId", "sku", "warehouseReadAt", "shopFigure",
         "shopReadAt", "target", "intendedAt", "outcome")
       SELECT "shop", "variantId", "inventoryItemId", "sku", now(), 1, now(), 2, now(), 'written'
       FROM "LedgerEntry" LIMIT 1`,
    );
    expect(await fresh()).toEqual(only(/^ledger: entry .* the shop never saw it$/));
  });

  test("jumps of most variants that nobody was asked about are found", async () => {
    const { variants } = await readShop(world);
    const now = new Date();
    const row = { shop: SHOP, sku: "MUG", warehouseReadAt: now, shopReadAt: now, intendedAt: now };
    const data = variants.slice(0, 4).map(({ id, inventoryItemId }) => ({
      ...{ ...row, variantId: id, inventoryItemId, shopFigure: 30, target: 3, outcome: "written" as const },
    }));
    await world.services.db.ledgerEntry.createMany({ data: data.slice(1) });
    expect(await fresh()).not.toContainEqual(expect.stringMatching(/^jumps:/));
    await world.services.db.ledgerEntry.createMany({ data: data.slice(0, 1) });
    expect(await fresh()).toContainEqual(
      expect.stringMatching(/^jumps: 4 of 6 variants jumped within a day/),
    );
  });

  test("an entry that was left open is found", async () => {
    await sql(`UPDATE "LedgerEntry" SET "outcome" = 'intended' WHERE ${theFirst(`"outcome" = 'written'`)}`);
    expect(await fresh()).toContainEqual(expect.stringMatching(/^ledger: entry .* is still open$/));
  });

  test("work that still fails is found", async () => {
    await sql(
      `SELECT graphile_worker.add_job('compare-stock', '{}', queue_name := 'stock:${SHOP}', job_key := 'a',
         run_at := now() + interval '1 hour')`,
    );
    await sql(`UPDATE graphile_worker._private_jobs SET last_error = 'broken', attempts = 3 WHERE key = 'a'`);
    expect(await fresh()).toEqual(["work: compare-stock still fails after 3 tries: broken"]);
  });

  test("an id of the other shop among what is kept of this one is found", async () => {
    const { products } = await sides[1].atShop<{ products: { variants: { id: string }[] }[] }>("state");
    const { id } = products[0]!.variants[0]!;
    await sql(
      `UPDATE "StockLook" SET "variantId" = '${id}' WHERE "variantId" = (SELECT min("variantId") FROM "StockLook")`,
    );
    expect(await fresh()).toEqual([`neighbours: StockLook.variantId names ${id} of neighbour.myshopify.com`]);
  });

  test("an inbound at the warehouse that is not the shop's is found", async () => {
    await world.ctx.warehouse(TOKEN).inbounds.create({ ...inboundOf("somebody else's"), ref: "theirs" });
    expect(await fresh()).toEqual(["neighbours: inbound theirs at its warehouse is nobody's of this shop"]);
  });
});

function inboundOf(supplierRef: string) {
  return {
    ...{ type: "return" as const, supplierRef, expectedReceiveDate: "2027-01-01", senderAddressLine2: null },
    ...{ senderName: "Robin", senderAddressLine1: "Street 1", senderPostCode: "1", senderCity: "Delft" },
    ...{ senderCountryCode: "NL", senderEmail: "robin@example.com", senderPhonenumber: "+31 20 555 0100" },
    lines: [{ ref: `line-of-${supplierRef}`, sku: "TEE", quantity: 1 }],
  };
}
