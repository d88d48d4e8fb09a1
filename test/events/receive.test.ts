import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { connectWarehouse } from "../../app/domain/connection/connect-warehouse.ts";
import { createWorld, SHOP, WEBHOOK_KEY, type World } from "../support/world.ts";

const EVENT = { type: "shipped", resource: "shipment", identifier: "0123456789abcdef0123456789abcdef" };

interface Sending {
  path?: string;
  body?: string;
  key?: string;
  signature?: string | null;
}

/** Sends an event as the warehouse would, with something changed. */
async function send(
  world: World,
  { path, body = JSON.stringify(EVENT), key = WEBHOOK_KEY, signature }: Sending,
) {
  const { hookId } = await world.services.db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  const signed =
    signature === undefined ? createHmac("sha256", key).update(body).digest("base64") : signature;
  const response = await fetch(`${world.appUrl}${path ?? `/webhooks/warehouse/${hookId}/shipment-created`}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(signed !== null && { "x-hook-signature": signed }) },
    body,
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

test("an event whose spacing changed on the way is still the same event", async () => {
  const world = await connected();
  const signature = createHmac("sha256", WEBHOOK_KEY).update(JSON.stringify(EVENT)).digest("base64");
  expect((await send(world, { body: JSON.stringify(EVENT, null, 2), signature })).status).toBe(200);
});

test("after the key was changed, events signed with the old one are taken for a day", async () => {
  const world = await connected();
  const { db } = world.services;
  const { accessToken, locationId } = await db.connection.findUniqueOrThrow({ where: { shop: SHOP } });
  await connectWarehouse(world.ctx, { accessToken, locationId, webhookKey: "the next key" });
  expect((await send(world, { key: WEBHOOK_KEY })).status).toBe(200);
  expect((await send(world, { key: "the next key" })).status).toBe(200);

  // Saving the same answers again must not make the new key the old one.
  await connectWarehouse(world.ctx, { accessToken, locationId, webhookKey: "the next key" });
  expect((await send(world, { key: WEBHOOK_KEY })).status).toBe(200);

  await db.connection.updateMany({ where: { shop: SHOP }, data: { oldWebhookKeyUntil: new Date() } });
  expect((await send(world, { key: WEBHOOK_KEY })).status).toBe(401);
  expect((await send(world, { key: "the next key" })).status).toBe(200);
});

describe("refused, and nothing stored:", () => {
  const refusals: [string, Sending, number, string][] = [
    ["a wrong key", { key: "somebody else's" }, 401, "bad-signature"],
    ["no signature", { signature: null }, 401, "bad-signature"],
    ["a signature that is no Base64", { signature: "%%%" }, 401, "bad-signature"],
    ["an empty signature", { signature: "" }, 401, "bad-signature"],
    ["a body that is not JSON", { body: "shipped!" }, 400, "malformed"],
    ["an event without identifier", { body: '{"type":"a","resource":"b"}' }, 400, "malformed"],
    [
      "a number where a text belongs",
      { body: '{"type":"a","resource":"b","identifier":7}' },
      400,
      "malformed",
    ],
    [
      "a NUL in the identifier",
      { body: '{"type":"a","resource":"b","identifier":"x\\u0000"}' },
      400,
      "malformed",
    ],
    ["a list", { body: "[]" }, 400, "malformed"],
    ["an empty body", { body: "" }, 400, "malformed"],
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
