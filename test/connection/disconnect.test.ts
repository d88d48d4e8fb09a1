import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { importCatalogue } from "../../app/domain/catalog/import/import-catalogue.ts";
import { startPush } from "../../app/domain/catalog/push/start-push.ts";
import { chooseLocation } from "../../app/domain/connection/choose-location.ts";
import { connectWarehouse } from "../../app/domain/connection/connect-warehouse.ts";
import { disconnectWarehouse } from "../../app/domain/connection/disconnect-warehouse.ts";
import { readConnection } from "../../app/domain/connection/read-connection.ts";
import { readOverview } from "../../app/domain/connection/read-overview.ts";
import { readSetup } from "../../app/domain/connection/read-setup.ts";
import { listProblems, openProblem } from "../../app/domain/problems/problems.ts";
import { goLive } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { JOBS, queueJob, type ShopJobName } from "../../app/jobs/catalog.ts";
import { announce, REF } from "../support/purchases.ts";
import { kept, sendBack, sold } from "../support/returns.ts";
import { createWorld, LOCATION, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

const keys = { accessToken: TOKEN, webhookKey: WEBHOOK_KEY };
const goods = {
  warehouse: { MUG: 5, VASE: 3 },
  variants: [{ sku: "MUG" }, { sku: "VASE" }, { sku: "JAR" }],
};

async function connected(): Promise<World> {
  const world = await createWorld(goods);
  await world.connect();
  return world;
}

/** Requests of the app to both worlds so far. */
async function asked(world: World): Promise<number> {
  const logs = [await world.atShop<unknown[]>("requests"), await world.atWarehouse<unknown[]>("requests")];
  return logs.reduce((sum, log) => sum + log.length, 0);
}

async function connectAgain(world: World): Promise<void> {
  await connectWarehouse(world.ctx, keys);
  await chooseLocation(world.ctx, { locationId: (await readShop(world)).location(LOCATION) });
  await world.settle();
}

test("the keys are deleted, what the merchant said and what was done is kept, and the guide begins anew", async () => {
  const world = await connected();
  const { db } = world.services;
  const [mappings, entries] = [await db.mapping.count(), await db.ledgerEntry.count()];
  expect([mappings, entries]).toEqual([2, 2]);
  await openProblem(world.ctx, { kind: "warehouse-unreachable" });
  await openProblem(world.ctx, { kind: "stock-rejected", subject: "MUG" });
  await openProblem(world.ctx, { kind: "shop-scope-missing" });

  await disconnectWarehouse(world.ctx);

  const row = await db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`${TOKEN}|${WEBHOOK_KEY}`));
  expect(await readConnection(world.ctx)).toBeNull();
  expect((await readOverview(world.ctx)).connection).toBeNull();
  expect(await readSetup(world.ctx)).toMatchObject({ next: "connect", done: 0, dismissed: false });
  expect([await db.mapping.count(), await db.ledgerEntry.count()]).toEqual([mappings, entries]);
  // The shop itself may still lack what it lacked.
  expect((await listProblems(world.ctx)).map(({ kind }) => kind)).toEqual(["shop-scope-missing"]);
  expect((await readShop(world)).onHand("MUG")).toBe(5);
});

test("no job that waits or comes later asks anything of either world", async () => {
  const world = await connected();
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await announce(world);
  await world.settle();
  await disconnectWarehouse(world.ctx);
  await world.delivered();
  const before = await asked(world);

  const names = Object.keys(JOBS).filter((name) => "shop" in JOBS[name as ShopJobName].schema.shape);
  expect(names.length).toBeGreaterThan(15);
  for (const name of names as ShopJobName[])
    if (name !== "delete-shop-data")
      await queueJob(world.services.db, {
        name,
        shop: SHOP,
        returnId: back.id,
        ref: REF,
        taskId: randomUUID(),
        trigger: "return-received",
        kind: "warehouse-unreachable",
      });
  await world.settle();
  await world.sweep();
  expect(await asked(world)).toBe(before);
  const failed = "SELECT FROM graphile_worker.jobs WHERE last_error IS NOT NULL";
  expect((await world.services.pool.query(failed)).rowCount).toBe(0);
});

