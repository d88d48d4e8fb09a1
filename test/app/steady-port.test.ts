import { expect, test } from "vitest";
import { steadyPort } from "../../scripts/lib/steady-port.ts";

test("gives two ports in a row to one caller only, however many ask at once", async () => {
  const firsts = await Promise.all(Array.from({ length: 40 }, () => steadyPort(2)));
  const all = firsts.flatMap((first) => [first, first + 1]);
  expect(new Set(all).size).toBe(all.length);
});
