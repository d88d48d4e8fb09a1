import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { askForEventsAgain } from "../../app/domain/connection/ask-for-events-again.ts";
import { changeToken } from "../../app/domain/connection/change-token.ts";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import { connectWarehouse } from "../../app/domain/connection/connect-warehouse.ts";
import { loadConnection } from "../../app/domain/connection/load-connection.ts";
import { readSetup } from "../../app/domain/connection/read-setup.ts";
import { followMove } from "../../app/domain/connection/sweep-all-shops.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { runJob } from "../../app/jobs/handlers.ts";
import { shopTables } from "../support/database.ts";
import { sendBack, sold } from "../support/returns.ts";
import { tracesOf } from "../support/every-table.ts";
import { createWorld, LOCATION, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

const goods = { warehouse: { MUG: 5 }, variants: [{ sku: "MUG" }] };

const keys = { accessToken: TOKEN, webhookKey: WEBHOOK_KEY };
/** The variant's figures at each location. */
async function shopLevels(world: World, sku: string) {
  interface Variant {
    sku: string;
    levels: Record<string, { on_hand: number }>;
  }
  const { products } = await world.atShop<{ products: { variants: Variant[] }[] }>("shops/demo/state");
  return products.flatMap(({ variants }) => variants).find((variant) => variant.sku === sku)!;
}

const failed = (key: string) => ({ outcome: "warehouse-failed", sentence: { key } });

const subscriptions = async (world: World) =>
  (await world.atWarehouse<{ subscriptions: number }>("health")).subscriptions;

describe("installing", () => {
  test("exchanges the session token for an offline token that expires and can be refreshed", async () => {
    const world = await createWorld(goods);
    const before = Date.now();
    await world.install();
    const session = await world.services.db.session.findUniqueOrThrow({ where: { id: `offline_${SHOP}` } });
    expect(session.isOnline).toBe(false);
    expect(session.refreshToken).toBeTruthy();
    expect(session.expires?.getTime()).toBeGreaterThan(before + 59 * 60_000);
  });

  test("an expired token is refreshed by the job that needs it", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const { db } = world.services;
    const before = await db.session.findFirstOrThrow({ where: { shop: SHOP } });
    await world.atShop("shops/demo/expire-tokens", {});
    await db.session.updateMany({ where: { shop: SHOP }, data: { expires: new Date(Date.now() - 1000) } });
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 1 }] });
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(6);
    const after = await db.session.findFirstOrThrow({ where: { shop: SHOP } });
    expect(after.accessToken).not.toBe(before.accessToken);
  });
});

describe("connecting", () => {
  test("asks the warehouse for every event once a location is chosen, and not again with the next sweep", async () => {
    const world = await createWorld(goods);
    await world.install();
    await connectWarehouse(world.ctx, keys);
    await world.sweep();
    expect(await subscriptions(world)).toBe(0);
    await chooseLocation(world.ctx, { locationId: (await readShop(world)).location(LOCATION) });
    await world.settle();
    expect(await subscriptions(world)).toBe(6);
    await world.sweep();
    expect(await subscriptions(world)).toBe(6);
  });

  test("asks again when the account's token changes, because it may be another account", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await world.services.db.subscription.updateMany({ data: { tokenDigest: "of the token before" } });
    expect(await changeToken(world.ctx, { accessToken: TOKEN })).toEqual({ outcome: "token-changed" });
    await world.settle();
    expect(await subscriptions(world)).toBe(12);
  });

  test("what is saved already is not replaced by a form that was open elsewhere", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const input = { ...keys, webhookKey: "another-key" };
    expect(await connectWarehouse(world.ctx, input)).toEqual({ outcome: "already-connected" });
    const connection = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
    expect(connection).toMatchObject(keys);
  });

  test("a wrong token is refused and nothing is saved", async () => {
    const world = await createWorld(goods);
    await world.install();
    const input = { ...keys, accessToken: "mistyped" };
    expect(await connectWarehouse(world.ctx, input)).toMatchObject(failed("token-refused"));
    expect(await world.services.db.connection.count()).toBe(0);
  });

  test("a webhook key that cannot be one is refused before the warehouse is asked", async () => {
    const world = await createWorld(goods);
    await world.install();
    const input = { ...keys, webhookKey: TOKEN };
    expect(await connectWarehouse(world.ctx, input)).toEqual({
      outcome: "invalid",
      faults: { webhookKey: "twice" },
    });
    expect(await world.services.db.connection.count()).toBe(0);
    expect(await world.atWarehouse("requests")).toEqual([]);
  });

  test("a warehouse that does not answer is said to be unreachable", async () => {
    const world = await createWorld(goods);
    await world.install();
    await world.warehouse.close();
    expect(await connectWarehouse(world.ctx, keys)).toMatchObject(failed("unreachable"));
    expect(await world.services.db.connection.count()).toBe(0);
  });

  test("an address that is no warehouse is said not to be understood", async () => {
    const world = await createWorld(goods);
    await world.install();
    await world.atWarehouse("faults", {
      path: "/products",
      action: { kind: "status", status: 200, body: { hello: 1 } },
    });
    expect(await connectWarehouse(world.ctx, keys)).toMatchObject(failed("not-understood"));
  });

  test("a location that is not in the shop is refused, and so is one before there is a connection", async () => {
    const world = await createWorld(goods);
    await world.install();
    const locationId = (await readShop(world)).location(LOCATION);
    expect(await chooseLocation(world.ctx, { locationId })).toEqual({ outcome: "not-connected" });
    await connectWarehouse(world.ctx, keys);
    const gone = { locationId: "gid://shopify/Location/404" };
    expect(await chooseLocation(world.ctx, gone)).toEqual({ outcome: "location-unknown" });
    expect(await loadConnection(world.ctx)).toBeNull();
  });
});

