import { expect, test } from "vitest";
import { connectWarehouse } from "../../app/domain/connection/connect-warehouse.ts";
import { disconnectWarehouse } from "../../app/domain/connection/disconnect-warehouse.ts";
import { readConnection } from "../../app/domain/connection/read-connection.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { createSealer, secretKeys } from "../../app/secrets.server.ts";
import { SECRET_KEYS, secretKey } from "../support/secrets.ts";
import { onHand, order, ship } from "../support/stock.ts";
import { createWorld, NEIGHBOUR, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

const keys = { accessToken: TOKEN, webhookKey: WEBHOOK_KEY };

async function connected(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 10 }, variants: [{ sku: "MUG" }] });
  await world.connect();
  return world;
}

async function connectNeighbour({ services }: World): Promise<void> {
  await connectWarehouse(services.openShop(NEIGHBOUR), keys);
}

test("a store learns that its account serves others as long as another is connected to it", async () => {
  const world = await connected();
  const isShared = async () => (await readConnection(world.ctx))?.isAccountShared;
  expect(await isShared()).toBe(false);
  await connectNeighbour(world);
  expect(await isShared()).toBe(true);
  expect(JSON.stringify(await readConnection(world.ctx))).not.toContain("neighbour");
  await disconnectWarehouse(world.services.openShop(NEIGHBOUR));
  expect(await isShared()).toBe(false);
  const { accountDigest } = await world.services.db.connection.findUniqueOrThrow({
    where: { shop: NEIGHBOUR },
  });
  expect(accountDigest).toBeNull();
});

test("a parcel is credited to an order of this store only where the account serves no other", async () => {
  const world = await connected();
  await order(world, { MUG: 2 });
  await world.settle();
  await ship(world, { MUG: 2 });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(10);

  await connectNeighbour(world);
  await order(world, { MUG: 3 });
  await world.settle();
  await ship(world, { MUG: 3 });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(5);
});

test("a digest is of no use without the key, and is stored again when the first key is another", async () => {
  const world = await connected();
  const { db } = world.services;
  const stored = async () => (await db.connection.findUniqueOrThrow({ where: { shop: SHOP } })).accountDigest;
  const before = await stored();
  expect(before).toMatch(/^[\w-]{43}$/);
  expect(before).not.toContain(TOKEN);
  const rotated = createSealer(secretKeys.parse(`${secretKey("next")},${SECRET_KEYS}`));
  expect(rotated.digest(TOKEN)).not.toBe(before);
  await db.connection.updateMany({ data: { accountDigest: rotated.digest(TOKEN) } });
  await queueJob(db, { name: "subscribe-to-events", shop: SHOP });
  await world.settle();
  expect(await stored()).toBe(before);
});
