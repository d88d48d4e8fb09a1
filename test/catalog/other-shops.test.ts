import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { startPush } from "../../app/domain/catalog/push/start-push.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { changeReturnSettings } from "../../app/domain/returns/change-return-settings.ts";
import { RETURN_DEFAULTS } from "../../app/domain/returns/return-settings.ts";
import * as connect from "../../app/routes/app.connect.tsx";
import * as activity from "../../app/routes/app.activity.tsx";
import * as activityFile from "../../app/routes/app.activity[.]csv.tsx";
import * as support from "../../app/routes/app.activity_.support.tsx";
import * as bundle from "../../app/routes/app.activity_.support[.]json.tsx";
import * as locations from "../../app/routes/app.connect_.locations.tsx";
import * as home from "../../app/routes/app._index.tsx";
import * as mappings from "../../app/routes/app.mappings.tsx";
import * as csv from "../../app/routes/app.mappings[.]csv.tsx";
import * as products from "../../app/routes/app.products.tsx";
import * as returns from "../../app/routes/app.returns.tsx";
import * as oneReturn from "../../app/routes/app.returns_.$id.tsx";
import * as sender from "../../app/routes/app.returns_.$id_.sender.tsx";
import * as returnSettings from "../../app/routes/app.settings_.returns.tsx";
import * as variant from "../../app/routes/app.products_.$id.tsx";
import * as create from "../../app/routes/app.products_.create.tsx";
import * as deletion from "../../app/routes/app.products_.delete.tsx";
import * as update from "../../app/routes/app.products_.update.tsx";
import * as settings from "../../app/routes/app.settings_.products.tsx";
import * as setup from "../../app/routes/app.setup.tsx";
import * as words from "../../app/routes/app.products_.words.tsx";
import * as stock from "../../app/routes/app.stock.tsx";
import * as inventory from "../../app/routes/app.inventory[.]csv.tsx";
import * as ledger from "../../app/routes/app.stock[.]csv.tsx";
import * as stockSettings from "../../app/routes/app.settings_.stock.tsx";
import * as warehouseProducts from "../../app/routes/app.warehouse-products.tsx";
import * as work from "../../app/routes/app.work.tsx";
import { shopTables } from "../support/database.ts";
import { sendBack, sold } from "../support/returns.ts";
import {
  createWorld,
  productPath,
  readShop,
  SHOP,
  TOKEN,
  WEBHOOK_KEY,
  type World,
} from "../support/world.ts";
import { applied } from "./csv-bench.ts";
import { goods } from "./import-bench.ts";

const THEIRS = "theirs.myshopify.com";
/** Number of a variant that only they have; its SKU, its titles and whatever else is only theirs is called this. */
const NUMBER = "4711";
const MARK = "THEIRS";
const UPLOAD = "22222222-2222-4222-8222-222222222222";
const TASK = "33333333-3333-4333-8333-333333333333";
const theirReturnId = `gid://shopify/Return/${NUMBER}`;
const idOf = (number: string) => `gid://shopify/ProductVariant/${number}`;
const SEEN = { count: 99, target: 99 };

/**
 * Our shop with something of everything, and another one beside it in the same database that has the very same ids and
 * SKUs, so that a query that forgets its shop meets both, and some of its own.
 */
async function neighbours() {
  const world = await createWorld(goods);
  await world.connect();
  const { ctx } = world;
  const shop = await readShop(world);
  const idBySku = (sku: string) => shop.variant(sku).id as VariantId;
  const one = (sku: string) => [{ sku: sku as Sku, quantity: 1 }];
  await mapVariant(ctx, { variantId: idBySku("cup"), components: one("MUG") });
  await applied(ctx, `Variant ID,Decision\n${idBySku("VASE")},ignored\n`);
  await world.settle();
  await world.remove(productPath(shop.variant("cup")));
  await world.atWarehouse("correct", { sku: "MUG", stock: 6 });
  await world.sweep();
  await changeReturnSettings(ctx, RETURN_DEFAULTS);
  const back = await sendBack(world, await sold(world, { MUG: 2 }), { MUG: 1 });
  await world.atShop("shops/demo/seed", { products: [{ title: "Jar", variants: [{ sku: "JAR" }] }] });
  await world.settle();
  await startPush(ctx, { selection: "missing", confirmed: 9 });
  await world.services.db.previousLocation.create({
    data: {
      ...{ shop: SHOP, locationId: shop.location("Shop floor"), name: "Shop floor", leftAt: new Date() },
      quantities: {
        create: {
          variantId: idBySku("MUG"),
          inventoryItemId: shop.variant("MUG").inventoryItemId,
          available: 7,
        },
      },
    },
  });
  await copyShop(world);
  return { world, back, mug: idBySku("MUG"), cup: idBySku("cup") };
}

