import { expect, test } from "vitest";
import type { Area } from "../../app/domain/activity/activity-areas.ts";
import { listActivity, type ActivityFilter } from "../../app/domain/activity/list-activity.ts";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { applyWords, previewWords } from "../../app/domain/catalog/mapping/change-words.ts";
import { startPush } from "../../app/domain/catalog/push/start-push.ts";
import { undoUpload } from "../../app/domain/catalog/upload/undo-upload.ts";
import { changeCatalogueSettings } from "../../app/domain/catalog/change-catalogue-settings.ts";
import { askForEventsAgain } from "../../app/domain/connection/ask-for-events-again.ts";
import { changeToken } from "../../app/domain/connection/change-token.ts";
import { changeWebhookKey, endOldKey } from "../../app/domain/connection/change-webhook-key.ts";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import { disconnectWarehouse } from "../../app/domain/connection/disconnect-warehouse.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { clearProblems, openProblem } from "../../app/domain/problems/problems.ts";
import { refOfReturn } from "../../app/domain/returns/return-ref.ts";
import { changeReturnSettings } from "../../app/domain/returns/change-return-settings.ts";
import { RETURN_DEFAULTS } from "../../app/domain/returns/return-settings.ts";
import type { ShopContext } from "../../app/domain/shop-context.ts";
import {
  changeStockSettings,
  goLive,
  pauseStock,
  resumeStock,
  setBuffer,
} from "../../app/domain/stock/settings/change-stock-settings.ts";
import { forgetTheOld } from "../../app/domain/privacy/forget-the-old.ts";
import { applied } from "../catalog/csv-bench.ts";
import { announce, takeIn } from "../support/purchases.ts";
import { sendBack, sold } from "../support/returns.ts";
import { createWorld, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

/** What happened, the newest first: the kind of each entry, or what of it matters here. */
async function told(ctx: ShopContext, filter: ActivityFilter = {}): Promise<string[]> {
  const { rows } = await listActivity(ctx, filter);
  return rows.map(({ told }) => {
    switch (told.source) {
      case "ledger":
        return `${told.from} → ${told.to} ${told.outcome}`;
      case "timeline":
        return told.outcome ? `${told.kind} ${told.outcome}` : told.kind;
      case "hint":
        return told.event;
      case "activity":
        return told.kind;
      case "mapping":
        return `${told.decision} by ${told.by}: ${told.goods}`;
      case "push":
        return `push ${told.state}`;
    }
  });
}

/** The last thing of an area, with all that its sentence names. */
async function last(ctx: ShopContext, area: Area) {
  const { rows } = await listActivity(ctx, { area });
  const [row] = rows;
  if (!row) throw new Error(`Nothing has happened among ${area}.`);
  return row;
}

const lastSaid = async (ctx: ShopContext, area: Area) => {
  const { told } = await last(ctx, area);
  if (told.source !== "activity") throw new Error(`The last thing among ${area} was of ${told.source}.`);
  return { kind: told.kind, ...told.details };
};

const mugs = { warehouse: { MUG: 5, CUP: 2 }, variants: [{ sku: "MUG" }, { sku: "CUP" }, { sku: "JAR" }] };

async function connected(): Promise<World & { idOf(sku: string): VariantId }> {
  const world = await createWorld(mugs);
  await world.connect();
  const { variant } = await readShop(world);
  return { ...world, idOf: (sku) => variant(sku).id as VariantId };
}

test("a shop's first hour: connected, read, live, and its stock written", async () => {
  const { ctx } = await connected();
  expect(await told(ctx, { area: "settings" })).toEqual(["live-all", "connected", "keys-entered"]);
  expect(await last(ctx, "products")).toMatchObject({
    told: { kind: "catalogues-read", details: { variants: 3, products: 2 } },
    thing: null,
  });
  expect((await told(ctx, { area: "stock" })).sort()).toEqual(["0 → 2 written", "0 → 5 written"]);
  const all = await told(ctx);
  expect(all.indexOf("0 → 5 written")).toBeLessThan(all.indexOf("connected"));
});

test("what becomes of the connection is told, and never a key", async () => {
  const world = await connected();
  const { ctx } = world;
  const shop = await readShop(world);
  const before = await told(ctx, { area: "settings" });
  await changeWebhookKey(ctx, { webhookKey: WEBHOOK_KEY });
  await chooseLocation(ctx, { locationId: shop.location("Warehouse") });
  expect(await told(ctx, { area: "settings" })).toEqual(before);
  await changeWebhookKey(ctx, { webhookKey: "another-key-altogether" });
  for (const _ of [1, 2]) await endOldKey(ctx);
  await ctx.db.subscription.updateMany({ where: { shop: SHOP }, data: { registeredAt: new Date(0) } });
  await askForEventsAgain(ctx);
  await world.settle();
  expect(await askForEventsAgain(ctx)).toEqual({ outcome: "asked-lately" });
  await chooseLocation(ctx, { locationId: shop.location("Shop floor") });
  // As if another token, as good as this one, had been there.
  await ctx.db.connection.updateMany({ where: { shop: SHOP }, data: { accessToken: "the token before" } });
  for (const _ of [1, 2]) await changeToken(ctx, { accessToken: TOKEN });
  for (const _ of [1, 2]) await disconnectWarehouse(ctx);
  const changed = ["token-changed", "location-changed", "events-asked", "old-key-ended", "key-changed"];
  const since = ["disconnected", ...changed];
  expect(await told(ctx, { area: "settings" })).toEqual([...since, ...before]);
  expect(JSON.stringify(await listActivity(ctx, {}))).not.toMatch(/another-key|-token"|token before/);
});

test("what the merchant switches is told with what it was before, and saving the same is nothing", async () => {
  const { ctx } = await connected();
  await pauseStock(ctx);
  expect(await lastSaid(ctx, "settings")).toEqual({ kind: "paused" });
  await resumeStock(ctx);
  expect(await lastSaid(ctx, "settings")).toEqual({ kind: "resumed" });
  const saleFrom = new Date("2030-11-27T08:00:00.000Z");
  await changeStockSettings(ctx, { buffer: 2, activate: false, saleFrom });
  const ofStock = {
    ...{ kind: "settings-changed", of: "stock" },
    changes: [
      { setting: "buffer", from: 0, to: 2 },
      { setting: "saleFrom", from: null, to: saleFrom.toISOString() },
    ],
  };
  expect(await lastSaid(ctx, "settings")).toEqual(ofStock);
  await changeStockSettings(ctx, { buffer: 2, saleFrom });
  await goLive(ctx, "all");
  expect(await lastSaid(ctx, "settings")).toEqual(ofStock);
  await changeReturnSettings(ctx, { ...RETURN_DEFAULTS, approve: true });
  expect(await lastSaid(ctx, "settings")).toMatchObject({
    of: "returns",
    changes: [{ setting: "approve", from: false, to: true }],
  });
  const dimensions = { width: "custom.width", height: null, length: null };
  await changeCatalogueSettings(ctx, { pushEdits: true, askBeyond: 20, dimensions });
  expect(await lastSaid(ctx, "settings")).toMatchObject({
    of: "products",
    changes: [
      { setting: "pushEdits", from: false, to: true },
      { setting: "width", from: null, to: "custom.width" },
    ],
  });
  await setBuffer(ctx, { sku: "MUG" as Sku, pieces: 3 });
  expect(await last(ctx, "settings")).toMatchObject({
    told: { kind: "buffer-set", details: { pieces: 3 } },
    thing: { of: "sku", sku: "MUG" },
  });
});

test("the merchant's words on products are told, each once, with what they were about", async () => {
  const { ctx, idOf, ...world } = await connected();
  const [jar, cup] = [idOf("JAR"), idOf("CUP")];
  const one = [{ sku: "CUP" as Sku, quantity: 2 }];
  expect(await told(ctx, { area: "products" })).toEqual(["catalogues-read"]);
  await mapVariant(ctx, { variantId: jar, components: one });
  expect(await last(ctx, "products")).toMatchObject({
    told: { kind: "mapped", details: { goods: "2 × CUP" } },
    thing: { of: "variant", variantId: jar, productTitle: "JAR" },
  });
  const words = { action: "ignore" as const, selection: { variantIds: [jar, cup] } };
  const { fingerprint: expected } = await previewWords(ctx, words);
  await applyWords(ctx, { ...words, expected, confirmed: true });
  expect(await lastSaid(ctx, "products")).toEqual({ kind: "words", action: "ignore", count: 2 });
  const uploadId = await applied(ctx, `Variant ID,Decision\n${jar},unmapped\n`);
  expect(await lastSaid(ctx, "products")).toEqual({
    ...{ kind: "upload-applied", file: "mappings.csv", changed: 1, left: 0 },
  });
  await undoUpload(ctx, { uploadId });
  expect(await lastSaid(ctx, "products")).toEqual({
    ...{ kind: "upload-undone", file: "mappings.csv", undone: 1, left: 0 },
  });
  await startPush(ctx, { selection: "missing", confirmed: 9 });
  await world.settle();
  // Of one thing it is told how it stands, and only once how it came to that.
  expect(await told(ctx, { area: "products", search: "CUP" })).toEqual(["ignored by merchant: "]);
  expect(await told(ctx, { area: "products", search: "mug" })).toEqual(["mapped by sku: MUG"]);
});

test("creating products at the warehouse is told as it is asked and as it is done", async () => {
  const { ctx, ...world } = await connected();
  expect(await startPush(ctx, { selection: "missing", confirmed: 9 })).toMatchObject({ queued: 1 });
  await world.settle();
  expect((await told(ctx, { area: "products" })).slice(0, 2)).toEqual(["pushed", "push-started"]);
  expect(await told(ctx, { area: "products", search: "JAR" })).toContain("push created");
});

test("a problem that appeared, went on and was fixed is told twice", async () => {
  const { ctx } = await connected();
  const problem = { kind: "stock-unreadable", subject: "MUG" } as const;
  for (const count of [1, 2]) await openProblem(ctx, { ...problem, details: { sku: "MUG", count } });
  expect(await ctx.db.problem.findMany()).toMatchObject([{ details: { sku: "MUG", count: 2 } }]);
  await clearProblems(ctx, { kinds: ["stock-unreadable"], subjects: ["CUP"] });
  expect(await told(ctx, { area: "problems" })).toEqual(["problem-opened"]);
  for (const _ of [1, 2]) await clearProblems(ctx, { kinds: ["stock-unreadable"], subjects: ["CUP", "MUG"] });
  expect(await ctx.db.problem.count()).toBe(0);
  expect(await told(ctx, { area: "problems" })).toEqual(["problem-cleared", "problem-opened"]);
  expect(await last(ctx, "problems")).toMatchObject({
    told: { details: { problem: "stock-unreadable", sku: "MUG", count: 2 } },
    thing: { of: "sku", sku: "MUG" },
  });
  expect(await told(ctx, { area: "problems", search: "CUP" })).toEqual([]);
});

test("a return and an inbound are found by their names, an SKU with all that happened to it", async () => {
  const { ctx, ...world } = await connected();
  const all = { ctx, ...world };
  const back = await sendBack(all, await sold(all, { MUG: 2 }), { MUG: 1 });
  const ref = await announce(all, { lines: { CUP: 7 } });
  await world.settle();
  await takeIn(all, [{ sku: "MUG", quantity: 1 }], refOfReturn(back.id));
  await world.settle();

  const ofReturn = await told(ctx, { area: "returns", search: back.name.slice(1, 6) });
  expect(ofReturn).toEqual(expect.arrayContaining(["heard", "announce done", "received", "dispose done"]));
  expect((await last(ctx, "returns")).thing).toMatchObject({ of: "return", name: back.name });
  expect(await told(ctx, { area: "inbounds", search: "po-1" })).toContain("announce done");
  expect(await told(ctx, { area: "inbounds", search: ref })).toContain("announce done");
  expect((await last(ctx, "inbounds")).thing).toMatchObject({ of: "purchase", ref, supplierRef: "PO-1" });

  const { rows } = await listActivity(ctx, { search: "MUG" });
  expect(new Set(rows.map(({ area }) => area))).toEqual(
    new Set(["stock", "returns", "products", "events"] satisfies Area[]),
  );
  // What was heard is among the events, and not told once more as part of the return.
  expect(await told(ctx)).not.toContain("heard");
  expect(await told(ctx)).toContain("receipt-received");
  expect((await last(ctx, "events")).told).toMatchObject({
    source: "hint",
    followedAt: expect.any(Date) as Date,
  });
  expect(await told(ctx, { search: "NOBODY" })).toEqual([]);
  expect(await told(ctx, { search: "%" })).toEqual([]);
});

test("days of the shop, which is in Amsterdam, are narrowed to, both of them included", async () => {
  const { ctx } = await connected();
  const at = (time: string) =>
    ({ shop: SHOP, area: "settings", kind: "paused", details: {}, at: time }) as const;
  await ctx.db.activity.createMany({
    data: [
      "2026-03-01T22:59:59.999Z",
      "2026-03-01T23:00:00Z",
      "2026-03-03T22:59:59.999Z",
      "2026-03-03T23:00:00Z",
    ].map(at),
  });
  const days = { from: "2026-03-02", until: "2026-03-03" };
  expect(await told(ctx, days)).toHaveLength(2);
  expect(await told(ctx, { until: "2026-03-01" })).toHaveLength(1);
  expect(await told(ctx, { ...days, area: "stock" })).toEqual([]);
});

test("is remembered for more than a year, and then forgotten", async () => {
  const world = await connected();
  const kept = await told(world.ctx, { area: "settings" });
  await world.pass(399 * 24 * 60);
  await forgetTheOld(world.services);
  expect(await told(world.ctx, { area: "settings" })).toEqual(kept);
  await world.pass(2 * 24 * 60);
  await forgetTheOld(world.services);
  expect(await told(world.ctx)).toEqual([]);
});