test("what the warehouse still sends is taken, so that it stops trying, and dropped", async () => {
  const world = await connected();
  const { hookId } = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  await disconnectWarehouse(world.ctx);
  const body = '{"type":"shipped","resource":"shipment","identifier":"1"}';
  const signature = createHmac("sha256", WEBHOOK_KEY).update(body).digest("base64");
  for (const signed of [signature, "nonsense"]) {
    const response = await fetch(`${world.appUrl}/webhooks/warehouse/${hookId}/receipt-received`, {
      method: "POST",
      headers: { "x-hook-signature": signed },
      body,
    });
    expect(response.status).toBe(200);
  }
  expect(await world.services.db.hint.count({ where: { source: "warehouse" } })).toBe(0);
  expect(await listProblems(world.ctx)).toEqual([]);
});

test("connected again, mappings are as they were, and nothing is written before the merchant has looked", async () => {
  const world = await connected();
  await disconnectWarehouse(world.ctx);
  await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
  await world.settle();
  await connectAgain(world);
  expect((await readShop(world)).onHand("MUG")).toBe(5);
  expect(await readSetup(world.ctx)).toMatchObject({ next: "report", compared: true });
  expect(await world.services.db.mapping.count()).toBe(2);
  expect((await world.atWarehouse<{ subscriptions: number }>("health")).subscriptions).toBe(6);

  await goLive(world.ctx, "all");
  await world.settle();
  expect((await readShop(world)).onHand("MUG")).toBe(7);
  expect((await readOverview(world.ctx)).waiting).toBe(0);
});

test("what went on while disconnected was somebody else's to handle: such a return is left alone", async () => {
  const world = await connected();
  await disconnectWarehouse(world.ctx);
  const back = await sendBack(world, await sold(world, { MUG: 1 }), { MUG: 1 });
  await world.settle();
  await connectAgain(world);
  expect((await kept(world, back))?.stage).toBe("earlier");
});

test("products that waited to be created are not created at the next warehouse", async () => {
  const world = await connected();
  expect(await startPush(world.ctx, { selection: "missing", confirmed: 9 })).toMatchObject({ queued: 1 });
  await disconnectWarehouse(world.ctx);
  await connectAgain(world);
  await world.sweep();
  const products = await world.atWarehouse<{ sku: string }[]>("products");
  expect(products.map(({ sku }) => sku)).not.toContain("JAR");
});

test("disconnected while the products are being read, that reading ends, and another begins anew", async () => {
  const world = await createWorld(goods);
  await world.atShop("bulk/faults", { kind: "hold", times: 1 });
  await world.install();
  await connectWarehouse(world.ctx, keys);
  await chooseLocation(world.ctx, { locationId: (await readShop(world)).location(LOCATION) });
  await importCatalogue(world.ctx);
  const { db } = world.services;
  const first = await db.catalogueImport.findUniqueOrThrow({ where: { shop: SHOP } });
  await disconnectWarehouse(world.ctx);
  expect(await db.catalogueImport.count()).toBe(0);
  await world.atShop("bulk/release", {});
  await world.settle();
  expect(await db.variant.count()).toBe(0);
  await connectAgain(world);
  const second = await db.catalogueImport.findUniqueOrThrow({ where: { shop: SHOP } });
  expect(second.id).not.toBe(first.id);
  expect(await readSetup(world.ctx)).toMatchObject({ imported: true, next: "report" });
});

test("uninstalled in the middle of the set-up and installed again, it begins at its beginning", async () => {
  const world = await createWorld(goods);
  await world.install();
  await connectWarehouse(world.ctx, keys);
  expect(await readSetup(world.ctx)).toMatchObject({ next: "location", done: 1 });
  await world.atShop("shops/demo/uninstall", {});
  await world.settle();
  expect(await world.services.db.session.count()).toBe(0);
  await world.atShop("shops/demo/install", {});
  await world.install();
  expect(await readSetup(world.ctx)).toMatchObject({ next: "connect", done: 0 });
  await connectAgain(world);
  expect(await readSetup(world.ctx)).toMatchObject({ next: "report", done: 3 });
});

test("uninstalled before anything was connected, nothing of the way into the shop is left", async () => {
  const world = await createWorld(goods);
  await world.install();
  await world.atShop("shops/demo/uninstall", {});
  await world.settle();
  expect(await world.services.db.session.count()).toBe(0);
  expect(await world.services.db.hint.count({ where: { followedAt: null } })).toBe(0);
});
