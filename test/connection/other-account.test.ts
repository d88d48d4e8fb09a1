import { expect, test } from "vitest";
import { changeToken } from "../../app/domain/connection/change-token.ts";
import { disconnectWarehouse } from "../../app/domain/connection/disconnect-warehouse.ts";
import { listActivity } from "../../app/domain/activity/list-activity.ts";
import { loadStockSettings } from "../../app/domain/stock/settings/stock-settings.ts";
import { ledger, receive } from "../support/stock.ts";
import { createTwoAccounts, NEW_TOKEN, OTHER_TOKEN } from "../support/two-accounts.ts";
import { readShop, SHOP, type World } from "../support/world.ts";

const SKUS = ["MUG", "VASE", "JAR", "BOWL"];
const each = (stock: number) => Object.fromEntries(SKUS.map((sku, index) => [sku, stock + index]));
const variants = SKUS.map((sku) => ({ sku }));

const inStore = async (world: World) => {
  const shop = await readShop(world);
  return SKUS.map((sku) => shop.onHand(sku));
};

async function connected(other: Record<string, number>) {
  const accounts = await createTwoAccounts({ warehouse: each(10), variants, other });
  await accounts.world.connect();
  expect(await inStore(accounts.world)).toEqual([10, 11, 12, 13]);
  return accounts;
}

test("a token of another account writes nothing before the merchant has looked", async () => {
  const { world } = await connected(each(40));
  await receive(world, [{ sku: "MUG", quantity: 1 }]);
  await world.settle();
  expect(await changeToken(world.ctx, { accessToken: OTHER_TOKEN })).toEqual({ outcome: "other-account" });
  const { db } = world.services;
  expect(await db.warehouseProduct.count()).toBe(0);
  expect(await db.inboundReceipt.count()).toBe(0);
  expect(await db.skuBalance.count()).toBe(0);
  const before = (await ledger(world)).length;
  await world.settle();
  await world.sweep();
  expect((await loadStockSettings(world.ctx)).phase).toBe("shadow");
  expect(await inStore(world)).toEqual([11, 11, 12, 13]);
  expect(await ledger(world)).toHaveLength(before);
  const { rows } = await listActivity(world.ctx, { area: "settings" });
  expect(JSON.stringify(rows[0])).toContain("account-changed");
  expect(await db.warehouseProduct.findFirst({ where: { shop: SHOP, sku: "MUG" } })).toMatchObject({
    stock: 40,
  });
});

test.each([
  ["other SKUs", { PLATE: 1, FORK: 2, SPOON: 3 }],
  ["nothing at all", {}],
])("an account with %s is another one", async (_name, other) => {
  const { world } = await connected(other);
  expect(await changeToken(world.ctx, { accessToken: OTHER_TOKEN })).toEqual({ outcome: "other-account" });
  await world.settle();
  expect(await inStore(world)).toEqual([10, 11, 12, 13]);
});

test("another account is found although the first token is refused by now", async () => {
  const { world, revoke } = await connected(each(40));
  revoke();
  expect(await changeToken(world.ctx, { accessToken: OTHER_TOKEN })).toEqual({ outcome: "other-account" });
});

test("a new token of the same account changes nothing that is known, whatever has moved meanwhile", async () => {
  const { world } = await connected({});
  const { db } = world.services;
  const known = async () => [
    await db.stockLook.findMany({ orderBy: { variantId: "asc" } }),
    await db.skuBalance.findMany({ orderBy: { sku: "asc" } }),
    await db.connection.findFirst({ select: { stockEpoch: true, receiptsReadAt: true } }),
  ];
  const before = await known();
  for (const sku of SKUS) await world.atWarehouse("correct", { sku, stock: 3 });
  expect(await changeToken(world.ctx, { accessToken: NEW_TOKEN })).toEqual({ outcome: "token-changed" });
  expect(await known()).toEqual(before);
  await world.settle();
  expect(await inStore(world)).toEqual([3, 3, 3, 3]);
});

test("a new token of the same account is recognized after the first was refused, though some stock has moved", async () => {
  const { world, revoke } = await connected({});
  await world.atWarehouse("correct", { sku: "MUG", stock: 3 });
  revoke();
  expect(await changeToken(world.ctx, { accessToken: NEW_TOKEN })).toEqual({ outcome: "token-changed" });
  await world.settle();
  expect(await inStore(world)).toEqual([3, 11, 12, 13]);
});

test("disconnecting forgets the account's products, receipts and balances", async () => {
  const { world } = await connected({});
  await receive(world, [{ sku: "MUG", quantity: 1 }]);
  await world.settle();
  const { db } = world.services;
  expect(await db.inboundReceipt.count()).toBe(1);
  await disconnectWarehouse(world.ctx);
  expect(await db.warehouseProduct.count()).toBe(0);
  expect(await db.inboundReceipt.count()).toBe(0);
  expect(await db.skuBalance.count()).toBe(0);
  expect(await db.connection.findFirst()).toMatchObject({ receiptsReadAt: null, dispatchSeenAt: null });
});
