import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { changeWebhookKey } from "../../app/domain/connection/change-webhook-key.ts";
import { loadConnection } from "../../app/domain/connection/load-connection.ts";
import { rotateSecrets } from "../../app/domain/connection/rotate-secrets.ts";
import { createServices, type Services } from "../../app/services.server.ts";
import { createSealer, secretKeys, type Sealer } from "../../app/secrets.server.ts";
import { LocationsDocument } from "../../app/shopify/generated/operations.ts";
import { SECRET_KEYS, secretKey } from "../support/secrets.ts";
import { createWorld, readShop, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

const goods = { warehouse: { MUG: 5 }, variants: [{ sku: "MUG" }] };
const NEW_KEY = secretKey("new");

/** A shop with every secret there can be: three of the warehouse's, two of Shopify's. */
async function setUp(): Promise<World> {
  const world = await createWorld(goods);
  await world.connect();
  await changeWebhookKey(world.ctx, { webhookKey: "the-next-key" });
  return world;
}

/** The app as it runs once these keys are configured. */
function withKeys(world: World, keys: string): Services {
  const services = createServices({ ...world.services.env, DOCKLINE_SECRET_KEYS: secretKeys.parse(keys) });
  onTestFinished(() => services.close());
  return services;
}

const rotate = ({ services }: World, secrets: Sealer = bothKeys(), how = {}) =>
  rotateSecrets({ ...services, secrets }, how);
const bothKeys = () => createSealer(secretKeys.parse(`${NEW_KEY},${SECRET_KEYS}`));

test("everything works with the old key, with both, and with the new one alone", async () => {
  const world = await setUp();
  expect(await rotate(world)).toEqual({ found: 5, resealed: 5, changedMeanwhile: 0, unreadable: 0 });
  expect(await rotate(world)).toEqual({ found: 5, resealed: 0, changedMeanwhile: 0, unreadable: 0 });

  await expect(loadConnection(world.ctx)).rejects.toThrow(/DOCKLINE_SECRET_KEYS does not name.*key new/);
  const after = withKeys(world, NEW_KEY).openShop(SHOP);
  const kept = { accessToken: TOKEN, webhookKey: "the-next-key", oldWebhookKey: WEBHOOK_KEY };
  expect(await loadConnection(after)).toMatchObject(kept);
  await after.warehouse((await loadConnection(after))!.accessToken).check();
  expect((await after.admin.request(LocationsDocument, {})).locations.nodes).not.toEqual([]);
  expect((await readShop(world)).onHand("MUG")).toBe(5);
});

test("what the merchant enters while it runs is kept", async () => {
  const world = await setUp();
  const withBoth = withKeys(world, `${NEW_KEY},${SECRET_KEYS}`).openShop(SHOP);
  const both = bothKeys();
  let entered = false;
  // Between reading the old token and writing it anew.
  const meanwhile: Sealer = {
    ...both,
    async seal(text, place) {
      if (!entered && place.field === "Connection.webhookKey") {
        entered = true;
        await changeWebhookKey(withBoth, { webhookKey: "entered-just-now" });
      }
      return both.seal(text, place);
    },
  };
  expect(await rotate(world, meanwhile)).toMatchObject({ found: 5, changedMeanwhile: 1 });
  expect(await rotate(world)).toMatchObject({ resealed: 0, changedMeanwhile: 0, unreadable: 0 });
  const alone = withKeys(world, NEW_KEY).openShop(SHOP);
  expect(await loadConnection(alone)).toMatchObject({ accessToken: TOKEN, webhookKey: "entered-just-now" });
});

test("cut off anywhere, it goes on where it was", async () => {
  const world = await setUp();
  const { db } = world.services;
  for (const shop of ["a", "b", "c"])
    await db.connection.create({
      data: { shop, accessToken: `of ${shop}`, webhookKey: "key", connectedAt: new Date() },
    });
  const both = bothKeys();
  let left = 4;
  const cutOff: Sealer = {
    ...both,
    seal: (text, place) => (left-- > 0 ? both.seal(text, place) : Promise.reject(new Error("cut off"))),
  };
  await expect(rotate(world, cutOff, { batch: 2 })).rejects.toThrow("cut off");
  expect(await rotate(world, both, { batch: 2 })).toEqual({
    ...{ found: 11, resealed: 7, changedMeanwhile: 0, unreadable: 0 },
  });
  const after = withKeys(world, NEW_KEY);
  expect((await after.db.connection.findUnique({ where: { shop: "b" } }))?.accessToken).toBe("of b");
});

test("one secret that is lost holds back no other", async () => {
  const world = await setUp();
  await world.services.pool.query(`UPDATE "Connection" SET "oldWebhookKey" = "webhookKey"`);
  expect(await rotate(world)).toEqual({ found: 5, resealed: 4, changedMeanwhile: 0, unreadable: 1 });
});

test("a lost key costs a merchant the way in, and nothing else", async () => {
  const world = await setUp();
  const { db } = world.services;
  const mappings = await db.mapping.count({ where: { shop: SHOP } });
  const newOnly = createSealer(secretKeys.parse(NEW_KEY));
  expect(await rotate(world, newOnly)).toMatchObject({ found: 5, unreadable: 5 });
  expect(await rotate(world, newOnly, { forget: true })).toMatchObject({ resealed: 0, unreadable: 5 });
  const after = withKeys(world, NEW_KEY).openShop(SHOP);
  expect(await loadConnection(after)).toBeNull();
  expect(await after.db.session.count({ where: { shop: SHOP } })).toBe(0);
  expect(await after.db.connection.findUnique({ where: { shop: SHOP } })).toMatchObject({ accessToken: "" });
  expect(await after.db.mapping.count({ where: { shop: SHOP } })).toBe(mappings);
});

test("the command does it and says how much is left", async () => {
  const world = await setUp();
  const { env } = world.services;
  const run = (keys: string) =>
    spawnSync(process.execPath, ["scripts/rotate-secrets.ts"], {
      encoding: "utf8",
      env: {
        ...{ PATH: process.env.PATH, NODE_ENV: "test" },
        ...{ DATABASE_URL: env.DATABASE_URL, DOCKLINE_SECRET_KEYS: keys, LOG_LEVEL: "error" },
        ...{ SHOPIFY_API_KEY: env.SHOPIFY_API_KEY, SHOPIFY_API_SECRET: env.SHOPIFY_API_SECRET },
        ...{ SHOPIFY_APP_URL: env.SHOPIFY_APP_URL, FULFILMENT_BASE_URL: env.FULFILMENT_BASE_URL },
      },
    });
  const lost = run(NEW_KEY);
  expect(lost).toMatchObject({ status: 1, stdout: expect.stringContaining("5 unreadable") as string });
  expect(lost.stdout).toContain("Run it again before taking a key away.");
  const done = run(`${NEW_KEY},${SECRET_KEYS}`);
  expect(done).toMatchObject({ status: 0, stderr: "" });
  expect(done.stdout).toMatch(/^5 secrets: 5 sealed anew, .*\nNothing is left for the other keys\.\n$/);
  expect(lost.stdout + lost.stderr + done.stdout).not.toMatch(
    new RegExp(`${TOKEN}|\\.\\.|${NEW_KEY.slice(4, 20)}`),
  );
});
