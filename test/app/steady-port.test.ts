import { expect, test } from "vitest";
import { steadyPort } from "../../scripts/lib/steady-port.ts";

test("two ports in a row are nobody else's, however many are asked for at once", async () => {
  const firsts = await Promise.all(Array.from({ length: 40 }, () => steadyPort(2)));
  const all = firsts.flatMap((first) => [first, first + 1]);
  expect(new Set(all).size).toBe(all.length);
});
