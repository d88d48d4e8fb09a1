import { expect, test } from "vitest";
import { ShopTimeZoneDocument } from "../../app/shopify/generated/operations.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const TOKENS = "/admin/oauth/access_token";

const requests = async (world: World, path: string) =>
  (await world.atShop<{ path: string; status: number | null }[]>("requests")).filter((one) =>
    one.path.includes(path),
  );

/** An installed shop whose access token Shopify refuses from now on, and a job that asks it something. */
async function refused() {
  const world = await createWorld({});
  await world.install();
  await world.atShop("shops/demo/expire-tokens", {});
  await world.remove("requests");
  return {
    world,
    ask: () => world.services.openShop(SHOP).admin.request(ShopTimeZoneDocument, {}),
    renewals: async () => (await requests(world, TOKENS)).length,
  };
}

test("however many jobs find a token refused while one renews it, it is renewed once", async () => {
  const { world, ask, renewals } = await refused();
  const countRefused = async () =>
    (await requests(world, "graphql")).filter(({ status }) => status === 401).length;
  await world.atShop("faults", { path: TOKENS, times: 1, action: { kind: "hold" } });
  const first = ask();
  await world.held();
  const others = Array.from({ length: 12 }, ask);
  await expect.poll(countRefused).toBe(13);
  await world.atShop("release", {});
  await Promise.all([first, ...others]);
  expect(await renewals()).toBe(1);
});

test("a job that hears of the refusal after another has renewed the token leaves that one as it is", async () => {
  const { world, ask, renewals } = await refused();
  await world.atShop("faults", { path: "graphql", when: "answer", times: 1, action: { kind: "hold" } });
  const late = ask();
  await world.held();
  await ask();
  await world.atShop("release", {});
  await late;
  expect(await renewals()).toBe(1);
});