async function copyShop({ services: { db, pool } }: World): Promise<void> {
  const tables = (await shopTables(pool)).filter((table) => table !== "Session");
  // Ids of whole tables, not of one shop's rows.
  const own: Record<string, string> = {
    Connection: `, 'hookId', gen_random_uuid(), 'disconnectedAt', now()`,
    Hint: `, 'id', t."id" + 1000000`,
    LedgerEntry: `, 'id', t."id" + 1000000`,
    TimelineEntry: `, 'id', t."id" + 1000000`,
    Activity: `, 'id', t."id" + 1000000`,
  };
  for (const table of tables)
    await pool.query(
      `INSERT INTO "${table}" SELECT (jsonb_populate_record(NULL::"${table}",
         to_jsonb(t) || jsonb_build_object('shop', $1::text ${own[table] ?? ""}))).*
       FROM "${table}" t WHERE t."shop" = $2 ORDER BY t::text`,
      [THEIRS, SHOP],
    );
  const [where, now, variantId] = [{ shop: THEIRS }, new Date(), idOf(NUMBER)];
  const of = { ...where, variantId, inventoryItemId: MARK };
  await db.variant.create({
    data: {
      ...{ ...of, productId: MARK, productTitle: MARK, variantTitle: "", sku: MARK, skuFolded: "theirs" },
      ...{ tracked: true, bundle: false, state: "mapped", onHandReadAt: now, readAt: now },
    },
  });
  await db.mapping.create({ data: { ...of, decision: "mapped", source: "merchant", mappedAt: now } });
  await db.mappingComponent.create({ data: { ...where, variantId, sku: MARK, quantity: 1 } });
  const shown = { description: MARK, search: "theirs", detailed: true };
  const product = { ...where, sku: MARK, skuFolded: "theirs", ...shown };
  await db.warehouseProduct.create({ data: { ...product, stock: 77, readAt: now } });
  const upload = { ...where, id: UPLOAD, fileName: MARK, verdicts: { new: 1 }, createdAt: now };
  const row = { line: 1, asked: { decision: "ignored" }, variantId: idOf(NUMBER), verdict: "ignore" };
  await db.mappingUpload.create({ data: { ...upload, stage: "tried", rows: { create: row } } });
  const rejected = { state: "rejected", reason: JSON.stringify({ because: "gone" }) } as const;
  await db.pushedProduct.create({ data: { ...where, sku: MARK, variantId, queuedAt: now, ...rejected } });
  await db.productUpdate.create({ data: { ...where, sku: MARK, variantId, seen: {}, askedAt: now } });
  await db.catalogueSettings.create({ data: { ...where, askBeyond: 1, widthField: `custom.${MARK}` } });
  await db.stockLook.create({
    data: { ...where, variantId, verdict: "stopped", lookedAt: now, warehouseReadAt: now, target: 0 },
  });
  await db.stockBuffer.create({ data: { ...where, sku: MARK, pieces: 4 } });
  const brought = { inboundRef: MARK, sku: MARK, units: 77, changedAt: now };
  await db.inboundReceipt.create({ data: { ...where, ...brought } });
  const taken = { ...where, variantId, units: 77 };
  await db.orderFulfillment.create({ data: { ...taken, fulfillmentId: MARK, createdAt: now } });
  await db.fulfilledUnits.create({ data: { ...taken, changedAt: now } });
  const purchase = { ref: MARK, supplier: MARK, supplierRef: MARK, expectedOn: "2030-01-01", search: MARK };
  await db.purchaseInbound.create({
    data: { ...where, ...purchase, content: {}, receipts: [], needs: [], announced: 1, createdAt: now },
  });
  const other = {
    ref: `${MARK}-2`,
    type: "purchase",
    supplierRef: MARK,
    status: "new",
    expectedOn: "2030-01-01",
  };
  const units = { announced: 1, good: 0, defective: 0 };
  await db.otherInbound.create({
    data: {
      ...where,
      ...other,
      ...units,
      lines: [],
      receipts: [],
      search: MARK,
      changedAt: now,
      readAt: now,
    },
  });
  await db.stockSweep.create({ data: { ...where, bulkOperationId: MARK, startedAt: now } });
  const asked = { uploadId: UPLOAD, fileName: MARK };
  await db.task.create({
    data: { ...where, id: TASK, kind: "undo-upload", input: asked, count: 77, askedAt: now },
  });
  await db.savedView.create({ data: { ...where, list: "returns", name: MARK, search: MARK, savedAt: now } });
  const theirReturn = await db.return.findFirstOrThrow({ where });
  const corrected = { kind: "corrected", as: "settled", id: "1", title: MARK, settled: 1, came: 0 };
  const [lines, needs] = [[], [{ kind: "short", sku: "MUG", quantity: 1 }, corrected]];
  const seenNeeds = [{ kind: "label" }];
  const only = {
    returnId: theirReturnId,
    inboundRef: `return-${NUMBER}`,
    stage: "earlier",
    lines,
    needs,
  } as const;
  await db.return.create({
    data: { ...theirReturn, ...only, sender: undefined, undisposed: undefined, received: [], seenNeeds },
  });
  const told = { name: MARK, orderName: MARK, labelWords: MARK, sender: { senderName: MARK } };
  await db.return.updateMany({ where, data: { ...told, needsPerson: true } });
  await db.returnSettings.updateMany({ where, data: { announce: false, expectedDays: 77, overdueDays: 78 } });
  await db.timelineEntry.updateMany({ where, data: { details: { reason: MARK } } });
  await db.activity.updateMany({ where, data: { details: { file: MARK, changed: 1, left: 0 } } });
  await db.problem.create({
    data: { ...where, kind: "edit-rejected", subject: MARK, details: { sku: MARK }, openedAt: now },
  });
  await db.variant.updateMany({ where, data: { productTitle: MARK } });
  await db.shopProduct.updateMany({ where, data: { title: MARK } });
  await db.ledgerEntry.updateMany({ where, data: { sku: MARK } });
  await db.previousLocation.updateMany({ where, data: { name: MARK } });
  await db.warehouseProduct.updateMany({ where, data: { description: MARK, search: "theirs mug" } });
}

