import { onTestFinished } from "vitest";
import { createWorld, type World } from "../support/world.ts";
import { shortenWaits } from "./short-waits.ts";

/** A call that gets no answer fails soon, and none waits for its turn. */
const FAST = { FULFILMENT_TIME_OUT_MS: "1500", FULFILMENT_PER_SECOND: "1000" };
/** More points than any test spends: waits are shorter here, and Shopify's bucket would not be full again by then. */
const POINTS = 10_000_000;

/** A world in which hundreds of calls fail. Waits are shortened until the test is over. */
export async function createFastWorld(goods: Parameters<typeof createWorld>[0]): Promise<World> {
  onTestFinished(shortenWaits());
  const world = await createWorld({ ...goods, env: { ...FAST, ...goods.env } });
  await world.atShop("shops/demo/throttle", { maximumAvailable: POINTS, available: POINTS });
  return world;
}
