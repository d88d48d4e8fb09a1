import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NODE_FLAGS } from "../../scripts/built-app.ts";

test("the image has Node run as everything else here does", () => {
  expect(readFileSync("Dockerfile", "utf8")).toContain(`NODE_OPTIONS="${NODE_FLAGS.join(" ")}"`);
});
