import { describe, expect, test } from "vitest";
import type { ShopifyError } from "../../app/shopify/errors.ts";
import { LocationsDocument } from "../../app/shopify/generated/operations.ts";
import { interpret } from "../../app/shopify/set-quantities.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const at = (index: number) => ["input", "quantities", String(index), "changeFromQuantity"];

describe("what Shopify's answer to a write of stock means", () => {
  test("no errors: done, also when nothing had to change", () => {
    expect(interpret([])).toEqual({ answer: "done" });
  });

  test("a figure that moved, and one it will not take, are told apart by entry", () => {
    const errors = [
      { code: "CHANGE_FROM_QUANTITY_STALE", field: at(3), message: "moved" },
      { code: "NON_MUTABLE_INVENTORY_ITEM", field: at(0), message: "a bundle" },
    ] as const;
    expect(interpret(errors.map((error) => ({ ...error, field: [...error.field] })))).toEqual({
      answer: "entries-refused",
      refused: new Map([
        [3, { stale: true, reason: "moved" }],
        [0, { stale: false, reason: "a bundle" }],
      ]),
    });
  });

  test.each([
    ["INVALID_LOCATION", { answer: "location-gone" }],
    ["IDEMPOTENCY_CONCURRENT_REQUEST", { answer: "busy" }],
    ["IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED", { answer: "key-spent" }],
    ["INVALID_REASON", { answer: "unexpected", message: "why" }],
    ["IDEMPOTENCY_KEY_PARAMETER_MISMATCH", { answer: "unexpected", message: "why" }],
  ] as const)("%s", (code, answer) => {
    expect(interpret([{ code, field: ["input"], message: "why" }])).toEqual(answer);
  });
});

describe("why Shopify did not do it", () => {
  const ask = async (world: World) => {
    try {
      await world.ctx.admin.request(LocationsDocument, {});
      return undefined;
    } catch (error) {
      return error as ShopifyError;
    }
  };

  test("no session: the app was never installed, or was removed", async () => {
    const world = await createWorld({});
    expect(await ask(world)).toMatchObject({ code: "access-lost", retryable: false });
  });

  test("a token that Shopify withdrew", async () => {
    const world = await createWorld({});
    await world.install();
    await world.services.db.session.updateMany({
      where: { shop: SHOP },
      data: { accessToken: "shpat_withdrawn" },
    });
    await world.atShop("shops/demo/expire-tokens", { refreshTokens: true });
    expect(await ask(world)).toMatchObject({ code: "access-lost" });
  });

  test.each([
    [402, "shop-closed"],
    [403, "scope-missing"],
    [423, "shop-closed"],
  ])("status %i", async (status, code) => {
    const world = await createWorld({});
    await world.install();
    await world.atShop("faults", { path: "graphql", times: 1, action: { kind: "status", status } });
    expect(await ask(world)).toMatchObject({ code });
  });

  test("an outage that lasts", { tags: ["proof"] }, async () => {
    const world = await createWorld({});
    await world.install();
    await world.atShop("faults", { path: "graphql", action: { kind: "status", status: 502 } });
    expect(await ask(world)).toMatchObject({ code: "unavailable", retryable: true });
    expect(await world.atShop<unknown[]>("requests")).toHaveLength(5); // The token, and four tries.
  });

  test("a bucket too empty is waited for as long as the shop says", async () => {
    const world = await createWorld({});
    await world.install();
    await world.atShop("shops/demo/throttle", { available: 0, restoreRate: 50 });
    expect(await ask(world)).toBeUndefined();
  });
});
