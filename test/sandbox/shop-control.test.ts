import { fork, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readOperation, runBulk } from "./shop-bulk-bench.ts";
import {
  removeAppConfig,
  startTestShop,
  writeAppConfig,
  type Seeded,
  type TestShop,
} from "./shop-harness.ts";

describe("seeding and editing", () => {
  let shop: TestShop;

  beforeEach(async () => {
    shop = await startTestShop();
  });
  afterEach(() => shop.close());

  const seed = (body: object, name = "demo") => shop.control<Seeded>("POST", `shops/${name}/seed`, body);

  it.each([
    [
      "a field that does not exist",
      { products: [{ title: "Mug", variants: [{ SKU: "x" }] }] },
      'products.0.variants.0: Unrecognized key: "SKU"',
    ],
    ["a product without variants", { products: [{ title: "Mug", variants: [] }] }, "products.0.variants: "],
    [
      "a location that does not exist",
      { locations: ["Main"], products: [{ title: "Mug", variants: [{ onHand: { Man: 1 } }] }] },
      'There is no location "Man". The shop has: "Main".',
    ],
    [
      "variants whose options differ",
      {
        products: [{ title: "Mug", variants: [{ options: { Size: "S" } }, { options: { Colour: "red" } }] }],
      },
      'Each variant of "Mug" needs the options Size.',
    ],
  ])("%s is said in plain words", async (_what, body, message) => {
    await expect(seed(body)).rejects.toThrow(message);
  });

  it("seeding makes a shop that does not exist, with the location every new shop has", async () => {
    const { locations } = await seed({ products: [{ title: "Mug", variants: [{}] }] }, "fresh");

    expect(locations).toMatchObject([{ name: "Shop location" }]);
    expect(await shop.control("GET", "shops")).toMatchObject([
      { domain: "demo.myshopify.com" },
      { domain: "fresh.myshopify.com", installation: "never" },
    ]);
    await expect(shop.control("GET", "shops/none/state")).rejects.toThrow('There is no shop "none"');
  });

  it("ids of two shops never meet", async () => {
    const [demo, fresh] = [
      await seed({ products: [{ title: "Mug", variants: [{}] }] }),
      await seed({ products: [{ title: "Mug", variants: [{}] }] }, "fresh"),
    ];

    expect(demo.products[0]!.id).not.toBe(fresh.products[0]!.id);
  });

  it("a SKU, a variant added and a variant removed show at once", async () => {
    const { products } = await seed({
      locations: ["Main"],
      products: [
        {
          title: "Mug",
          variants: [
            { title: "S", sku: "A" },
            { title: "M", sku: "B" },
          ],
        },
      ],
    });
    const [product] = products;
    const [first, second] = product!.variants;

    await shop.control("POST", `shops/demo/products/${encodeURIComponent(product!.id)}`, {
      variants: [{ id: first!.id, sku: "A-2", tracked: false }],
      removeVariants: [second!.id],
      addVariants: [{ title: "L", sku: "C", onHand: { Main: 2 } }],
    });

    const { data } = await shop.graphql(
      "{ productVariants(first: 5) { nodes { sku inventoryItem { tracked } } } }",
    );
    expect(data).toEqual({
      productVariants: {
        nodes: [
          { sku: "A-2", inventoryItem: { tracked: false } },
          { sku: "C", inventoryItem: { tracked: true } },
        ],
      },
    });
    const { data: old } = await shop.graphql(
      '{ productVariants(first: 5, query: "sku:A OR sku:B") { nodes { sku } } }',
    );
    expect(old).toEqual({ productVariants: { nodes: [] } });
  });

  it("a sale moves available to committed, the fulfilment takes it off the shelf", async () => {
    await seed({
      locations: ["Main"],
      products: [{ title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 10 } }] }],
    });
    const set = async (quantities: object) => {
      const product = await shop.control<Seeded["products"][number]>("POST", "shops/demo/inventory", {
        sku: "MUG",
        location: "Main",
        quantities,
      });
      return product.variants[0]!.levels.Main;
    };

    expect(await set({ committed: 3 })).toMatchObject({ on_hand: 10, committed: 3, available: 7 });
    expect(await set({ on_hand: 8, committed: 1 })).toMatchObject({ on_hand: 8, committed: 1, available: 7 });
    expect(await set({ damaged: 2 })).toMatchObject({ on_hand: 10, damaged: 2, available: 7 });
    expect(await set({ incoming: 5 })).toMatchObject({ on_hand: 10, incoming: 5 });
  });

  it("an item is named in one way, and the name must be clear", async () => {
    await seed({
      locations: ["Main"],
      products: [
        {
          title: "Mug",
          variants: [
            { title: "a", sku: "X" },
            { title: "b", sku: "X" },
          ],
        },
      ],
    });
    const set = (item: object) =>
      shop.control("POST", "shops/demo/inventory", { ...item, location: "Main", quantities: { on_hand: 1 } });

    await expect(set({ sku: "X" })).rejects.toThrow("2 variants have the SKU");
    await expect(set({ sku: "none" })).rejects.toThrow("There is no such item: none");
    await expect(set({})).rejects.toThrow("exactly one of sku, variantId and inventoryItemId");
    await expect(set({ sku: "X", by: "other-app" })).rejects.toThrow("app: must be given together with");
    await expect(set({ sku: "X", app: "Stock Wizard" })).rejects.toThrow("app: must be given together with");
    await expect(
      shop.control("POST", "shops/demo/inventory", { sku: "X", location: "Main" }),
    ).rejects.toThrow("quantities: must be given");
  });

  it("a reset leaves the shops there were in the beginning, empty", async () => {
    await seed({ products: [{ title: "Mug", variants: [{}] }] });
    await seed({}, "fresh");

    await shop.control("POST", "reset");

    expect(await shop.control("GET", "shops")).toMatchObject([
      { domain: "demo.myshopify.com", locations: [] },
    ]);
  });

  it("faults stand in front of the API and are logged", async () => {
    await shop.control("POST", "faults", {
      path: "^/admin/api/",
      times: 1,
      action: { kind: "status", status: 503 },
    });

    await expect(shop.graphql("{ shop { id } }")).rejects.toThrow("503");
    expect((await shop.graphql("{ shop { id } }")).errors).toBeUndefined();
    expect(await shop.control("GET", "requests")).toMatchObject([
      { path: "/admin/oauth/access_token", status: 200 },
      { path: "/admin/api/2026-10/graphql.json", status: 503 },
      { path: "/admin/api/2026-10/graphql.json", status: 200 },
    ]);
  });
});

