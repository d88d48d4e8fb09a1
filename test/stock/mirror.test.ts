import { expect, test } from "vitest";
import { createWorld } from "../support/world.ts";

test("stock the warehouse has is what the shop shows after connecting", async () => {
  const world = await createWorld({
    warehouse: { "MUG-BLUE": 12, "MUG-RED": 3 },
    variants: [
      { sku: "MUG-BLUE", onHand: 2 },
      { sku: "MUG-RED", onHand: 9 },
    ],
  });
  await world.connect();
  expect(await world.onHand("MUG-BLUE")).toBe(12);
  expect(await world.onHand("MUG-RED")).toBe(3);
});
