import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { ShopTimeZoneDocument } from "../../app/shopify/generated/operations.ts";
import { createWorld, SHOP } from "../support/world.ts";

/** Jobs of a shop that come to a token one after the other, while the first of them renews it. */
const JOBS = 12;
const APART_MS = 4;

test("however many jobs find a token refused at once, the shop's access is not lost", async () => {
  const world = await createWorld({});
  await world.install();
  const ask = () => world.services.openShop(SHOP).admin.request(ShopTimeZoneDocument, {});
  for (let round = 0; round < 8; round++) {
    await world.atShop("shops/demo/expire-tokens", {});
    const asked = Array.from({ length: JOBS }, async (_, job) => {
      await sleep(job * APART_MS);
      return ask();
    });
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.map(({ status }) => status)).toEqual(asked.map(() => "fulfilled"));
  }
});