/** Everything of the other shop, row by row. */
async function theirs({ services: { pool } }: World): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of await shopTables(pool)) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT t::text AS "row" FROM "${table}" t WHERE t."shop" = $1 ORDER BY 1`,
      [THEIRS],
    );
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

interface Asked {
  params?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  body?: string;
}

/** Calls a route as our merchant's browser does. @returns all that it answers, as text. */
async function ask(
  { services, shop, appUrl }: World,
  route: (args: ActionFunctionArgs) => unknown,
  path: string,
  { params = {}, json, form, body }: Asked = {},
): Promise<string> {
  const content = json ? JSON.stringify(json) : form ? new URLSearchParams(form) : body;
  const request = new Request(`${appUrl}${path}`, {
    method: content === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${await shop.idToken(SHOP)}` },
    ...(content !== undefined && { body: content }),
  });
  const answer = await route({ request, params, context: { services } });
  return answer instanceof Response ? answer.text() : JSON.stringify(answer);
}

test("no page shows anything of another shop, even when asked for it by name, nor any token or key", async () => {
  const { world, mug, back } = await neighbours();
  const [own, ownReturn] = [mug, back.id].map((id) => id.split("/").at(-1)!) as [string, string];
  const pages: [string, (args: ActionFunctionArgs) => unknown, string, Record<string, string>?][] = [
    ["home", home.loader, "/app"],
    ["the connection", connect.loader, "/app/connect"],
    ["our locations", locations.loader, "/app/connect/locations"],
    ["the set-up guide", setup.loader, "/app/setup"],
    ["products", products.loader, "/app/products"],
    ["products found", products.loader, "/app/products?search=theirs"],
    ["products that are gone", products.loader, "/app/products?state=tombstoned"],
    ["their variant", variant.loader, `/app/products/${NUMBER}`, { id: NUMBER }],
    ["our variant", variant.loader, `/app/products/${own}`, { id: own }],
    ["what may be created", create.loader, `/app/products/create?variants=${NUMBER},${own}&show=skipped`],
    ["what may be updated", update.loader, "/app/products/update"],
    ["what may be updated of theirs", update.loader, `/app/products/update?variants=${NUMBER},${own}`],
    ["what may be deleted", deletion.loader, `/app/products/delete?sku=MUG`],
    ["settings", settings.loader, "/app/settings/products"],
    ["their upload", mappings.loader, `/app/mappings?upload=${UPLOAD}`],
    ["stock", stock.loader, "/app/stock"],
    ["what was stopped", stock.loader, "/app/stock?verdict=stopped"],
    ["stock settings", stockSettings.loader, "/app/settings/stock"],
    ["inventory as CSV", inventory.loader, "/app/inventory.csv"],
    ["the ledger", ledger.loader, "/app/stock.csv"],
    ["their variant's ledger", ledger.loader, `/app/stock.csv?variant=${NUMBER}`],
    ["our variant's ledger", ledger.loader, `/app/stock.csv?variant=${own}`],
    ["returns", returns.loader, "/app/returns"],
    ["returns that need the merchant", returns.loader, "/app/returns?tab=needs"],
    ["returns found", returns.loader, "/app/returns?search=theirs"],
    ["our return", oneReturn.loader, `/app/returns/${ownReturn}`, { id: ownReturn }],
    ["our return's sender", sender.loader, `/app/returns/${ownReturn}/sender`, { id: ownReturn }],
    ["their return", oneReturn.loader, `/app/returns/${NUMBER}`, { id: NUMBER }],
    ["their return's sender", sender.loader, `/app/returns/${NUMBER}/sender`, { id: NUMBER }],
    ["return settings", returnSettings.loader, "/app/settings/returns"],
    ["what happened", activity.loader, "/app/activity"],
    ["what happened to ours", activity.loader, "/app/activity?search=mug"],
    ["what happened to theirs", activity.loader, "/app/activity?search=theirs"],
    ["what happened as a file", activityFile.loader, "/app/activity.csv"],
    ["what a bundle would tell of", support.loader, "/app/activity/support?search=mug"],
    ["what a bundle would tell of theirs", support.loader, "/app/activity/support?search=theirs"],
    ["a bundle", bundle.loader, "/app/activity/support.json?search=theirs"],
    ["mappings as CSV", csv.loader, "/app/mappings.csv"],
    ["our goods found", warehouseProducts.loader, "/app/warehouse-products?search=mug"],
    ["their goods found", warehouseProducts.loader, "/app/warehouse-products?search=theirs"],
  ];
  const session = await world.services.db.session.findFirstOrThrow({ where: { shop: SHOP } });
  const secrets = [TOKEN, WEBHOOK_KEY, session.accessToken, session.refreshToken!];
  for (const [name, loader, path, params = {}] of pages) {
    const shown = await ask(world, loader, path, { params });
    expect(shown, name).not.toContain(MARK);
    expect(
      secrets.filter((secret) => shown.includes(secret)),
      name,
    ).toEqual([]);
  }
  expect(await ask(world, products.loader, "/app/products")).toContain("Mug");
  expect(await ask(world, returns.loader, "/app/returns")).toContain(back.name);
  expect(await ask(world, returnSettings.loader, "/app/settings/returns")).not.toMatch(/7[78]/);
  // A shopper is shown where a merchant asks for one, and nowhere else.
  const shopper = "Robin Shopper";
  const ofReturn = { params: { id: ownReturn } };
  expect(await ask(world, sender.loader, `/app/returns/${ownReturn}/sender`, ofReturn)).toContain(shopper);
  expect(await ask(world, oneReturn.loader, `/app/returns/${ownReturn}`, ofReturn)).not.toContain(shopper);

  // What was asked for comes back with the answer, and nothing else.
  const asked = await ask(world, deletion.loader, `/app/products/delete?sku=${MARK}`);
  expect(JSON.parse(asked)).toEqual({ sku: MARK, product: null });
});

