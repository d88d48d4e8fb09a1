import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { countCalls, forgetCalls, onHand } from "../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

const SECRET = "test-api-secret";

/** Calls the action as Shopify Flow does. */
function run(world: World, body: object | string, { secret = SECRET, signed = true } = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetch(`${world.appUrl}/flow/reconcile-stock`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(signed && { "x-shopify-hmac-sha256": createHmac("sha256", secret).update(text).digest("base64") }),
    },
    body: text,
  });
}

const asked = (product: string | number, shop = SHOP) => ({
  ...{ shop_id: 1, shopify_domain: shop, action_run_id: "run-1", handle: "reconcile-stock" },
  properties: { product_id: product },
});

/** The shop shows another figure than the warehouse has, and nobody told us. */
async function drifted() {
  const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
  await world.connect();
  await world.atShop("shops/demo/inventory", {
    sku: "MUG",
    location: "Warehouse",
    quantities: { on_hand: 9 },
  });
  await world.delivered();
  await world.services.db.hint.deleteMany({ where: { shop: SHOP, followedAt: null } });
  await world.settle();
  await forgetCalls(world);
  const { productId } = (await readShop(world)).variant("MUG");
  return { world, productId };
}

test("a workflow has a product's stock reconciled, by number or whole id, and twice has the effect of once", async () => {
  const { world, productId } = await drifted();
  for (const id of [Number(productId.split("/").at(-1)), productId]) {
    const answer = await run(world, asked(id));
    expect([answer.status, await answer.json()]).toEqual([200, { outcome: "asked" }]);
  }
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(5);
  expect((await countCalls(world)).writes).toBe(1);
});

test("nothing is done that Shopify has not signed", async () => {
  const { world, productId } = await drifted();
  const hints = () => world.services.db.hint.count();
  const before = await hints();
  const answers = [
    await run(world, asked(productId), { secret: "another" }),
    await run(world, asked(productId), { signed: false }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  expect(await hints()).toBe(before);
});

test("what is no shop or no product is refused, and is asked of nobody", async () => {
  const { world } = await drifted();
  for (const body of [
    "no json",
    {},
    asked("gid://shopify/Order/1"),
    asked(1, "demo.example.com"),
    asked(1, "demo.myshopify.com/../x"),
  ])
    expect((await run(world, body)).status).toBe(400);
});

test("a shop that is not connected, another shop and an unknown product have nothing to reconcile", async () => {
  const { world, productId } = await drifted();
  expect(await (await run(world, asked(productId, "other.myshopify.com"))).json()).toEqual({
    outcome: "not-connected",
  });
  expect(await (await run(world, asked(1))).json()).toEqual({ outcome: "not-mapped" });
  await world.settle();
  expect(await onHand(world, "MUG")).toBe(9);
});