describe("state between runs", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "shop-state-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("products, stock, tokens, keys, uploads and deliveries survive a restart", async () => {
    const stateFile = join(folder, "shop.json");
    const toml = '  [[webhooks.subscriptions]]\n  topics = ["products/update"]\n  uri = "/w"';
    const before = await startTestShop({ stateFile, toml });
    const { products, locations } = await before.control<Seeded>("POST", "shops/demo/seed", {
      locations: ["Main"],
      products: [{ title: "Mug", variants: [{ sku: "MUG", onHand: { Main: 3 } }] }],
    });
    const { access_token: token } = (await (await before.token()).json()) as { access_token: string };
    const set = (shop: TestShop) =>
      shop
        .send("/admin/api/2026-10/graphql.json", {
          method: "POST",
          headers: { "content-type": "application/json", "x-shopify-access-token": token },
          body: JSON.stringify({
            query: `mutation M($input: InventorySetQuantitiesInput!) { inventorySetQuantities(input: $input) @idempotent(key: "k") {
              inventoryAdjustmentGroup { id } userErrors { code } } }`,
            variables: {
              input: {
                name: "on_hand",
                reason: "correction",
                quantities: [
                  {
                    inventoryItemId: products[0]!.variants[0]!.inventoryItemId,
                    locationId: locations[0]!.id,
                    quantity: 8,
                    changeFromQuantity: 3,
                  },
                ],
              },
            },
          }),
        })
        .then((response) => response.json() as Promise<{ data: object }>);
    const first = await set(before);
    const state = await before.control("GET", "shops/demo/state");
    await before.close();

    const after = await startTestShop({ stateFile, toml });
    const restored = await after.control("GET", "shops/demo/state");
    const again = await set(after);
    const deliveries = await after.control<{ topic: string }[]>("GET", "webhooks");
    await after.close();

    expect(restored).toEqual(state);
    expect(again.data).toEqual(first.data);
    expect(deliveries).toMatchObject([{ topic: "products/update", state: "pending" }]);
  });

  it("a bulk operation that was running when the shop ended has failed", async () => {
    const stateFile = join(folder, "shop.json");
    const before = await startTestShop({ stateFile });
    await before.control("POST", "bulk/faults", { kind: "hold" });
    const id = await runBulk(before, "{ products { edges { node { id } } } }");
    await before.close();

    const after = await startTestShop({ stateFile });
    const operation = await readOperation(after, id);
    await after.close();

    expect(operation).toMatchObject({ status: "FAILED", errorCode: "INTERNAL_SERVER_ERROR", url: null });
  });

  it("a file from before weights had units is still read", async () => {
    const stateFile = join(folder, "shop.json");
    const before = await startTestShop({ stateFile });
    await before.control("POST", "shops/demo/seed", { products: [{ title: "Mug", variants: [{}] }] });
    await before.close();
    const saved = JSON.parse(readFileSync(stateFile, "utf8")) as {
      shops: { items: Record<string, unknown>[]; bulkOperations?: unknown }[];
    };
    for (const shop of saved.shops) {
      delete shop.bulkOperations;
      shop.items = shop.items.map(({ weight: _, requiresShipping: __, ...item }) => ({
        ...item,
        weightGrams: 340,
      }));
    }
    writeFileSync(stateFile, JSON.stringify(saved));

    const after = await startTestShop({ stateFile });
    const { data } = await after.graphql(
      "{ productVariants(first: 1) { nodes { inventoryItem { requiresShipping measurement { weight { value unit } } } } } bulkOperations(first: 1) { nodes { id } } }",
    );
    await after.close();

    expect(data).toEqual({
      productVariants: {
        nodes: [
          {
            inventoryItem: { requiresShipping: true, measurement: { weight: { value: 340, unit: "GRAMS" } } },
          },
        ],
      },
      bulkOperations: { nodes: [] },
    });
  });

  it("a file that is broken is said in plain words", async () => {
    const stateFile = join(folder, "shop.json");
    writeFileSync(stateFile, "{");

    await expect(startTestShop({ stateFile })).rejects.toThrow("Delete the file to start over.");
  });
});

