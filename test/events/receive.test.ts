import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { changeWebhookKey, endOldKey } from "../../app/domain/connection/change-webhook-key.ts";
import { disconnectWarehouse } from "../../app/domain/connection/disconnect-warehouse.ts";
import { readConnection } from "../../app/domain/connection/read-connection.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { createServices } from "../../app/services.server.ts";
import { correct, onHand } from "../support/stock.ts";
import { createWorld, SHOP, WEBHOOK_KEY, type World } from "../support/world.ts";

const EVENT = { type: "shipped", resource: "shipment", identifier: "0123456789abcdef0123456789abcdef" };

const NEXT_KEY = "next-webhook-key";

interface Sending {
  path?: string;
  body?: string | Buffer;
  key?: string;
  signature?: string | null;
}

/** Sends an event as the warehouse would, with something changed. */
async function send(
  world: World,
  { path, body = JSON.stringify(EVENT), key = WEBHOOK_KEY, signature }: Sending,
) {
  const { hookId } = (await world.services.db.connection.findUnique({ where: { shop: SHOP } })) ?? {
    hookId: "",
  };
  const signed =
    signature === undefined ? createHmac("sha256", key).update(body).digest("base64") : signature;
  const response = await fetch(`${world.appUrl}${path ?? `/webhooks/warehouse/${hookId}/shipment-created`}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(signed !== null && { "x-hook-signature": signed }) },
    body: new Uint8Array(Buffer.from(body)),
  });
  return { status: response.status, answer: (await response.json()) as { error?: string; message?: string } };
}

async function connected(): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG" }] });
  await world.connect();
  return world;
}

const stored = ({ services }: World) =>
  services.db.hint.count({ where: { shop: SHOP, source: "warehouse" } });

test("a signed event is stored, followed, and the event kind counts as heard", async () => {
  const world = await connected();
  expect((await send(world, {})).status).toBe(200);
  expect(await stored(world)).toBe(1);
  await world.settle();
  const { db } = world.services;
  expect(await db.hint.count({ where: { shop: SHOP, followedAt: null } })).toBe(0);
  const heard = await db.subscription.findMany({ where: { shop: SHOP, lastHeardAt: { not: null } } });
  expect(heard.map(({ event }) => event)).toEqual(["shipment-created"]);
});

test("when an event kind was last heard of is written once a second at most", async () => {
  const world = await connected();
  const { db } = world.services;
  const heardAt = async (msAgo: number) => {
    const at = new Date(Date.now() - msAgo);
    await db.subscription.updateMany({ data: { lastHeardAt: at } });
    await send(world, {});
    const now = await db.subscription.findFirst({ where: { shop: SHOP, event: "shipment-created" } });
    return { before: at, after: now!.lastHeardAt! };
  };
  const soon = await heardAt(-60_000);
  expect(soon.after).toEqual(soon.before);
  const later = await heardAt(1_500);
  expect(later.after.getTime()).toBeGreaterThan(later.before.getTime());
});

test("an event whose spacing changed on the way is still the same event", async () => {
  const world = await connected();
  const signature = createHmac("sha256", WEBHOOK_KEY).update(JSON.stringify(EVENT)).digest("base64");
  expect((await send(world, { body: JSON.stringify(EVENT, null, 2), signature })).status).toBe(200);
});

test("after the key was changed, events signed with the old one are taken for a day", async () => {
  const world = await connected();
  const { db } = world.services;
  await changeWebhookKey(world.ctx, { webhookKey: NEXT_KEY });
  expect((await send(world, { key: WEBHOOK_KEY })).status).toBe(200);
  expect((await send(world, { key: NEXT_KEY })).status).toBe(200);

  // Saving the same key again must not make the new key the old one.
  await changeWebhookKey(world.ctx, { webhookKey: NEXT_KEY });
  expect((await send(world, { key: WEBHOOK_KEY })).status).toBe(200);

  await db.connection.updateMany({ where: { shop: SHOP }, data: { oldWebhookKeyUntil: new Date() } });
  expect((await send(world, { key: WEBHOOK_KEY })).status).toBe(401);
  expect((await send(world, { key: NEXT_KEY })).status).toBe(200);
});

test("the merchant can have the old key refused before its day is over", async () => {
  const world = await connected();
  await changeWebhookKey(world.ctx, { webhookKey: NEXT_KEY });
  await endOldKey(world.ctx);
  expect((await send(world, { key: WEBHOOK_KEY })).status).toBe(401);
  expect((await send(world, { key: NEXT_KEY })).status).toBe(200);
});

test("correcting a mistyped key does not push out the one that is still in use", async () => {
  const world = await connected();
  await send(world, {});
  await changeWebhookKey(world.ctx, { webhookKey: "mistyped-key" });
  await changeWebhookKey(world.ctx, { webhookKey: NEXT_KEY });
  expect((await send(world, { key: WEBHOOK_KEY })).status).toBe(200);
  expect((await send(world, { key: NEXT_KEY })).status).toBe(200);
  expect((await send(world, { key: "mistyped-key" })).status).toBe(401);
});

test("what another process changes counts for the very next event, though events were let in until then", async () => {
  const world = await connected();
  const { pool, db } = world.services;
  for (let sent = 0; sent < 3; sent++) expect((await send(world, {})).status).toBe(200);
  expect(await stored(world)).toBe(3);
  // Nothing of this process has a hand in it.
  const other = createServices({ ...world.services.env });
  onTestFinished(() => other.close());
  await changeWebhookKey(other.openShop(SHOP), { webhookKey: NEXT_KEY });
  await endOldKey(other.openShop(SHOP));
  expect((await send(world, { key: WEBHOOK_KEY })).status).toBe(401);
  for (let sent = 0; sent < 3; sent++) expect((await send(world, { key: NEXT_KEY })).status).toBe(200);
  expect(await stored(world)).toBe(6);
  await disconnectWarehouse(other.openShop(SHOP));
  const left = await stored(world);
  expect((await send(world, { key: NEXT_KEY })).status).toBe(200);
  expect(await stored(world)).toBe(left);
  const { hookId } = await db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  const path = `/webhooks/warehouse/${hookId}/shipment-created`;
  await pool.query(`DELETE FROM "Connection"`);
  expect((await send(world, { path, key: NEXT_KEY })).status).toBe(404);
});

describe("a webhook key that seems wrong", () => {
  const problems = async ({ ctx }: World) => (await listProblems(ctx)).map(({ kind }) => kind);
  const noted = async ({ services }: World) =>
    (await services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } })).keyRefusedAt;

  test("is a problem with the first event when no event has proven it yet, until one does", async () => {
    const world = await connected();
    expect(await problems(world)).toEqual([]);
    await send(world, { key: "the real key" });
    expect(await problems(world)).toEqual(["webhook-key-refused"]);
    await send(world, {});
    expect(await problems(world)).toEqual([]);
  });

  test("was right until now: a single refused event may be anybody's, two a minute apart are not", async () => {
    const world = await connected();
    await send(world, {});
    await send(world, { key: "somebody else's" });
    await send(world, { key: "somebody else's" });
    expect(await problems(world)).toEqual([]);
    await world.pass(2);
    await send(world, { key: "somebody else's" });
    expect(await problems(world)).toEqual(["webhook-key-refused"]);
    await send(world, {});
    expect(await problems(world)).toEqual([]);
  });

  test("is entered anew: the problem is over, and the new one has to prove itself", async () => {
    const world = await connected();
    await send(world, { key: NEXT_KEY });
    await changeWebhookKey(world.ctx, { webhookKey: NEXT_KEY });
    expect(await problems(world)).toEqual([]);
    expect((await readConnection(world.ctx))?.webhookKey).toMatchObject({ provenAt: null, refused: false });
    await send(world, { key: NEXT_KEY });
    expect((await readConnection(world.ctx))?.webhookKey.provenAt).not.toBeNull();
  });

  test("an event signed with the old key proves nothing about the new one", async () => {
    const world = await connected();
    await changeWebhookKey(world.ctx, { webhookKey: "mistyped-key" });
    await send(world, { key: NEXT_KEY });
    await send(world, { key: WEBHOOK_KEY });
    expect(await problems(world)).toEqual(["webhook-key-refused"]);
  });

  test("a flood of wrong events writes once a minute, and at other addresses nothing at all", async () => {
    const world = await connected();
    await send(world, { signature: null });
    const first = await noted(world);
    await Promise.all(Array.from({ length: 20 }, () => send(world, { signature: null })));
    expect(await noted(world)).toEqual(first);

    // Where a row lies changes with each time it is written.
    const rows = async () =>
      (await world.services.pool.query(`SELECT ctid, * FROM "Connection"`)).rows as unknown[];
    const before = await rows();
    const elsewhere = `/webhooks/warehouse/${randomUUID()}/shipment-created`;
    await Promise.all(Array.from({ length: 20 }, () => send(world, { path: elsewhere, signature: null })));
    await Promise.all(Array.from({ length: 20 }, () => send(world, { signature: null })));
    expect(await rows()).toEqual(before);
  });
});

describe("a signed event with an odd body is stored as an event of its kind:", () => {
  const NOTHING = { type: null, resource: null, identifier: null };
  const odd: [string, string | Buffer, object][] = [
    ["no JSON", "shipped!", NOTHING],
    ["no UTF-8", Buffer.from([0xff, 0xfe, 0x7b]), NOTHING],
    ["an empty body", "", NOTHING],
    ["no object", "[]", NOTHING],
    ["null", "null", NOTHING],
    ["a missing field", '{"type":"a","resource":"b"}', { type: "a", resource: "b", identifier: null }],
    ["an empty type", '{"type":"","resource":"b","identifier":"c"}', { type: null, identifier: "c" }],
    ["a number", '{"type":"a","resource":"b","identifier":7}', { identifier: "7" }],
    ["an object as identifier", '{"type":"a","resource":"b","identifier":{}}', { identifier: null }],
    ["256 characters", JSON.stringify({ ...EVENT, identifier: "x".repeat(256) }), { identifier: null }],
    ["a NUL", '{"type":"a","resource":"b","identifier":"x\\u0000"}', { type: "a", identifier: null }],
  ];
  test.each(odd)("%s", async (_what, body, expected) => {
    const world = await connected();
    const { status } = await send(world, { body });
    expect(status).toBe(200);
    const event = await world.services.db.hint.findFirstOrThrow({
      where: { shop: SHOP, source: "warehouse" },
    });
    expect(event).toMatchObject({ event: "shipment-created", ...expected });
    // What cannot be looked up alone is found by comparing.
    await correct(world, { sku: "MUG", pieces: 9 });
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
    expect(await world.services.db.hint.count({ where: { shop: SHOP, followedAt: null } })).toBe(0);
  });

  test("it is counted, and logged without its content", async () => {
    const world = await connected();
    const lines: string[] = [];
    world.services.log.warn = (...said: unknown[]) => void lines.push(JSON.stringify(said));
    await send(world, { body: '{"type":"","identifier":"secret-thing"}' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("secret-thing");
    const { body } = await world.services.metrics.expose();
    expect(body).toContain('dockline_hints_received_total{source="warehouse",outcome="accepted-odd"} 1');
  });
});

describe("refused, and nothing stored:", () => {
  const refusals: [string, Sending, number, string][] = [
    ["a wrong key", { key: "somebody else's" }, 401, "bad-signature"],
    ["no signature", { signature: null }, 401, "bad-signature"],
    ["a signature that is no Base64", { signature: "%%%" }, 401, "bad-signature"],
    ["an empty signature", { signature: "" }, 401, "bad-signature"],
    ["more than 64 KB", { body: JSON.stringify({ ...EVENT, filler: "x".repeat(65_536) }) }, 413, "too-large"],
    [
      "an address nobody has",
      { path: `/webhooks/warehouse/${randomUUID()}/shipment-created` },
      404,
      "unknown-address",
    ],
    ["an address that is none", { path: "/webhooks/warehouse/1/shipment-created" }, 404, "unknown-address"],
  ];

  test.each(refusals)("%s", async (_what, sending, status, error) => {
    const world = await connected();
    const refused = await send(world, sending);
    expect({ status: refused.status, error: refused.answer.error }).toEqual({ status, error });
    expect(refused.answer.message).toMatch(/^[A-Z].+\.$/);
    expect(JSON.stringify(refused.answer)).not.toMatch(/node_modules|\.[jt]s\b/);
    expect(await stored(world)).toBe(0);
  });

  test("an event kind that does not exist", async () => {
    const world = await connected();
    const { hookId } = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
    const refused = await send(world, { path: `/webhooks/warehouse/${hookId}/party-started` });
    expect(refused.status).toBe(404);
    expect(await stored(world)).toBe(0);
  });
});

test("an event for a shop that has left is taken and dropped, so that the warehouse stops trying", async () => {
  const world = await connected();
  await world.atShop("shops/demo/uninstall", {});
  await world.settle();
  expect((await send(world, {})).status).toBe(200);
  expect(await stored(world)).toBe(0);
});
