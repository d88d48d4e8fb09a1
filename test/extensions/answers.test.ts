import { describe, expect, test } from "vitest";
import { mapVariant } from "../../app/domain/catalog/mapping/map-variants.ts";
import { pauseStock } from "../../app/domain/stock/settings/change-stock-settings.ts";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import type { OrderReturnsAnswer, VariantStockAnswer } from "../../app/extension-answers.ts";
import * as orderReturns from "../../app/routes/ext.order-returns.tsx";
import * as variantStock from "../../app/routes/ext.variant-stock.tsx";
import { serveRoutes } from "../support/serve-routes.ts";
import { sendBack, sold } from "../support/returns.ts";
import { countCalls, forgetCalls, onHand } from "../support/stock.ts";
import { createWorld, readShop, SHOP, type World } from "../support/world.ts";

const OTHER = "other.myshopify.com";
/** Where Shopify runs extensions. */
const ORIGIN = "https://extensions.shopifycdn.com";

async function connected() {
  const world = await createWorld({
    warehouse: { MUG: 5, LID: 3 },
    variants: [
      { sku: "MUG", onHand: 5 },
      { sku: "SPARE", onHand: 2 },
    ],
  });
  await world.connect();
  return { world, ask: await asking(world) };
}

interface Asked {
  shop?: string;
  method?: string;
  token?: string;
}

/** Asks as a block does: from another origin, with a session token that Shopify adds. */
async function asking(world: World) {
  const url = await serveRoutes(world.services, {
    "ext/order-returns": orderReturns,
    "ext/variant-stock": variantStock,
  });
  return async (path: string, { shop = SHOP, method = "GET", token }: Asked = {}) =>
    fetch(`${url}/ext/${path}`, {
      method,
      headers: {
        origin: ORIGIN,
        // Shopify's library turns away whatever does not look like a browser.
        "user-agent":
          "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Safari/537.36",
        ...(method !== "OPTIONS" && { authorization: `Bearer ${token ?? (await world.shop.idToken(shop))}` }),
      },
    });
}

const ofOrder = (id: string) => `order-returns?order=${encodeURIComponent(id)}`;
const ofVariant = (id: string) => `variant-stock?variant=${encodeURIComponent(id)}`;

describe("the block on the order's page", () => {
  test("shows each return with its stage, its inbound and where its label lies", async () => {
    const { world, ask } = await connected();
    const order = await sold(world, { MUG: 2 });
    const back = await sendBack(world, order, { MUG: 1 });
    await world.settle();
    const answer = await ask(ofOrder(order.id));
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const number = back.id.split("/").at(-1);
    const told = (await answer.json()) as OrderReturnsAnswer;
    expect(told).toEqual({
      connected: true,
      returns: [
        {
          ...{ name: back.name, page: `app/returns/${number}`, stage: "labelled", returned: 1, received: 0 },
          inbound: { ref: `return-${number}`, status: "new" },
          ...{ label: "ready", labelUrl: expect.stringMatching(/^http.*\.pdf$/) as string, needs: [] },
          ...{ labelUrls: [expect.stringMatching(/^http.*\.pdf$/) as string], hasMoreLabels: false },
        },
      ],
    });
    expect((await fetch(told.returns[0]!.labelUrl!)).status).toBe(200);
  });

  test("says what only a person can settle, and nothing about the shopper", async () => {
    const { world, ask } = await connected();
    const order = await sold(world, { SPARE: 1 });
    await sendBack(world, order, { SPARE: 1 });
    await world.settle();
    const answer = await (await ask(ofOrder(order.id))).text();
    expect((JSON.parse(answer) as OrderReturnsAnswer).returns[0]).toMatchObject({
      ...{ stage: "approved", inbound: null, label: "none", labelUrl: null, needs: ["unmapped"] },
    });
    expect(answer).not.toMatch(/Robin|Shopper/);
  });

  test("shows the returns although the shop does not say where their labels lie", async () => {
    const { world, ask } = await connected();
    const order = await sold(world, { MUG: 1 });
    await sendBack(world, order, { MUG: 1 });
    await world.settle();
    await world.atShop("faults", { path: "graphql", action: { kind: "status", status: 403 } });
    const { returns } = (await (await ask(ofOrder(order.id))).json()) as OrderReturnsAnswer;
    expect(returns).toMatchObject([{ label: "ready", labelUrl: null }]);
  });

  test("has nothing to show of an order nobody knows, nor while no warehouse is connected", async () => {
    const { ask } = await connected();
    const unknown = await ask(ofOrder("gid://shopify/Order/1"));
    expect(await unknown.json()).toEqual({ connected: true, returns: [] });
    const world = await createWorld({});
    await world.install();
    const early = await (await asking(world))(ofOrder("gid://shopify/Order/1"));
    expect(await early.json()).toEqual({ connected: false, returns: [] });
  });
});

