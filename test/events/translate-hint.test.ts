import { describe, expect, test } from "vitest";
import {
  FULFILLED_TOPICS,
  isStockEvent,
  PRODUCT_TOPICS,
  SKU_EVENTS,
  STOCK_TOPICS,
  translateShopHint,
  translateStockHint,
} from "../../app/domain/events/translate-hint.ts";
import { EVENT_NAMES } from "../../app/fulfilment/events.ts";

describe("whose stock is looked at because of", () => {
  test.each([
    ["receipt-received", "return-1", { thing: "inbound", ref: "return-1" }],
    ["inbound-status", "return-1", { thing: "inbound", ref: "return-1" }],
    ["inbound-status", null, { thing: "any-stock" }],
    ["outbound-status", "17", { thing: "any-stock" }],
    ["shipment-created", "17", { thing: "any-stock" }],
    ["shipment-shipped", "17", { thing: "any-stock" }],
    ["label-status", "17", { thing: "any-stock" }],
    ["mapping/made", "MUG", { thing: "sku", sku: "MUG" }],
    ["look/asked", "MUG", { thing: "sku", sku: "MUG" }],
    ["safety-stock/changed", "MUG", { thing: "sku", sku: "MUG" }],
    ["look/asked", null, { thing: "any-stock" }],
    ["inventory_levels/update", "item-1", { thing: "item", inventoryItemId: "item-1" }],
    ["inventory_levels/update", null, { thing: "nothing" }],
    ["orders/create", "v-1", { thing: "ordered", variantId: "v-1" }],
    ["orders/cancelled", "v-1", { thing: "ordered", variantId: "v-1" }],
    ["orders/partially_fulfilled", "v-1", { thing: "ordered", variantId: "v-1" }],
    ["orders/fulfilled", "v-1", { thing: "ordered", variantId: "v-1" }],
    ["orders/updated", "v-1", { thing: "ordered", variantId: "v-1" }],
    ["orders/fulfilled", "gid://shopify/Order/7", { thing: "order", orderId: "gid://shopify/Order/7" }],
    ["orders/fulfilled", null, { thing: "nothing" }],
    ["products/update", "p-1", { thing: "nothing" }],
    ["pallet-melted", "17", { thing: "nothing" }],
    ["toString", "17", { thing: "nothing" }],
  ])("%s about %s", (event, identifier, thing) => {
    expect(translateStockHint({ event, identifier })).toEqual(thing);
  });

  test("every event the warehouse can send, and of the shop's topics those that name goods", () => {
    expect(EVENT_NAMES.every(isStockEvent)).toBe(true);
    expect([...STOCK_TOPICS].toSorted()).toEqual([
      ...["inventory_levels/update", "orders/cancelled", "orders/create", "orders/fulfilled"],
      ...["orders/partially_fulfilled", "orders/updated"],
    ]);
    expect([...FULFILLED_TOPICS].toSorted()).toEqual([
      "orders/fulfilled",
      "orders/partially_fulfilled",
      "orders/updated",
    ]);
    // Stored hints bear these names: with others they would lead nowhere after an upgrade.
    expect(SKU_EVENTS).toEqual(["mapping/made", "look/asked", "safety-stock/changed"]);
    expect(PRODUCT_TOPICS).toEqual(["products/create", "products/update", "products/delete"]);
  });
});

describe("what is read of the shop because of", () => {
  test.each([
    ["products/create", "p-1", { thing: "product", productId: "p-1" }],
    ["products/update", "p-1", { thing: "product", productId: "p-1" }],
    ["products/delete", "p-1", { thing: "product", productId: "p-1" }],
    ["products/update", null, { thing: "nothing" }],
    ["app/scopes_update", null, { thing: "permissions" }],
    ["app_subscriptions/update", null, { thing: "plan" }],
    ["app/uninstalled", null, { thing: "installation" }],
    ["bulk_operations/finish", null, { thing: "gathered" }],
    ["themes/publish", "1", { thing: "nothing" }],
  ])("%s about %s", (event, identifier, thing) => {
    expect(translateShopHint({ event, identifier })).toEqual(thing);
  });
});