describe("changing a connection", () => {
  test("a token that does not work leaves the present one in its place", async () => {
    const world = await createWorld(goods);
    await world.connect();
    expect(await changeToken(world.ctx, { accessToken: "mistyped" })).toMatchObject(failed("token-refused"));
    expect(await changeToken(world.ctx, { accessToken: WEBHOOK_KEY })).toEqual({
      outcome: "invalid",
      fault: "twice",
    });
    expect((await loadConnection(world.ctx))?.accessToken).toBe(TOKEN);
  });

  test("another location begins in shadow: nothing is written there, and the old one stays as it is", async () => {
    const world = await createWorld(goods);
    await world.connect();
    expect((await readShop(world)).onHand("MUG")).toBe(5);
    const locationId = (await readShop(world)).location("Shop floor");
    expect(await chooseLocation(world.ctx, { locationId })).toEqual({ outcome: "chosen" });
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
    await world.settle();
    const { levels } = await shopLevels(world, "MUG");
    expect(levels[LOCATION]?.on_hand).toBe(5);
    expect(levels["Shop floor"]?.on_hand ?? 0).toBe(0);
    expect(await readSetup(world.ctx)).toMatchObject({ next: "report", compared: true });
    expect(await chooseLocation(world.ctx, { locationId })).toEqual({ outcome: "same-location" });
  });

  test("notifications are asked for once more when the merchant wants it, but not time and again", async () => {
    const world = await createWorld(goods);
    await world.connect();
    expect(await askForEventsAgain(world.ctx)).toEqual({ outcome: "asked-lately" });
    await world.pass(61);
    expect(await askForEventsAgain(world.ctx)).toEqual({ outcome: "asked-again" });
    await world.settle();
    expect(await subscriptions(world)).toBe(12);
    expect(await askForEventsAgain(world.ctx)).toEqual({ outcome: "asked-lately" });
  });
});

describe("when a world stops answering", () => {
  test(
    "the merchant is told, what was heard waits, and all is caught up when it is back",
    { tags: ["proof"] },
    async () => {
      const world = await createWorld(goods);
      await world.connect();
      await world.atWarehouse("faults", {
        method: "GET",
        path: "/fulfilment/",
        action: { kind: "status", status: 503 },
      });
      await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
      await world.settle();
      expect((await listProblems(world.ctx)).map(({ kind }) => kind)).toEqual(["warehouse-unreachable"]);
      expect((await readShop(world)).onHand("MUG")).toBe(5);

      await world.clearFaults();
      await world.retryNow();
      expect((await readShop(world)).onHand("MUG")).toBe(7);
      expect(await listProblems(world.ctx)).toEqual([]);
    },
  );

  test("a token withdrawn later is a problem that names the cure's place", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await world.atWarehouse("faults", {
      method: "GET",
      path: "/fulfilment/",
      action: { kind: "status", status: 401 },
    });
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
    await world.settle();
    expect((await listProblems(world.ctx)).map(({ kind }) => kind)).toEqual(["warehouse-token-refused"]);
  });
});

