// @module-tag proof
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { callInHalves } from "../../app/domain/call-in-halves.ts";
import { ShopifyError } from "../../app/shopify/errors.ts";
import { createWorld, type World } from "../support/world.ts";

/** As long as Shopify's client tries a call that fails, in milliseconds. */
const CALL_MS = 2_000;

/** A call about items in which one is bad: it fails, after some time. */
const callWith = (bad: number) => async (items: readonly number[]) => {
  if (!items.includes(bad)) return;
  vi.advanceTimersByTime(CALL_MS);
  throw new ShopifyError("unavailable", { message: "answered with status 500" });
};

async function installed(): Promise<World> {
  const world = await createWorld({});
  await world.install();
  return world;
}

describe("a call about two hundred records of which one fails", () => {
  const items = Array.from({ length: 200 }, (_, index) => index);

  test("finds the first of them, however long each call takes", async () => {
    const { ctx } = await installed();
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const bad = 0;
    const { failed, left } = await callInHalves(ctx, items, callWith(bad));
    expect([...failed.keys()]).toEqual([bad]);
    // The next run begins without it.
    expect(left).not.toContain(bad);
  });
});
