import { describe, expect, onTestFinished, test } from "vitest";
import { disconnectWarehouse } from "../../app/domain/connection/disconnect-warehouse.ts";
import { keepAllAccess } from "../../app/domain/connection/keep-access.ts";
import { listProblems } from "../../app/domain/problems/problems.ts";
import { createServices } from "../../app/services.server.ts";
import { LocationsDocument } from "../../app/shopify/generated/operations.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const goods = { warehouse: { MUG: 5 }, variants: [{ sku: "MUG" }] };
const DAY_MS = 24 * 60 * 60 * 1000;

const sessionOf = ({ services: { db } }: World) => db.session.findFirstOrThrow({ where: { shop: SHOP } });

/** As if nobody had asked Shopify anything for so long. */
async function beQuiet({ services: { db } }: World, days: number): Promise<void> {
  await db.session.updateMany({
    where: { shop: SHOP },
    data: {
      expires: new Date(Date.now() - days * DAY_MS),
      refreshTokenExpires: new Date(Date.now() + (90 - days) * DAY_MS),
    },
  });
}

/** What the schedule does every day, and what follows within the hour. */
async function aDay(world: World): Promise<void> {
  await keepAllAccess(world.services);
  await world.retryNow();
}

const requests = async (world: World) =>
  (await world.atShop<{ path: string }[]>("requests")).filter(({ path }) => path.includes("access_token"))
    .length;

describe("a shop that nobody asks anything", () => {
  test("keeps its access: the refresh token is renewed long before it ends", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await beQuiet(world, 31);
    const before = await sessionOf(world);
    const asked = Date.now();
    await aDay(world);
    const after = await sessionOf(world);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(after.refreshTokenExpires!.getTime()).toBeGreaterThan(asked + 89 * DAY_MS);
    await aDay(world);
    expect((await sessionOf(world)).refreshToken).toBe(after.refreshToken);
  });

  test("is left alone while its refresh token is young, or when it has left", async () => {
    const world = await createWorld(goods);
    await world.connect();
    const asked = await requests(world);
    await beQuiet(world, 29);
    await aDay(world);
    await disconnectWarehouse(world.ctx);
    await beQuiet(world, 60);
    await aDay(world);
    expect(await requests(world)).toBe(asked);
  });

  test("whose refresh token is refused learns that the app has to be opened, and is asked once a day", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await world.atShop("shops/demo/expire-tokens", { refreshTokens: true });
    await beQuiet(world, 95);
    const asked = await requests(world);
    await aDay(world);
    expect((await listProblems(world.ctx)).map(({ kind }) => kind)).toEqual(["shop-access-lost"]);
    expect(await requests(world)).toBe(asked + 1);
    await world.retryNow();
    expect(await requests(world)).toBe(asked + 1);
  });

  test(
    "is tried again when Shopify cannot be reached, and the merchant is not bothered",
    { tags: ["proof"] },
    async () => {
      const world = await createWorld(goods);
      await world.connect();
      await beQuiet(world, 31);
      const before = await sessionOf(world);
      await world.atShop("faults", { path: "access_token", action: { kind: "status", status: 503 } });
      await aDay(world);
      expect((await listProblems(world.ctx)).map(({ kind }) => kind)).toEqual([]);
      expect((await sessionOf(world)).refreshToken).toBe(before.refreshToken);
      await world.clearFaults();
      await world.retryNow();
      expect((await sessionOf(world)).refreshToken).not.toBe(before.refreshToken);
    },
  );

  test("gets its next tokens also when Shopify gave them and the answer was lost", async () => {
    const world = await createWorld(goods);
    await world.connect();
    await beQuiet(world, 31);
    const before = await sessionOf(world);
    const asked = await requests(world);
    await world.atShop("faults", {
      path: "access_token",
      when: "answer",
      times: 1,
      action: { kind: "reset" },
    });
    await keepAllAccess(world.services);
    await world.retryNow();
    expect(await requests(world)).toBe(asked + 2);
    const after = await sessionOf(world);
    expect(after.refreshToken).not.toBe(before.refreshToken);
    await world.services.openShop(SHOP).admin.request(LocationsDocument, {});
    expect((await listProblems(world.ctx)).map(({ kind }) => kind)).toEqual([]);
  });
});

test("processes that need a token in the same moment refresh it once", async () => {
  const world = await createWorld(goods);
  await world.connect();
  const processes = [1, 2, 3].map(() => {
    const services = createServices(world.services.env);
    onTestFinished(() => services.close());
    return services;
  });
  for (let round = 0; round < 5; round++) {
    await world.atShop("shops/demo/expire-tokens", {});
    await beQuiet(world, 1);
    const asked = await requests(world);
    // Several jobs of each process, every one with a world of its own.
    const jobs = [...processes, ...processes].map((services) => services.openShop(SHOP));
    await Promise.all(jobs.map(({ admin }) => admin.request(LocationsDocument, {})));
    expect(await requests(world)).toBe(asked + 1);
  }
});