describe("when the merchant uninstalls", () => {
  test("tokens and keys are gone and nothing more is written", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await world.atShop("shops/demo/uninstall", {});
    await world.settle();
    const { db } = world.services;
    expect(await db.session.count({ where: { shop: SHOP } })).toBe(0);
    const connection = await db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
    expect(connection).toMatchObject({ accessToken: "", webhookKey: "" });
    expect(connection.disconnectedAt).not.toBeNull();
    expect(await db.mapping.count({ where: { shop: SHOP } })).toBe(1);
  });

  test("installing and connecting again asks for no event twice, and the mirror goes on", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await world.atShop("shops/demo/uninstall", {});
    await world.settle();
    await world.atShop("shops/demo/install", {});
    await world.connect();
    expect(await subscriptions(world)).toBe(6);
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(7);
  });

  test("a late notice after installing again changes nothing", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const { db } = world.services;
    await db.hint.create({ data: { shop: SHOP, source: "shop", event: "app/uninstalled" } });
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(7);
  });

  test("a reading of the catalogue that was under way is begun anew after coming back", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const [before] = await world.services.db.catalogueImport.findMany();
    await world.services.db.catalogueImport.updateMany({ data: { stage: "storing" } });
    await world.atShop("shops/demo/uninstall", {});
    await world.settle();
    await world.atShop("shops/demo/install", {});
    await world.connect();
    const [after] = await world.services.db.catalogueImport.findMany();
    expect(after?.stage).toBe("done");
    expect(after?.id).not.toBe(before?.id);
    expect(after?.startedAt.getTime()).toBeGreaterThan(before?.startedAt.getTime() ?? 0);
  });

  test("Shopify's request to forget the shop leaves no trace", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const { db, pool } = world.services;
    await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
    await world.settle();
    const [reading] = await db.catalogueImport.findMany();
    // One row in each table that the story above leaves empty.
    const [where, now] = [{ shop: SHOP, sku: "MUG" }, new Date()];
    const told = { variantId: "mug", state: "waiting", queuedAt: now } as const;
    await db.importBlock.create({ data: { importId: reading?.id ?? "", position: 0n, rows: [] } });
    await db.catalogueSettings.create({ data: { shop: SHOP } });
    await db.returnSettings.create({ data: { shop: SHOP } });
    const previous = { shop: SHOP, locationId: "1", name: "A", leftAt: now };
    const quantities = { create: { variantId: "mug", inventoryItemId: "mug", available: 1 } };
    await db.previousLocation.create({ data: { ...previous, quantities } });
    const purchase = {
      ref: "purchase-1",
      supplier: "A",
      supplierRef: "A",
      expectedOn: "2030-01-01",
      search: "a",
    };
    const unread = { content: {}, receipts: [], needs: [], announced: 1, createdAt: now };
    await db.purchaseInbound.create({ data: { shop: SHOP, ...purchase, ...unread } });
    const other = {
      ref: "WH-1",
      type: "purchase",
      supplierRef: "",
      status: "new",
      expectedOn: "",
      search: "",
    };
    const empty = { lines: [], receipts: [], announced: 0, good: 0, defective: 0 };
    await db.otherInbound.create({
      data: { shop: SHOP, ...other, ...empty, changedAt: now, readAt: now },
    });
    await db.stockBuffer.create({ data: { ...where, pieces: 1 } });
    const brought = { inboundRef: "inbound-1", units: 1, changedAt: now };
    await db.inboundReceipt.create({ data: { ...where, ...brought } });
    const taken = { shop: SHOP, variantId: "mug", units: 1 };
    await db.orderFulfillment.create({ data: { ...taken, fulfillmentId: "fulfillment-1", createdAt: now } });
    await db.fulfilledUnits.create({ data: { ...taken, changedAt: now } });
    const view = { list: "returns", name: "Late ones", search: "", savedAt: now };
    await db.savedView.create({ data: { shop: SHOP, ...view } });
    await db.stockSweep.create({ data: { shop: SHOP, bulkOperationId: "1", startedAt: now } });
    await db.pushedProduct.create({ data: { ...where, ...told } });
    await db.productUpdate.create({ data: { ...where, variantId: "mug", seen: {}, askedAt: now } });
    await db.problem.create({ data: { shop: SHOP, kind: "edit-rejected", details: {}, openedAt: now } });
    await db.task.create({
      data: { shop: SHOP, id: randomUUID(), kind: "undo-upload", input: {}, count: 1, askedAt: now },
    });
    const row = { line: 1, asked: {}, verdict: "blank" };
    const upload = {
      id: randomUUID(),
      fileName: "m.csv",
      stage: "tried",
      verdicts: {},
      createdAt: now,
    } as const;
    await db.mappingUpload.create({ data: { shop: SHOP, ...upload, rows: { create: row } } });

    const filled = async () => {
      const tables = await shopTables(pool);
      const rows = await Promise.all(
        [...tables, "ImportBlock"].map(async (table) => {
          const { rowCount } = await pool.query(`SELECT FROM "${table}"`);
          return rowCount ? [table] : [];
        }),
      );
      return rows.flat();
    };
    expect(await filled()).toEqual([...(await shopTables(pool)), "ImportBlock"]);
    // A job of it that was given up stands in the queue for good.
    await queueJob(db, { name: "follow-return", shop: SHOP, returnId: "gid://shopify/Return/1" });
    await pool.query("UPDATE graphile_worker._private_jobs SET attempts = max_attempts");
    await world.atShop("faults", { path: "graphql", action: { kind: "status", status: 401 } });
    await world.atShop("shops/demo/webhooks", { topic: "shop/redact", payload: { shop_domain: SHOP } });
    await world.settle();
    expect(await filled()).toEqual([]);
    await runJob(world.services, { name: "forget-lanes", payload: {} });
    expect(await tracesOf(pool, ["demo"])).toEqual([]);

    // What Shopify sends again, or late, brings nothing back.
    const payload = { id: 1, data_request: { id: 1 }, orders_requested: [1], orders_to_redact: [1] };
    const compliance = ["shop/redact", "customers/redact", "customers/data_request"];
    for (const topic of ["app/uninstalled", ...compliance, "products/update"])
      await world.atShop("shops/demo/webhooks", { topic, payload });
    await world.settle();
    await runJob(world.services, { name: "forget-lanes", payload: {} });
    expect(await tracesOf(pool, ["demo"])).toEqual([]);
  });

  test("a request to forget the shop that comes, or comes again, when it is back changes nothing", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await world.atShop("shops/demo/uninstall", {});
    await world.settle();
    await world.atShop("shops/demo/install", {});
    await world.connect();
    const before = await world.services.db.mapping.count();
    expect(before).toBe(1);
    await world.atShop("shops/demo/webhooks", { topic: "shop/redact", payload: { shop_domain: SHOP } });
    await world.settle();
    expect(await world.services.db.mapping.count()).toBe(before);
    expect(await world.services.db.connection.count({ where: { disconnectedAt: null } })).toBe(1);
  });

  test(
    "a shop that does not answer is forgotten when it does, and one that Shopify closed at once",
    { tags: ["proof"] },
    async () => {
      const world = await createWorld(goods);
      await world.connect();
      const answer = (status: number) =>
        world.atShop("faults", { path: "graphql", action: { kind: "status", status, body: {} } });
      const { db } = world.services;
      await answer(503);
      await world.atShop("shops/demo/webhooks", { topic: "shop/redact", payload: { shop_domain: SHOP } });
      await world.settle();
      expect(await db.mapping.count()).toBe(1);
      await world.clearFaults();
      await answer(402);
      await world.retryNow();
      expect(await db.mapping.count()).toBe(0);
    },
  );
});

test("when the app moves to another address, it asks for events there", async () => {
  const world = await createWorld(goods);
  await world.connect();
  await world.services.db.subscription.updateMany({ data: { notificationUrl: "https://old.example.com/x" } });
  await followMove(world.services.db, world.appUrl);
  await world.settle();
  expect(await subscriptions(world)).toBe(12);
});
