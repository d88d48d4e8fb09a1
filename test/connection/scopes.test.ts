import { readFileSync } from "node:fs";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { findMissingScopes } from "../../app/domain/connection/find-missing-scopes.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { missingIn, SCOPES } from "../../app/shopify/scopes.ts";
import { createWorld, NEIGHBOUR, readShop, SHOP, type World } from "../support/world.ts";

test("the permissions looked for are those of the app's registration", () => {
  const { access_scopes } = parseToml(readFileSync("shopify.app.toml", "utf8")) as {
    access_scopes: { scopes: string };
  };
  expect([...SCOPES].sort()).toEqual(access_scopes.scopes.split(",").sort());
});

test("who may write may read, as Shopify shortens what it grants", () => {
  const shortened = "read_products,write_inventory,read_locations,read_orders,write_returns,read_customers";
  expect(missingIn(shortened)).toEqual([]);
  expect(missingIn("read_products,read_inventory,read_locations,read_customers")).toEqual([
    "write_inventory",
    "read_orders",
    "write_returns",
  ]);
});

describe("on the panel's load", () => {
  const kept = async ({ services }: World) =>
    (await services.db.session.findFirstOrThrow({ where: { shop: SHOP } })).scope;
  const asked = async (world: World) =>
    (await world.atShop<{ calls: Record<string, number> }>("calls")).calls.currentAppInstallation ?? 0;

  test("nobody is asked while nothing is missing", async () => {
    const world = await createWorld({});
    await world.install();
    expect(await findMissingScopes(world.ctx, (await kept(world)) ?? undefined)).toEqual([]);
    expect(await asked(world)).toBe(0);
  });

  test("what was granted since the token was made is not missing, and remembered", async () => {
    const world = await createWorld({});
    await world.install();
    expect(await findMissingScopes(world.ctx, "read_products")).toEqual([]);
    expect(await asked(world)).toBe(1);
    expect(await findMissingScopes(world.ctx, (await kept(world)) ?? undefined)).toEqual([]);
    expect(await asked(world)).toBe(1);
  });

  test("what Shopify says is missing is missing", async () => {
    const world = await createWorld({});
    await world.atShop("shops/demo/scopes", { withheld: ["write_returns"] });
    await world.install();
    expect(await findMissingScopes(world.ctx, (await kept(world)) ?? undefined)).toEqual(["write_returns"]);
  });

  test("a shop that does not answer leaves it at what is known", async () => {
    const world = await createWorld({});
    await world.install();
    await world.atShop("faults", { path: "graphql", action: { kind: "status", status: 403 } });
    expect(await findMissingScopes(world.ctx, SCOPES.slice(1).join(","))).toEqual(["read_products"]);
  });
});

describe("when the merchant lets the app do less, or more", () => {
  const withhold = async (world: World, ...withheld: string[]) => {
    await world.atShop("shops/demo/scopes", { withheld });
    await world.settle();
  };
  const problems = async (world: World) => (await listProblems(world.ctx)).map(({ kind }) => kind);

  test("what is missing is a problem at once, however well the rest works, and over once it is granted", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    await withhold(world, "write_returns");
    expect(await problems(world)).toEqual(["shop-scope-missing"]);

    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
    await world.settle();
    await world.sweep();
    expect((await readShop(world)).onHand("MUG")).toBe(7);
    expect(await problems(world)).toEqual(["shop-scope-missing"]);

    await withhold(world);
    expect(await problems(world)).toEqual([]);
    const told = await world.services.db.activity.findMany({ where: { area: "problems" } });
    expect(told.map(({ kind }) => kind)).toEqual(["problem-opened", "problem-cleared"]);
  });

  test("stock that waited for a permission follows as soon as it is granted", async () => {
    const world = await createWorld({ warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] });
    await world.connect();
    await withhold(world, "write_inventory", "read_inventory");
    await world.atWarehouse("receive", { lines: [{ sku: "MUG", quantity: 2 }] });
    await world.settle();
    expect((await readShop(world)).onHand("MUG")).toBe(5);
    await withhold(world);
    expect((await readShop(world)).onHand("MUG")).toBe(7);
    expect(await problems(world)).toEqual([]);
  });

  test("before the warehouse is connected, too; and of a shop nobody knows nothing is noted", async () => {
    const world = await createWorld({});
    await world.install();
    await withhold(world, "read_orders");
    expect(await problems(world)).toEqual(["shop-scope-missing"]);
    await world.atShop("shops/neighbour/install", {});
    await world.atShop("shops/neighbour/scopes", { withheld: ["read_orders"] });
    await world.settle();
    expect(await world.services.db.hint.count({ where: { shop: NEIGHBOUR } })).toBe(0);
  });
});
