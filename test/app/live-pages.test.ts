import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Pages that read themselves again, by themselves or by a component that stands on them. */
const live = globSync("app/routes/*.tsx").filter((file) =>
  /components\/(use-live\.ts|live\.tsx)"/.test(readFileSync(file, "utf8")),
);

test("there are such pages", () => expect(live.length).toBeGreaterThan(10));

test.each(live)("%s stays as it was read while Dockline cannot be reached", (file) => {
  expect(readFileSync(file, "utf8")).toContain(
    'export { keepLast as clientLoader } from "../components/keep-last.ts";',
  );
});