describe("the block on the variant's page", () => {
  test("shows what the warehouse has, what the shop shows, and when both were read", async () => {
    const { world, ask } = await connected();
    const { id } = (await readShop(world)).variant("MUG");
    const told = (await (await ask(ofVariant(id))).json()) as VariantStockAnswer;
    expect(told).toMatchObject({
      ...{ connected: true, state: "mapped", page: `app/products/${id.split("/").at(-1)}` },
      ...{ components: [{ sku: "MUG", units: 1 }], warehouseStock: 5, onHand: 5, written: "yes" },
      sum: {
        ...{ sellable: 5, limitedBy: "MUG" },
        skus: [{ sku: "MUG", units: 1, lines: [{ term: "stock", units: 5 }], sellable: 5, makes: 5 }],
      },
      looked: { verdict: "equal" },
    });
    expect(Date.parse(told.now) - Date.parse(told.looked!.at)).toBeLessThan(60_000);
  });

  test("shows a kit's parts, and of what is not mapped only the shop's side", async () => {
    const { world, ask } = await connected();
    const { id } = (await readShop(world)).variant("SPARE");
    const loose = (await (await ask(ofVariant(id))).json()) as VariantStockAnswer;
    expect(loose).toMatchObject({
      ...{
        state: "not_at_warehouse",
        components: [],
        sum: null,
        warehouseStock: null,
        onHand: 2,
        looked: null,
      },
    });
    const components = [{ sku: "LID" as Sku, quantity: 2 }];
    await mapVariant(world.ctx, { variantId: id as VariantId, components });
    await world.settle();
    const kit = (await (await ask(ofVariant(id))).json()) as VariantStockAnswer;
    expect(kit).toMatchObject({
      components: [{ sku: "LID", units: 2 }],
      sum: { sellable: 1, skus: [{ sku: "LID", units: 2, sellable: 3, makes: 1 }] },
      warehouseStock: 1,
      onHand: 1,
    });
    await pauseStock(world.ctx);
    expect(await (await ask(ofVariant(id))).json()).toMatchObject({ written: "paused" });
  });

  test("compares at once when asked, and asked twice compares once", async () => {
    const { world, ask } = await connected();
    const { id } = (await readShop(world)).variant("MUG");
    // Somebody typed in another figure, and nobody told us.
    await world.atShop("shops/demo/inventory", {
      sku: "MUG",
      location: "Warehouse",
      quantities: { on_hand: 9 },
    });
    await world.delivered();
    await world.services.db.hint.deleteMany({ where: { shop: SHOP, followedAt: null } });
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(9);
    await forgetCalls(world);
    const answers = [
      await ask(ofVariant(id), { method: "POST" }),
      await ask(ofVariant(id), { method: "POST" }),
    ];
    for (const answer of answers) expect(await answer.json()).toEqual({ outcome: "asked" });
    expect(answers[0]!.headers.get("access-control-allow-origin")).toBe("*");
    await world.settle();
    expect(await onHand(world, "MUG")).toBe(5);
    expect((await countCalls(world)).writes).toBe(1);
  });

  test("has nothing to compare of what is not mapped, or before a warehouse is connected", async () => {
    const { world, ask } = await connected();
    const { id } = (await readShop(world)).variant("SPARE");
    expect(await (await ask(ofVariant(id), { method: "POST" })).json()).toEqual({ outcome: "not-mapped" });
    const early = await createWorld({});
    await early.install();
    const asked = await (await asking(early))(ofVariant(id), { method: "POST" });
    expect(await asked.json()).toEqual({ outcome: "not-connected" });
  });
});

describe("whoever asks", () => {
  const paths = [ofOrder("gid://shopify/Order/1"), ofVariant("gid://shopify/ProductVariant/1")];

  test("is let ask from where Shopify runs extensions", async () => {
    const { ask } = await connected();
    for (const path of paths) {
      const answer = await ask(path, { method: "OPTIONS" });
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-headers")).toContain("Authorization");
    }
  });

  test("is told nothing with a token that is forged, over, for another app, or missing", async () => {
    const { world, ask } = await connected();
    const good = await world.shop.idToken(SHOP);
    const tokens = [
      `${good.slice(0, -4)}AAAA`,
      await world.shop.idToken(SHOP, { exp: Math.floor(Date.now() / 1000) - 60 }),
      await world.shop.idToken(SHOP, { aud: "another-app" }),
      "none",
    ];
    for (const path of paths)
      for (const method of path.startsWith("variant") ? ["GET", "POST"] : ["GET"])
        for (const token of tokens) {
          const answer = await ask(path, { method, token });
          expect(answer.status).toBe(401);
          expect(await answer.text()).toBe("");
        }
  });

  test("sees of another shop's order, return and variant nothing, and moves nothing of theirs", async () => {
    const { world, ask } = await connected();
    await world.atShop("shops/other/seed", { locations: ["Warehouse"] });
    const order = await sold(world, { MUG: 1 });
    await sendBack(world, order, { MUG: 1 });
    await world.settle();
    const { id } = (await readShop(world)).variant("MUG");
    const theirs = { shop: OTHER };
    expect(await (await ask(ofOrder(order.id), theirs)).json()).toEqual({ connected: false, returns: [] });
    expect(await (await ask(ofVariant(id), theirs)).json()).toMatchObject({
      ...{
        connected: false,
        state: "unknown",
        components: [],
        sum: null,
        warehouseStock: null,
        onHand: null,
        looked: null,
      },
    });
    const hints = () => world.services.db.hint.count();
    const before = await hints();
    const asked = await ask(ofVariant(id), { ...theirs, method: "POST" });
    expect(await asked.json()).toEqual({ outcome: "not-connected" });
    expect(await hints()).toBe(before);
  });

  test("is refused when it is no order or variant that is asked for", async () => {
    const { ask } = await connected();
    const wrong = [
      ["order-returns", "GET"],
      [ofOrder("gid://shopify/Product/1"), "GET"],
      [ofVariant("gid://shopify/ProductVariant/1' OR 1=1"), "GET"],
      ["variant-stock", "POST"],
    ] as const;
    for (const [path, method] of wrong) {
      const answer = await ask(path, { method });
      expect(answer.status).toBe(400);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
  });
});
