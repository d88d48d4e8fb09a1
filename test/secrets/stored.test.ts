import { expect, test } from "vitest";
import { changeWebhookKey } from "../../app/domain/connection/change-webhook-key.ts";
import { loadConnection } from "../../app/domain/connection/load-connection.ts";
import { SEALED_COLUMNS } from "../../app/sealed-columns.server.ts";
import { createWorld, SHOP, TOKEN, WEBHOOK_KEY, type World } from "../support/world.ts";

const goods = { warehouse: { MUG: 5 }, variants: [{ sku: "MUG" }] };
const COMPACT_JWE = /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/;

/** A shop in which every secret there can be is stored. */
async function setUp(): Promise<World> {
  const world = await createWorld(goods);
  await world.connect();
  await changeWebhookKey(world.ctx, { webhookKey: "the-next-key" });
  return world;
}

test("what opens a door is sealed wherever it is stored, and plain to the app", async () => {
  const world = await setUp();
  const { db, pool } = world.services;
  for (const [table, columns] of Object.entries(SEALED_COLUMNS)) {
    const { rows } = await pool.query<Record<string, string>>(`SELECT * FROM "${table}"`);
    expect(rows).toHaveLength(1);
    for (const column of columns) expect(rows[0]![column], `${table}.${column}`).toMatch(COMPACT_JWE);
  }
  const kept = { accessToken: TOKEN, webhookKey: "the-next-key", oldWebhookKey: WEBHOOK_KEY };
  expect(await loadConnection(world.ctx)).toMatchObject(kept);
  expect(await db.connection.findMany({ where: { shop: SHOP } })).toMatchObject([kept]);
  const session = await db.session.findFirstOrThrow({ where: { shop: SHOP } });
  expect([session.accessToken, session.refreshToken].join()).not.toMatch(/\.\./);
});

test("every column that sounds like a secret is sealed, or said to be none", async () => {
  const world = await createWorld(goods);
  const { rows } = await world.services.pool.query<{ column: string }>(
    `SELECT table_name || '.' || column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type IN ('text', 'jsonb', 'bytea', 'character varying')
       AND column_name ~* 'token|key|secret|password|credential'`,
  );
  const sealed = Object.entries(SEALED_COLUMNS).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  const ofConnection = ["Connection.keyDigest", "Connection.oldKeyDigest"];
  const digests = [...ofConnection, "Subscription.tokenDigest", "rate_limit.key"];
  expect(rows.map(({ column }) => column).toSorted()).toEqual([...sealed, ...digests].toSorted());
});

test("a secret copied to another shop's row does not open there", async () => {
  const world = await setUp();
  const { db, pool } = world.services;
  await pool.query(`UPDATE "Connection" SET "shop" = 'other.myshopify.com'`);
  await expect(db.connection.findMany({})).rejects.toThrow(/other\.myshopify\.com was sealed for another/);
});

test("a secret copied to another column does not open there", async () => {
  const world = await setUp();
  const { pool } = world.services;
  await pool.query(`UPDATE "Connection" SET "accessToken" = "webhookKey"`);
  await expect(loadConnection(world.ctx)).rejects.toThrow(/Connection\.accessToken of .* for another place/);
});

test("a query that cannot be right is refused before it is sent", async () => {
  const { db } = (await setUp()).services;
  const asked = [
    db.connection.findMany({ where: { AND: [{ NOT: { accessToken: TOKEN } }] } }),
    db.session.updateMany({ where: { refreshToken: "x" }, data: { scope: "" } }),
    db.connection.updateMany({ data: { webhookKey: "of which shop?" } }),
    db.connection.update({ where: { shop: SHOP }, data: { webhookKey: { set: "plain" } } }),
    db.connection.findMany({ select: { accessToken: true } }),
  ];
  const answers = await Promise.allSettled(asked);
  expect(answers.map(({ status }) => status)).toEqual(asked.map(() => "rejected"));
});

test("whatever Prisma can write, it seals", async () => {
  const { db, pool } = (await createWorld(goods)).services;
  const of = (shop: string) => ({ shop, accessToken: TOKEN, webhookKey: "k", connectedAt: new Date() });
  await db.connection.create({ data: of("a") });
  await db.connection.createMany({ data: [of("b"), of("c")] });
  await db.connection.createManyAndReturn({ data: [of("d")] });
  await db.connection.upsert({ where: { shop: "e" }, create: of("e"), update: of("e") });
  await db.connection.upsert({ where: { shop: "e" }, create: of("e"), update: of("e") });
  await db.connection.updateManyAndReturn({ where: { shop: "a" }, data: { oldWebhookKey: "before" } });
  await db.$transaction([db.connection.update({ where: { shop: "b" }, data: { oldWebhookKey: "before" } })]);
  await db.$transaction((tx) => tx.connection.update({ where: { shop: "c" }, data: { webhookKey: "k2" } }));
  const { rows } = await pool.query<Record<string, string | null>>(
    `SELECT "accessToken", "webhookKey", "oldWebhookKey" FROM "Connection"`,
  );
  for (const value of rows.flatMap((row) => Object.values(row)))
    if (value) expect(value).toMatch(COMPACT_JWE);
  expect(await db.connection.findUnique({ where: { shop: "b" } })).toMatchObject({ oldWebhookKey: "before" });
  expect(await db.connection.delete({ where: { shop: "c" } })).toMatchObject({ webhookKey: "k2" });
});
