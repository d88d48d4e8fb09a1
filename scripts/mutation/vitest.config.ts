import { defineConfig } from "vitest/config";
import { AREAS } from "./areas.ts";

/** The tests of pure rules as Stryker runs them: hundreds of times, and so without the database that others need. */
export default defineConfig({
  test: {
    include: AREAS.flatMap(({ tests }) => tests),
    environment: "node",
    setupFiles: ["test/support/setup.ts"],
    testTimeout: 20_000,
  },
});