test("nothing a merchant can do changes anything of another shop, even when told to by name", async () => {
  const { world, mug, cup, back } = await neighbours();
  const before = await theirs(world);
  expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual(["Session"]);
  const both = { variantIds: [mug, idOf(NUMBER)] };
  const onVariant = (number: string, json: object) =>
    ask(world, variant.action, "/", { params: { id: number }, json });
  const one = (sku: string) => [{ sku, quantity: 1 }];
  const own = mug.split("/").at(-1)!;

  expect(await onVariant(NUMBER, { intent: "map", components: one("SET") })).toContain("unknown-variant");
  expect(await onVariant(own, { intent: "map", components: one(MARK) })).toContain("unknown-sku");
  expect(await onVariant(NUMBER, { intent: "relink", from: cup })).toContain("unknown-variant");
  expect(await onVariant(own, { intent: "relink", from: idOf(NUMBER) })).not.toContain("relinked");
  expect(await onVariant(NUMBER, { intent: "relink-heir", heir: mug })).not.toContain("relinked");
  const form = { uploadId: UPLOAD, confirmed: "true" };
  for (const intent of ["apply", "undo"])
    expect(await ask(world, mappings.action, "/", { form: { ...form, intent } })).toContain("unknown-upload");
  const file = `Variant ID,Decision\n${NUMBER},ignored\n${own},unmapped\n`;
  expect(await ask(world, csv.action, "/app/mappings.csv", { body: file })).toContain('"unknown-variant":1');
  const path = `/app/products/create?variants=${NUMBER}`;
  expect(await ask(world, create.action, path, { form: { confirmed: "9" } })).toContain("nothing-to-create");
  const updates = `/app/products/update?variants=${NUMBER}`;
  const seen = { fingerprint: "seen", confirmed: "9" };
  expect(await ask(world, update.action, updates, { form: seen })).toContain("nothing-to-update");
  expect(await onVariant(NUMBER, { intent: "update", ...seen })).toContain("nothing-to-update");
  const typed = { sku: MARK, typedSku: MARK };
  expect(await ask(world, deletion.action, "/", { form: typed })).toContain('"outcome":"unknown"');
  await world.atWarehouse("correct", { sku: "SET", stock: 0 });
  const ours = { sku: "SET", typedSku: "SET" };
  expect(await ask(world, deletion.action, "/", { form: ours })).toContain('"outcome":"deleted"');
  const wanted = { pushEdits: "on", askBeyond: "50", width: "custom.width", height: "", length: "" };
  expect(await ask(world, settings.action, "/", { form: wanted })).toContain("saved");
  for (const selection of [both, {}])
    for (const action of ["confirm", "unmap", "ignore", "reset"]) {
      const shown = await ask(world, words.action, "/", { json: { action, selection } });
      expect(shown).not.toContain(MARK);
      const { preview } = JSON.parse(shown) as { preview: { fingerprint: string } };
      const json = { action, selection, expected: preview.fingerprint, confirmed: true };
      expect(await ask(world, words.action, "/", { json })).toContain('"outcome":"done"');
    }
  for (const json of [
    { intent: "go-live", ...both },
    { intent: "track", variantId: idOf(NUMBER) },
    { intent: "buffer", sku: MARK, pieces: 9 },
    { intent: "confirm-jumps", seen: { emptied: SEEN, lowered: SEEN, raised: SEEN } },
    { intent: "pause" },
    { intent: "resume" },
    { intent: "compare" },
  ])
    await ask(world, stock.action, "/app/stock", { json });
  for (const intent of ["cancel", "put-away"])
    for (const name of ["reading", "comparison", "push", "update", "task"]) {
      const json = { intent, work: name, taskId: TASK };
      await ask(world, work.action, "/app/work", { json });
    }
  const chosen = {
    mode: "available",
    buffer: "1",
    settleHours: "1",
    stopBeyond: "1",
    saleBuffer: "1",
    soldElsewhere: "yes",
  };
  expect(await ask(world, stockSettings.action, "/", { form: chosen })).toContain("saved");
  const announce = { intent: "announce", returnIds: [theirReturnId, back.id] };
  expect(await ask(world, returns.action, "/", { json: announce })).toContain('"count":0');
  const onReturn = (intent: string, id: string, more: object = {}) =>
    ask(world, returns.action, "/", { json: { intent, returnId: id, ...more } });
  expect(await onReturn("try-again", back.id)).toContain('"again"');
  expect(await onReturn("try-again", theirReturnId)).toContain("notAgain");
  expect(await onReturn("count-missing", theirReturnId)).toContain("notMissing");
  for (const intent of ["let-go", "wait-longer"])
    expect(await onReturn(intent, theirReturnId)).toContain("not-");
  const { needs } = await world.services.db.return.findFirstOrThrow({ where: { returnId: theirReturnId } });
  for (const intent of ["mark-seen", "show-seen"])
    expect(await onReturn(intent, theirReturnId, { needs })).toContain("notAgain");
  const typedSender = { senderName: "R", senderAddressLine1: "1", senderCity: "C", senderCountryCode: "GB" };
  const sent = (id: string) => ask(world, sender.action, "/", { params: { id }, form: typedSender });
  expect(await sent(NUMBER)).toContain("unknown-return");
  expect(await sent(back.id.split("/").at(-1)!)).toContain('"sent"');
  const rules = {
    approve: "on",
    announce: "on",
    label: "on",
    expectedDays: "3",
    overdueDays: "4",
    defectiveAs: "left",
  };
  expect(await ask(world, returnSettings.action, "/", { form: rules })).toContain("saved");
  await ask(world, home.action, "/app", { form: {} });
  await world.settle();
  await world.sweep();
  const shop = await readShop(world);
  await world.atShop(productPath(shop.variant("VASE")), { title: "Renamed" });
  await world.remove(productPath(shop.variant("MUG")));
  await world.settle();
  expect(await theirs(world)).toEqual(before);

  for (const intent of ["report-seen", "dismiss"])
    await ask(world, setup.action, "/app/setup", { form: { intent } });
  const answer = { intent: "sold-elsewhere", soldElsewhere: "no" };
  expect(await ask(world, setup.action, "/app/setup", { form: answer })).toContain("answered");
  const onConnection = (json: object) => ask(world, connect.action, "/app/connect", { json });
  expect(await onConnection({ intent: "webhookKey", webhookKey: "another-key" })).toContain("key-changed");
  await onConnection({ intent: "end-old-key" });
  await world.pass(61);
  const older = await theirs(world);
  expect(await onConnection({ intent: "ask-again" })).toContain("asked-again");
  const locationId = (await readShop(world)).location("Shop floor");
  for (const [change, outcome] of [
    ["clear", "clearing"],
    ["restore", "restoring"],
    ["dismiss", "dismissed"],
  ]) {
    const asked = { intent: "previous-location", locationId, change };
    expect(await onConnection(asked)).toContain(`previous-${outcome}`);
    await world.settle();
  }
  expect(await onConnection({ intent: "location", locationId })).toContain("chosen");
  expect(await onConnection({ intent: "disconnect" })).toContain("disconnected");
  await world.settle();
  expect(await theirs(world)).toEqual(older);
});
