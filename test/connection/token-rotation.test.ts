import { describe, expect, test } from "vitest";
import { changeToken } from "../../app/domain/connection/change-token.ts";
import { EVENT_NAMES } from "../../app/fulfilment/events.ts";
import { control } from "../../sandbox/demo/control.ts";
import { ReturningShop } from "../returns/support/receipts.ts";
import { onHand, ship } from "../support/stock.ts";
import { createWorld, SHOP, TOKEN, type World } from "../support/world.ts";

const SECOND = "second-token-of-account";
/** How many a merchant makes who renews the access token every month. */
const TOKENS_OF_A_YEAR = 12;

async function connected(behaviours: object): Promise<World> {
  const world = await createWorld({ warehouse: { MUG: 50 }, variants: [{ sku: "MUG" }] });
  await world.atWarehouse("behaviours", behaviours);
  await world.connect();
  return world;
}

/** The merchant makes another access token in the same account and enters it. */
async function enter(world: World, token: string): Promise<void> {
  await world.atWarehouse("tokens", { token });
  expect(await changeToken(world.ctx, { accessToken: token })).toEqual({ outcome: "token-changed" });
  await world.settle();
}

const revoke = (world: World, token: string) =>
  control(world.warehouse.url, { path: `tokens/${token}`, method: "DELETE" });

const subscriptions = async (world: World) =>
  (await world.atWarehouse<{ subscriptions: number }>("health")).subscriptions;

/** One unit leaves the warehouse. @returns what the store shows once all events of that are processed */
async function afterParcel(world: World): Promise<number | undefined> {
  await ship(world, { MUG: 1 });
  await world.settle();
  return onHand(world, "MUG");
}

const kinds = EVENT_NAMES.length;

describe("where a subscription ends with the access token that registered it", () => {
  test("no event is missed while one token takes the place of another", async () => {
    const world = await connected({ revokedSubscriptions: "ended" });
    expect(await afterParcel(world)).toBe(49);
    await enter(world, SECOND);
    expect(await afterParcel(world)).toBe(48);
    await revoke(world, TOKEN);
    expect(await subscriptions(world)).toBe(kinds);
    expect(await afterParcel(world)).toBe(47);
  });

  test("and a second registration is refused, the next sync after the old token's end registers", async () => {
    const world = await connected({
      revokedSubscriptions: "ended",
      repeatedSubscriptions: "address-refused",
    });
    await enter(world, SECOND);
    await world.sweep();
    expect(await subscriptions(world)).toBe(kinds);
    expect(await afterParcel(world)).toBe(49);
    await revoke(world, TOKEN);
    expect(await subscriptions(world)).toBe(0);
    await world.sweep();
    expect(await subscriptions(world)).toBe(kinds);
    expect(await afterParcel(world)).toBe(48);
    await world.sweep();
    expect(await subscriptions(world)).toBe(kinds);
  });
});

test("an access token that was entered again without change registers nothing", async () => {
  const world = await connected({});
  await enter(world, TOKEN);
  expect(await subscriptions(world)).toBe(kinds);
});

test("after a year of monthly access tokens, each event comes 13 times and has the effect of once", async () => {
  const shop = await ReturningShop.open({ MUG: 50 });
  const { world } = shop;
  for (let month = 1; month <= TOKENS_OF_A_YEAR; month++) await enter(world, `token-of-month-${month}`);
  expect(await subscriptions(world)).toBe(kinds * (1 + TOKENS_OF_A_YEAR));
  const back = await shop.comesBack({ MUG: 2 });
  await shop.received(back, { sku: "MUG", quantity: 1 });
  await shop.settle();
  expect(await onHand(world, "MUG")).toBe(50 - 2 + 1);
  const heard = await world.services.db.hint.groupBy({
    by: ["identifier"],
    where: { shop: SHOP, event: "receipt-received" },
    _count: true,
  });
  expect(heard.map(({ _count }) => _count)).toEqual([1 + TOKENS_OF_A_YEAR]);
  expect((await shop.written(back, "dispose")).map(({ outcome }) => outcome)).toEqual(["done"]);
});
