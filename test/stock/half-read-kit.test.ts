import { expect, test } from "vitest";
import { onHand } from "../support/stock.ts";
import { cupsAndBoxes, fail, map, recover, sell } from "./support/cups-and-boxes.ts";

const SET = { MUG: 1, BOX: 1 };

test("a kit's fulfilled unit counts once for its part, although another part of it could not be read", async () => {
  const world = await cupsAndBoxes();
  await map(world, "CUP", { MUG: 1 });
  await map(world, "SET", SET);
  await fail(world, "products/BOX");
  await sell(world, { SET: 1 });
  await sell(world, { CUP: 1 });
  expect(await onHand(world, "CUP")).toBe(8);
  await recover(world);
  expect(await onHand(world, "CUP")).toBe(8);
  expect(await onHand(world, "BOX")).toBe(9);
});

test("a kit that was sold, and mapped when a part of it could not be read, counts once for each part", async () => {
  const world = await cupsAndBoxes();
  await map(world, "CUP", { MUG: 1 });
  await sell(world, { SET: 2 });
  await fail(world, "products/BOX");
  await map(world, "SET", SET);
  expect(await onHand(world, "CUP")).toBe(8);
  await sell(world, { CUP: 1, SET: 1 });
  expect(await onHand(world, "CUP")).toBe(6);
  await recover(world);
  expect(await onHand(world, "CUP")).toBe(6);
  expect(await onHand(world, "BOX")).toBe(7);
});
