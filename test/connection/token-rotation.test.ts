import { describe, expect, test } from "vitest";
import { askForEventsAgain } from "../../app/domain/connection/ask-for-events-again.ts";
import { changeToken } from "../../app/domain/connection/change-token.ts";
import { readConnection } from "../../app/domain/connection/read-connection.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
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

/** The next hourly sync. */
async function hourLater(world: World): Promise<void> {
  await world.pass(60);
  await world.sweep();
}

/** How often the warehouse was asked to register an event since the last time. */
async function registrations(world: World): Promise<number> {
  const { calls } = await world.atWarehouse<{ calls: Record<string, number> }>("calls");
  await control(world.warehouse.url, { path: "calls", method: "DELETE" });
  return calls["POST subscriptions"] ?? 0;
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

  describe("and a second registration is refused", () => {
    const REFUSING = { revokedSubscriptions: "ended", repeatedSubscriptions: "address-refused" };

    test("the sync after the old token's end registers, and none after it", async () => {
      const world = await connected(REFUSING);
      await enter(world, SECOND);
      await hourLater(world);
      expect(await subscriptions(world)).toBe(kinds);
      expect(await afterParcel(world)).toBe(49);
      await revoke(world, TOKEN);
      expect(await subscriptions(world)).toBe(0);
      await hourLater(world);
      expect(await subscriptions(world)).toBe(kinds);
      expect(await afterParcel(world)).toBe(48);
      await registrations(world);
      await hourLater(world);
      expect(await registrations(world)).toBe(0);
    });

    test("so it is where the connection that registered is gone", async () => {
      const world = await connected(REFUSING);
      await world.services.db.subscription.deleteMany({ where: { shop: SHOP } });
      await enter(world, SECOND);
      await revoke(world, TOKEN);
      await hourLater(world);
      expect(await subscriptions(world)).toBe(kinds);
    });

    test("it is tried with each sync and not in between, and nothing is a problem while events come", async () => {
      const world = await connected(REFUSING);
      await enter(world, SECOND);
      await registrations(world);
      for (const status of [422, 503]) {
        const action = { kind: "status", status, body: { message: "Too many attempts." } };
        await world.atWarehouse("faults", { method: "POST", path: "subscription", action });
        await hourLater(world);
        for (let tries = 0; tries < 12; tries++) await world.retryNow();
        expect(await listProblems(world.ctx)).toEqual([]);
        await world.clearFaults();
      }
      await registrations(world);
      await hourLater(world);
      await world.sweep();
      expect(await registrations(world)).toBe(kinds);
    });

    test("asking again once more leaves its own registration its own, and is known to be asked", async () => {
      const world = await connected(REFUSING);
      await world.pass(61);
      const before = world.ctx.clock();
      expect(await askForEventsAgain(world.ctx)).toEqual({ outcome: "asked-again" });
      await world.settle();
      expect(await registrations(world)).toBe(2 * kinds);
      expect(await askForEventsAgain(world.ctx)).toEqual({ outcome: "asked-lately" });
      const { askedAt } = (await readConnection(world.ctx))!;
      expect(askedAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
      await hourLater(world);
      expect(await registrations(world)).toBe(0);
    });
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
