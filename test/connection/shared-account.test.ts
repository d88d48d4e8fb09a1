import { describe, expect, test } from "vitest";
import { changeWebhookKey } from "../../app/domain/connection/change-webhook-key.ts";
import { connectWarehouse } from "../../app/domain/connection/connect-warehouse.ts";
import { disconnectWarehouse } from "../../app/domain/connection/disconnect-warehouse.ts";
import { readConnection } from "../../app/domain/connection/read-connection.ts";
import type { VariantId } from "../../app/domain/ids.ts";
import { getStockSums } from "../../app/domain/stock/report/get-stock-sums.ts";
import { changeStockSettings } from "../../app/domain/stock/settings/change-stock-settings.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { createSealer, secretKeys } from "../../app/secrets.server.ts";
import { SECRET_KEYS, secretKey } from "../support/secrets.ts";
import { onHand, order, ship } from "../support/stock.ts";
import { createWorld, NEIGHBOUR, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

const keys = { accessToken: TOKEN, webhookKey: WEBHOOK_KEY };

async function connected(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 10 }, variants: [{ sku: "MUG" }] });
  await world.connect();
  return world;
}

/** Another store joins the warehouse with these keys: an account's store may have a token of its own. */
async function connectNeighbour(world: World, its: Partial<typeof keys> = {}): Promise<void> {
  const secrets = { ...keys, ...its };
  await world.atWarehouse("tokens", { token: secrets.accessToken });
  const { outcome } = await connectWarehouse(world.services.openShop(NEIGHBOUR), secrets);
  expect(outcome).toBe("connected");
}

const variantIdOf = async (world: World) => (await readShop(world)).variant("MUG").id as VariantId;
const sharing = async ({ ctx }: World) => (await readConnection(ctx))?.sharing;
const OWN_TOKEN = "token-of-the-neighbor";
const OWN_KEY = "key-of-the-neighbor";

/** What the store shows of ten mugs, three of which have left the warehouse for an order that is not yet fulfilled. */
async function shownAfterDispatch(world: World): Promise<number | undefined> {
  await order(world, { MUG: 3 });
  await world.settle();
  await ship(world, { MUG: 3 });
  await world.settle();
  return onHand(world, "MUG");
}

test("a store learns that its account serves others as long as another is connected to it", async () => {
  const world = await connected();
  expect(await sharing(world)).toBeNull();
  await connectNeighbour(world);
  expect(await sharing(world)).toBe("recognized");
  expect(JSON.stringify(await readConnection(world.ctx))).not.toContain("neighbour");
  await disconnectWarehouse(world.services.openShop(NEIGHBOUR));
  expect(await sharing(world)).toBeNull();
  const left = await world.services.db.connection.findUniqueOrThrow({
    where: { shop: NEIGHBOUR },
  });
  expect(left).toMatchObject({ accountDigest: null, keyDigest: null, oldKeyDigest: null });
});

test("a parcel is credited to an order of this store only where the account serves no other", async () => {
  const world = await connected();
  await order(world, { MUG: 2 });
  await world.settle();
  await ship(world, { MUG: 2 });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(10);

  await connectNeighbour(world);
  expect(await shownAfterDispatch(world)).toBe(5);
});

test("a digest is of no use without the key, and is stored again when the first key is another", async () => {
  const world = await connected();
  const { db } = world.services;
  const stored = async () => {
    const { accountDigest, keyDigest } = await db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
    return [accountDigest, keyDigest];
  };
  const before = await stored();
  expect(before).toEqual([TOKEN, WEBHOOK_KEY].map((secret) => world.ctx.secrets.digest(secret)));
  for (const digest of before) expect(digest).toMatch(/^[\w-]{43}$/);
  expect(before.join()).not.toMatch(new RegExp(`${TOKEN}|${WEBHOOK_KEY}`));
  const rotated = createSealer(secretKeys.parse(`${secretKey("next")},${SECRET_KEYS}`));
  expect(rotated.digest(TOKEN)).not.toBe(before[0]);
  await db.connection.updateMany({
    data: { accountDigest: rotated.digest(TOKEN), keyDigest: rotated.digest(WEBHOOK_KEY) },
  });
  await queueJob(db, { name: "subscribe-to-events", shop: SHOP });
  await world.settle();
  expect(await stored()).toEqual(before);
});

test.each([
  ["one token and one key", "recognized", {}, 7],
  ["one key, and tokens of their own", "recognized", { accessToken: OWN_TOKEN }, 7],
  ["one token, and keys of their own", "recognized", { webhookKey: OWN_KEY }, 7],
  ["no token and no key in common", null, { accessToken: OWN_TOKEN, webhookKey: OWN_KEY }, 10],
] as const)("of two stores with %s the account is %s", async (_what, expected, its, shown) => {
  const world = await connected();
  await connectNeighbour(world, its);
  expect(await sharing(world)).toBe(expected);
  expect(await shownAfterDispatch(world)).toBe(shown);
});

test("the account stays recognized while its stores enter a new webhook key one after the other, for a day", async () => {
  const world = await connected();
  await connectNeighbour(world, { accessToken: OWN_TOKEN });
  const NEW_KEY = "new-webhook-key-of-the-account";
  await changeWebhookKey(world.ctx, { webhookKey: NEW_KEY });
  expect(await sharing(world)).toBe("recognized");
  await world.pass(23 * 60);
  await world.sweep();
  expect(await sharing(world)).toBe("recognized");
  await world.pass(60);
  await world.sweep();
  expect(await sharing(world)).toBeNull();
  await changeWebhookKey(world.services.openShop(NEIGHBOUR), { webhookKey: NEW_KEY });
  expect(await sharing(world)).toBe("recognized");
});

describe("where no other store is recognized, the merchant can say that others sell from the stock", () => {
  const say = (world: World, soldElsewhere: boolean) => changeStockSettings(world.ctx, { soldElsewhere });

  test("and shipments are then credited to no order, at once and until the merchant says otherwise", async () => {
    const world = await connected();
    expect(await shownAfterDispatch(world)).toBe(10);
    await say(world, true);
    await world.settle();
    expect(await sharing(world)).toBe("said");
    expect(await onHand(world, "MUG")).toBe(7);
    const [sum] = (await getStockSums(world.ctx, [await variantIdOf(world)])).values();
    expect(sum?.target).toBe(7);
    await say(world, false);
    await world.settle();
    expect(await sharing(world)).toBeNull();
    expect(await onHand(world, "MUG")).toBe(10);
  });

  test("which is noted with who said it", async () => {
    const world = await connected();
    const ctx = { ...world.ctx, staffId: "7" };
    await changeStockSettings(ctx, { soldElsewhere: true });
    await changeStockSettings(ctx, { soldElsewhere: true });
    const noted = await world.services.db.activity.findMany({
      where: { shop: SHOP, kind: "settings-changed" },
    });
    expect(noted).toMatchObject([
      {
        staffId: "7",
        details: { of: "stock", changes: [{ setting: "soldElsewhere", from: null, to: true }] },
      },
    ]);
  });

  test("but not that nobody does where another store is recognized", async () => {
    const world = await connected();
    await connectNeighbour(world);
    await say(world, false);
    expect(await sharing(world)).toBe("recognized");
    expect(await shownAfterDispatch(world)).toBe(7);
  });

  test("and each store's answer is its own", async () => {
    const world = await connected();
    await changeStockSettings(world.services.openShop(NEIGHBOUR), { soldElsewhere: true });
    expect(await sharing(world)).toBeNull();
  });
});