describe("the program", () => {
  const main = resolve(import.meta.dirname, "../../sandbox/shop/main.ts");
  const children: ChildProcess[] = [];
  let appConfig: string;

  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  beforeAll(() => void (appConfig = writeAppConfig()));
  afterAll(() => removeAppConfig(appConfig));

  function start(...args: string[]) {
    const child = fork(main, ["--app-config", appConfig, ...args], {
      execArgv: [],
      silent: true,
      env: { ...process.env, NODE_ENV: "development" },
    });
    children.push(child);
    return child;
  }

  const ready = async (child: ChildProcess) => {
    const [message] = (await once(child, "message")) as [{ ready: boolean; url: string }];
    return message;
  };

  it("says where it listens, and ends with its parent, its state written", async () => {
    const folder = mkdtempSync(join(tmpdir(), "shop-program-"));
    const stateFile = join(folder, "state.json");
    const child = start("--port", "0", "--shop", "one", "--shop", "two", "--state", stateFile);
    const { url } = await ready(child);
    expect(await (await fetch(`${url}/_sandbox/shops`)).json()).toMatchObject([
      { domain: "one.myshopify.com" },
      { domain: "two.myshopify.com" },
    ]);

    child.disconnect();
    const [code] = (await once(child, "exit")) as [number];

    expect(code).toBe(0);
    expect(existsSync(stateFile)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it("ends on SIGTERM", async () => {
    const child = start("--port", "0");
    await ready(child);

    child.kill("SIGTERM");

    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("a taken port is named together with the flag that changes it", async () => {
    const first = start("--port", "0");
    const { url } = await ready(first);
    const port = new URL(url).port;

    const second = start("--port", port);
    let complaint = "";
    second.stderr!.on("data", (chunk) => (complaint += String(chunk)));
    const [code] = (await once(second, "close")) as [number];

    expect(code).toBe(1);
    expect(complaint).toContain(
      `Port ${port} is taken. End the program that uses it, or choose another port with --port.`,
    );
  });

  it.each([
    [["--schema", "/nowhere/schema.json.gz"], "npm run setup"],
    [["--app-config", "/nowhere/app.toml"], "--app-config"],
    [["--port", "many"], '--port must be a whole number, not "many".'],
    [["--colour", "blue"], "Try --help."],
  ])("with %j it says what to do", (args, advice) => {
    const { status, stderr } = spawnSync(process.execPath, [main, "--app-config", appConfig, ...args], {
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "development" },
    });

    expect(status).toBe(1);
    expect(stderr).toContain(advice);
  });

  it("refuses to stand where merchants are served", () => {
    const { status, stderr } = spawnSync(process.execPath, [main], {
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production", DOCKLINE_DEMO: "" },
    });

    expect(status).toBe(1);
    expect(stderr).toContain("refuses to start with NODE_ENV=production");
  });
});
